import { DatabaseSync } from 'node:sqlite'
import type { Answer } from '../helpers/answer.ts'

/** What of the store is not as it must be. Each is to stay 0. */
export type OrderFaults = {
  /** Orders that are gone or older than somebody was told, or there though somebody was told that they are gone. */
  lost: number
  /** Orders that came to where they cannot come from what somebody was told, or are two for one request. */
  altered: number
  /** Animals with two orders that are placed, approved or delivered. */
  doubled: number
  /** Animals that are not what their order says, or orders without their animal. */
  mismatched: number
  /** Differences between the inventory and a count of the animals. */
  miscounted: number
  /** Callers with more orders placed than they may have. */
  overLimit: number
  /** Answers that no request should get. */
  unexpected: number
}

/** What can become of an order, by the documentation. */
const followers: Readonly<Record<string, readonly string[]>> = {
  placed: ['approved', 'delivered', 'expired', 'cancelled', 'returned'],
  approved: ['delivered', 'cancelled', 'returned'],
  delivered: ['returned'],
  expired: [],
  cancelled: [],
  returned: [],
}

/** The status of the animal while an order has it. */
const governed: Readonly<Record<string, string>> = {
  placed: 'pending',
  approved: 'pending',
  delivered: 'sold',
}

type Told = { readonly version: number; readonly status: string }
type OrderLine = Told & {
  readonly id: number
  readonly petId: number
  readonly reference: string | null
}
type PetLine = { readonly id: number; readonly status: string; readonly orderId: number | null }

/** Holds what the store has against what clients sent and what they were told. */
export class OrderLedger {
  readonly faults: OrderFaults = {
    lost: 0,
    altered: 0,
    doubled: 0,
    mismatched: 0,
    miscounted: 0,
    overLimit: 0,
    unexpected: 0,
  }
  /** The newest state of each order that somebody was told. */
  readonly #told = new Map<number, Told>()
  readonly #deletionsSent = new Set<number>()
  readonly #deleted = new Set<number>()
  /** Animals whose status somebody may have changed by hand. */
  readonly #touchedPets = new Set<number>()

  /** @param answer a 200 or 201 with an order */
  told({ text, headers }: Answer): number {
    const { id, status } = JSON.parse(text)
    const version = Number(/-(\d+)"$/.exec(String(headers.etag))?.[1])
    const before = this.#told.get(id)
    if (before !== undefined) {
      const [older, newer] =
        before.version < version ? [before.status, status] : [status, before.status]
      if (!mayFollow(older, newer)) this.faults.altered += 1
    }
    if (before === undefined || before.version < version) this.#told.set(id, { version, status })
    return id
  }

  deleting(id: number): void {
    this.#deletionsSent.add(id)
  }

  deleted(id: number): void {
    this.#deleted.add(id)
  }

  touching(petId: number): void {
    this.#touchedPets.add(petId)
  }

  /**
   * Looks through a store in which nothing changes now.
   *
   * @param now the time of the service, in milliseconds since the Unix epoch
   * @param inventory as the service counts it
   * @param mostPlaced the orders that each caller may have placed, by the name of its key
   */
  check(
    path: string,
    now: number,
    inventory: Readonly<Record<string, number>>,
    mostPlaced: Readonly<Record<string, number>>,
  ): void {
    const database = new DatabaseSync(path, { readOnly: true })
    const all = (sql: string, ...values: readonly string[]): unknown =>
      database.prepare(sql).all(...values)
    // The columns are those of the lines.
    const orders = all(
      'SELECT id, pet_id AS petId, status, reference, row_version AS version FROM orders',
    ) as readonly OrderLine[]
    const pets = all('SELECT id, status, order_id AS orderId FROM pets') as readonly PetLine[]
    const placed = all(
      `SELECT "by", count(*) AS count FROM orders WHERE status = 'placed' AND expires_at > ?
      GROUP BY "by"`,
      new Date(now).toISOString(),
    ) as ReadonlyArray<{ readonly by: string; readonly count: number }>
    database.close()
    this.#checkTold(orders)
    this.#checkPets(orders, pets)
    for (const status of ['available', 'pending', 'sold']) {
      const count = pets.filter((pet) => pet.status === status).length
      if (inventory[status] !== count) this.faults.miscounted += 1
    }
    for (const { by, count } of placed) {
      if (count > (mostPlaced[by] ?? 0)) this.faults.overLimit += 1
    }
  }

  #checkTold(orders: readonly OrderLine[]): void {
    const byId = new Map(orders.map((order) => [order.id, order]))
    for (const [id, told] of this.#told) {
      const order = byId.get(id)
      if (order === undefined) {
        if (!this.#deletionsSent.has(id)) this.faults.lost += 1
      } else if (this.#deleted.has(id) || order.version < told.version) {
        this.faults.lost += 1
      } else if (
        order.version === told.version
          ? order.status !== told.status
          : !mayFollow(told.status, order.status)
      ) {
        this.faults.altered += 1
      }
    }
    // Each request has a reference of its own, so two orders with one reference are of one request.
    const references = orders.flatMap(({ reference }) => reference ?? [])
    this.faults.altered += references.length - new Set(references).size
  }

  #checkPets(orders: readonly OrderLine[], pets: readonly PetLine[]): void {
    const governors = Map.groupBy(
      orders.filter(({ status }) => status in governed),
      ({ petId }) => petId,
    )
    const ids = new Set(pets.map(({ id }) => id))
    for (const [petId, having] of governors) {
      if (having.length > 1) this.faults.doubled += 1
      const isGone = !ids.has(petId)
      if (isGone && having.some(({ status }) => status !== 'delivered')) this.faults.mismatched += 1
    }
    for (const { id, status, orderId } of pets) {
      const governor = governors.get(id)?.[0]
      const wanted = governor === undefined ? 'available' : governed[governor.status]
      const isFree = governor === undefined && this.#touchedPets.has(id)
      if ((status !== wanted && !isFree) || orderId !== (governor?.id ?? null)) {
        this.faults.mismatched += 1
      }
    }
  }
}

const mayFollow = (from: string, to: string): boolean =>
  from === to || (followers[from]?.includes(to) ?? false)
