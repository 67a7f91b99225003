import { isDeepStrictEqual } from 'node:util'
import { parseExactly } from '../helpers/exact-json.ts'

/** What is not as callers were told. Each must stay 0. */
const noFaults = {
  /** Animals and orders that a caller was told of, and that are not there. */
  lost: 0,
  /** Animals that are there twice. */
  twice: 0,
  /** Animals and orders that are not as a caller was told last. */
  altered: 0,
  /** Times when one animal had two open orders. */
  doubled: 0,
  /** Animals and orders that are there, though a caller was told of a refusal or a deletion. */
  returned: 0,
  /** Animals whose status is not what their order says, and differences of the inventory. */
  mismatched: 0,
  /** Rows that the log of events tells otherwise than the lists show them. */
  differing: 0,
}
export type Faults = typeof noFaults

/** All that a node shows while nothing changes: each entry as JSON. */
export type Shown = {
  readonly pets: readonly string[]
  readonly orders: readonly string[]
  readonly events: readonly string[]
  readonly inventory: Readonly<Record<string, number>>
}

type Row = {
  readonly id: bigint
  readonly status: string
  readonly petId?: bigint
  readonly contactId?: bigint
}
type Event = { readonly type: string; readonly data: Readonly<Record<string, Row>> }

/** The status of an animal while an order has it. */
const governed: Readonly<Record<string, string>> = {
  placed: 'pending',
  approved: 'pending',
  delivered: 'sold',
}

/** What callers were told. */
export class Ledger {
  readonly faults: Faults = { ...noFaults }
  /** Changes that were acknowledged. */
  acknowledged = 0
  /** The longest time between two acknowledgements since `startGap`, in milliseconds. */
  gap = 0
  #lastAt = performance.now()
  readonly #pets = new Map<string, string>()
  /** Names of animals of which a caller was told that nothing was added, and who does not try again. */
  readonly refused = new Set<string>()
  readonly #orders = new Map<string, string>()
  readonly #deleted = new Set<string>()
  readonly deletedPets = new Set<number>()
  readonly #expiring = new Set<string>()
  /** Animals for which somebody has an order. */
  readonly #held = new Set<number>()
  /** What each path must answer in the end; null for 404, empty for any text. */
  readonly shown = new Map<string, string | null>()

  startGap(): void {
    this.gap = 0
    this.#lastAt = performance.now()
  }

  /** @param name its own, so that it can be told from all others; @param text the animal, as JSON */
  toldPet(name: string, text: string): void {
    this.#count()
    this.#pets.set(name, text)
  }

  /** @param text the order, as JSON */
  toldOrder(text: string): void {
    this.#count()
    this.#orders.set(idOf(text), text)
  }

  /** A caller was told what a path shows, which nobody else changes; null if that is deleted. */
  shows(path: string, text: string | null): void {
    this.#count()
    this.shown.set(path, text)
  }

  toldDeletion(orderId: number): void {
    this.#orders.delete(String(orderId))
    this.#deleted.add(String(orderId))
  }

  /** Somebody got an order for an animal. */
  took(petId: number): void {
    if (this.#held.has(petId)) this.faults.doubled += 1
    this.#held.add(petId)
  }

  /** Somebody is about to end their order for an animal. */
  leaves(petId: number): void {
    this.#held.delete(petId)
  }

  /** From now on the clock may end an order. */
  expires(id: number, petId: number): void {
    this.leaves(petId)
    this.#expiring.add(String(id))
  }

  /** Compares all that a node shows with what callers were told, and with itself. */
  compare({ pets, orders, events, inventory }: Shown): void {
    const names = new Map<string, string>()
    for (const text of pets) {
      const name = nameOf(text)
      if (names.has(name)) this.faults.twice += 1
      if (this.refused.has(name)) this.faults.returned += 1
      names.set(name, text)
    }
    for (const text of orders) if (this.#deleted.has(idOf(text))) this.faults.returned += 1
    this.#compare(this.#pets, names)
    this.#compare(this.#orders, new Map(orders.map((text) => [idOf(text), text])))
    const petRows = pets.map(rowOf)
    const orderRows = orders.map(rowOf)
    this.#govern(petRows, orderRows, inventory)
    this.#replay({ pet: petRows, order: orderRows }, events)
  }

  #compare(told: ReadonlyMap<string, string>, shown: ReadonlyMap<string, string>): void {
    for (const [id, text] of told) {
      const found = shown.get(id)
      if (found === undefined) this.faults.lost += 1
      else if (found !== text && !(this.#expiring.has(id) && rowOf(found).status === 'expired')) {
        this.faults.altered += 1
      }
    }
  }

  /** An animal is what its order says, and `available` or as a caller left it without one. */
  #govern(
    pets: readonly Row[],
    orders: readonly Row[],
    inventory: Readonly<Record<string, number>>,
  ): void {
    const open = Map.groupBy(
      orders.filter(({ status }) => status in governed),
      ({ petId }) => petId,
    )
    for (const { id, status } of pets) {
      const holding = open.get(id) ?? []
      if (holding.length > 1) this.faults.doubled += 1
      if (holding.some((order) => governed[order.status] !== status)) this.faults.mismatched += 1
    }
    for (const [status, count] of Object.entries(inventory)) {
      if (pets.filter((pet) => pet.status === status).length !== count) this.faults.mismatched += 1
    }
  }

  /** What the events tell of the rows, from the first event on, is what the lists show. */
  #replay(lists: Readonly<Record<string, readonly Row[]>>, events: readonly string[]): void {
    const told = new Map<string, Row>()
    for (const text of events) {
      const { type, data } = parseExactly(text) as Event
      const [name = '', row] = Object.entries(data)[0] ?? []
      if (type === `${name}.deleted`) told.delete(`${name} ${row?.id}`)
      else if (row !== undefined) told.set(`${name} ${row.id}`, row)
      if (type === 'contact.deleted') forget(told, row?.id)
    }
    for (const [name, rows] of Object.entries(lists)) {
      for (const row of rows) {
        const key = `${name} ${row.id}`
        if (!isDeepStrictEqual(told.get(key), row)) this.faults.differing += 1
        told.delete(key)
      }
      this.faults.differing += [...told.keys()].filter((key) => key.startsWith(`${name} `)).length
    }
  }

  #count(): void {
    const now = performance.now()
    this.gap = Math.max(this.gap, now - this.#lastAt)
    this.#lastAt = now
    this.acknowledged += 1
  }
}

/** The orders of a person who is erased lose the id. */
const forget = (rows: Map<string, Row>, erased: bigint | undefined): void => {
  for (const [key, { contactId, ...row }] of rows) if (contactId === erased) rows.set(key, row)
}

const nameOf = (text: string): string => String(JSON.parse(text).name)
const idOf = (text: string): string => String(JSON.parse(text).id)
const rowOf = (text: string): Row => parseExactly(text) as Row
