import type { Answer, Call } from '../helpers/http.ts'
import { idOf } from './followers.ts'
import type { History } from './history.ts'
import type { Ledger } from './ledger.ts'
import { holdModel, type PetInput, petModel } from './models.ts'
import type { Nodes } from './nodes.ts'
import { oneOf } from './random.ts'

/** What callers do, and what they know. */
export type Callers = {
  readonly nodes: Nodes
  readonly ledger: Ledger
  /** What was asked and answered, to be checked at the end. */
  readonly history: History
  readonly key: string
  readonly random: () => number
  /** The time of the service if it runs fast, so that holds of orders expire. */
  readonly now?: (() => number) | undefined
  /** Milliseconds for which a request can be on its way after its caller has given it up; undefined if it never is. */
  readonly late?: number | undefined
  /** Aborted when the callers are to end, each after what it is doing. */
  readonly ending: AbortSignal
}

/** The share of the changes after which another node is asked what it shows. */
const checkedShare = 0.25

/** Adds animals and changes each once. Whoever has no answer sends the request again, to any node. */
export const addAnimals = async (callers: Callers, caller: number): Promise<void> => {
  const { nodes, key, random, ending } = callers
  for (let serial = 1; !ending.aborted; serial += 1) {
    const name = `Pet ${serial} of caller ${caller}`
    const options = {
      key,
      method: 'POST',
      body: { name, categoryId: Math.floor(random() * 1_000) },
      headers: { 'idempotency-key': `pet-${caller}-${serial}` },
    }
    const id = await changeAnimal(callers, name, { kind: 'create' }, '/pets', options)
    if (id === undefined) continue
    // A request that is sent again with its key gets the same answer, by the history of the key.
    if (random() < 0.1) isAs((await nodes.ask('/pets', options)).answer, 201, callers)
    const body = { status: random() < 0.5 ? 'sold' : 'pending' }
    const change = { key, method: 'PATCH', body }
    await changeAnimal(callers, name, { kind: 'change', ...body }, `/pets/${id}`, change)
  }
}

/**
 * Changes an animal that nobody else changes. Another node must show it then, or say that it cannot tell.
 *
 * @returns its id; undefined, and a fault, if the answer is not as it must be
 */
const changeAnimal = async (
  callers: Callers,
  name: string,
  input: PetInput,
  path: string,
  options: Call,
): Promise<number | undefined> => {
  const { nodes, ledger, history, key, random } = callers
  const { answer, node } = await history.record(
    petModel,
    name,
    input,
    () => nodes.ask(path, options),
    ({ answer: { status, text } }) => (status === 200 || status === 201 ? text : undefined),
  )
  if (!isAs(answer, input.kind === 'create' ? 201 : 200, callers)) return undefined
  ledger.toldPet(name, answer.text)
  const id = idOf(answer.text)
  if (random() >= checkedShare) return id
  await history.record(
    petModel,
    name,
    { kind: 'read' },
    () => nodes.once(nodes.other(node), `/pets?id=${id}`, { key }),
    (seen) => (seen?.status === 200 ? seen.text : undefined),
  )
  return id
}

/** Adds animals without a key, each once: what is refused must never be there. */
export const addOnce = async (callers: Callers, caller: number): Promise<void> => {
  const { nodes, ledger, key, ending } = callers
  for (let serial = 1; !ending.aborted; serial += 1) {
    const name = `Once ${serial} of caller ${caller}`
    const body = { name, categoryId: 1 }
    const answer = await nodes.once(nodes.any(), '/pets', { key, method: 'POST', body })
    if (answer?.status === 201) ledger.toldPet(name, answer.text)
    else if (answer?.status === 503) ledger.refused.add(name)
    // The outcome is unknown to this caller.
    else if (answer === undefined) await nodes.pause()
    else nodes.surprise(answer)
  }
}

/** Orders the same few animals as everybody else, and brings each back. */
export const orderAnimals = async (
  callers: Callers,
  caller: number,
  petIds: readonly number[],
): Promise<void> => {
  const { nodes, ledger, history, key, random, now, late, ending } = callers
  for (let serial = 1; !ending.aborted; serial += 1) {
    const petId = oneOf(random, petIds)
    const reference = `order-${caller}-${serial}`
    const expiresAt = now && random() < 0.3 ? holdEnd(now(), random()) : undefined
    const options = {
      key,
      method: 'POST',
      body: { petId, reference, expiresAt },
      headers: { 'idempotency-key': reference },
    }
    const mayExpire = expiresAt === undefined ? {} : { mayExpire: true as const }
    const input = { kind: 'place' as const, order: reference, ...mayExpire }
    const start = performance.now()
    const { answer, isRepeated } = await history.record(
      holdModel,
      String(petId),
      input,
      () => nodes.ask('/store/orders', options),
      ({ answer: { status } }) =>
        status === 201 ? 'placed' : status === 409 ? 'refused' : undefined,
    )
    if (late !== undefined && isRepeated && answer.status !== 201) {
      // An attempt without an answer may hold the animal yet, if it is still on its way.
      const end = performance.now() + late
      history.add(holdModel, String(petId), { input, output: undefined, start, end })
    }
    // The animal has an order, or the clock moved past the end of the hold.
    if (answer.status === 409 || (expiresAt && answer.status === 400)) continue
    if (!isAs(answer, 201, callers)) continue
    ledger.took(petId)
    ledger.toldOrder(answer.text)
    const id = idOf(answer.text)
    if (expiresAt !== undefined) {
      // The clock may end it at any time, so this caller leaves it alone.
      ledger.expires(id, petId)
      continue
    }
    const ends = random() < 0.5 ? ['cancelled'] : ['approved', 'delivered', 'returned']
    for (const status of ends) {
      if (status === ends.at(-1)) ledger.leaves(petId)
      const moved = await history.record(
        holdModel,
        String(petId),
        { kind: 'move', order: reference, to: status },
        () => nodes.ask(`/store/orders/${id}`, { key, method: 'PATCH', body: { status } }),
        (moving) => (moving.answer.status === 200 ? 'moved' : undefined),
      )
      if (isAs(moved.answer, 200, callers)) ledger.toldOrder(moved.answer.text)
    }
    if (ends.length > 1 || random() < 0.5) continue
    const gone = await nodes.ask(`/store/orders/${id}`, { key, method: 'DELETE' })
    // It may have been deleted by an attempt without an answer.
    if (gone.answer.status === 404 || isAs(gone.answer, 204, callers)) ledger.toldDeletion(id)
  }
}

/** Looks at the animals that everybody orders. */
export const watchAnimals = async (
  { nodes, history, key, random, ending }: Callers,
  petIds: readonly number[],
): Promise<void> => {
  while (!ending.aborted) {
    const petId = oneOf(random, petIds)
    const look = () => nodes.once(nodes.any(), `/pets?id=${petId}`, { key })
    const shown = (answer: Answer | undefined): string | undefined =>
      answer?.status === 200 ? String(JSON.parse(answer.text)[0]?.status) : undefined
    await history.record(holdModel, String(petId), { kind: 'read' }, look, shown)
    await nodes.pause()
  }
}

/** Most holds are so short that they expire during the run. */
const holdEnd = (now: number, random: number): string =>
  new Date(now + 85_000 + random * 200_000).toISOString()

/** Whether an answer is as it must be. Else it counts as a fault. */
const isAs = (answer: Answer, status: number, { nodes, ledger }: Callers): boolean => {
  if (answer.status === status) return true
  if (answer.status === 404) ledger.faults.lost += 1
  else nodes.surprise(answer)
  return false
}
