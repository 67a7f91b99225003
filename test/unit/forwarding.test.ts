import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test, type TestContext } from 'node:test'
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import type { Change, Result } from '../../src/data/change.ts'
import type { Applied } from '../../src/data/store.ts'
import type { Act } from '../../src/data/act.ts'
import { type PetCreate, petCreate } from '../../src/pets/changes.ts'
import type { NewPet, Pet } from '../../src/pets/pet.ts'
import { ForwardedWrites } from '../../src/storage/forwarding/forwarded-writes.ts'
import { WriteReceiver } from '../../src/storage/forwarding/write-receiver.ts'
import type { RequestSum } from '../../src/quotas/history/request-history.ts'
import { OutcomeUnknown, StorageUnavailable } from '../../src/core/errors/storage-errors.ts'
import { act } from '../helpers/act.ts'

type Written = ConstructorParameters<typeof WriteReceiver>[0]
type Apply = (change: Change, act: Act) => Promise<Applied<Result>>

/** A writer that answers as a test says, or counts upwards by default. */
const writerOf = (apply?: Apply) => {
  const created: NewPet[] = []
  const uses: Array<ReadonlyMap<string, number>> = []
  const sums: RequestSum[] = []
  const create: Apply = async (change) => {
    const { pet } = change as PetCreate
    const result = { outcome: 'created', pet: { id: BigInt(created.push(pet)), ...pet } }
    return { outcome: 'done', result, replayed: false }
  }
  const served = new WriteReceiver({
    // The test's answer is the result of the change.
    data: { apply: (apply ?? create) as Written['data']['apply'] },
    keys: { touch: async (used) => void uses.push(used) },
    history: { add: async (added) => void sums.push(...added) },
  })
  return { served, created, uses, sums }
}

/** Creates an animal through the other thread. */
const create = async (forwarded: ForwardedWrites): Promise<Pet> => {
  const applied = await forwarded.apply(petCreate(rex), act)
  assert.ok(applied.outcome === 'done')
  return applied.result.pet
}

/** Puts a port between the two, and closes it with the test. */
const connect = (
  t: TestContext,
  forwarded: ForwardedWrites,
  served: WriteReceiver,
): { readonly port: MessagePort } => {
  const { port1, port2 } = new MessageChannel()
  t.after(() => port1.close())
  served.serve(port1)
  forwarded.connect(port2)
  return { port: port1 }
}

const rex: NewPet = { name: 'Rex', categoryId: 9_223_372_036_854_775_807n, status: 'available' }
const firstTime: Act = {
  ...act,
  once: { chainId: 'key_1', key: 'a', fingerprint: new Uint8Array(32).fill(7), now: 1 },
}

test('what is written at once goes in one message, and comes back as it is', async (t) => {
  const { served, created, uses } = writerOf()
  const forwarded = new ForwardedWrites()
  const { port } = connect(t, forwarded, served)
  const messages: unknown[][] = []
  port.on('message', (calls: unknown[]) => messages.push(calls))
  const pets = await Promise.all(Array.from({ length: 20 }, () => create(forwarded)))
  assert.deepEqual(
    pets.map(({ id }) => id),
    Array.from({ length: 20 }, (_, index) => BigInt(index + 1)),
  )
  assert.deepEqual(created[0], rex)
  assert.deepEqual(
    messages.map((calls) => calls.length),
    [20],
  )
  await forwarded.touchKeys(new Map([['key_1', 5]]))
  assert.deepEqual(uses, [new Map([['key_1', 5]])])
})

test('a store that is out of reach stays one over the port, and so does any other error', async (t) => {
  const cause = Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR' })
  const { served } = writerOf(async (_change, { once: only }) => {
    if (only === undefined) throw new StorageUnavailable('full', cause)
    throw new TypeError('A mistake.')
  })
  const forwarded = new ForwardedWrites()
  connect(t, forwarded, served)
  await assert.rejects(create(forwarded), (error: unknown) => {
    assert.ok(error instanceof StorageUnavailable)
    assert.equal(error.reason, 'full')
    assert.ok(error.cause instanceof Error && 'code' in error.cause)
    assert.equal(error.cause.message, cause.message)
    assert.equal(error.cause.code, cause.code)
    return true
  })
  await assert.rejects(forwarded.apply(petCreate(rex), firstTime), {
    name: 'TypeError',
    message: 'A mistake.',
  })
})

test('if the writer ends before it answers, the next one repeats only what can be done twice', async (t) => {
  const asked = Promise.withResolvers<void>()
  const never = new Promise<never>(() => undefined)
  const first = writerOf(async (_change, { once: only }) => {
    if (only !== undefined) asked.resolve()
    return await never
  })
  const forwarded = new ForwardedWrites()
  const { port } = connect(t, forwarded, first.served)
  const creation = create(forwarded)
  const creationOnce = forwarded.apply(petCreate(rex), firstTime)
  await asked.promise
  port.close()
  await assert.rejects(creation, OutcomeUnknown)
  const waiting = create(forwarded)

  const seen: unknown[] = []
  const second = writerOf(async (change, by) => {
    seen.push([change, by])
    return { outcome: 'reused' }
  })
  connect(t, forwarded, second.served)
  assert.deepEqual(await creationOnce, { outcome: 'reused' })
  await assert.rejects(waiting, 'nothing was created, as this writer says')
  assert.deepEqual(
    new Set(seen),
    new Set([
      [petCreate(rex), act],
      [petCreate(rex), firstTime],
    ]),
  )
})

test('without a writer writes are refused after a while, and go on with the next one', async (t) => {
  const forwarded = new ForwardedWrites({ writer: 20 })
  const refused = { name: 'StorageUnavailable', reason: 'no_writer' }
  await assert.rejects(create(forwarded), refused)
  await assert.rejects(create(forwarded), refused)
  connect(t, forwarded, writerOf().served)
  assert.equal((await create(forwarded)).id, 1n)
})

test('the one that writes knows when no other hands anything over any more', async (t) => {
  const { served } = writerOf()
  await served.ended()
  const [one, other] = [new ForwardedWrites(), new ForwardedWrites()]
  const { port } = connect(t, one, served)
  connect(t, other, served)
  let hasEnded = false
  const ended = served.ended().then(() => (hasEnded = true))
  const closed = once(port, 'close')
  one.close()
  await closed
  assert.equal(hasEnded, false)
  other.close()
  await ended
})

test('a call that is never answered is given up, and nobody can say whether it was done', async (t) => {
  const never = new Promise<never>(() => undefined)
  const forwarded = new ForwardedWrites({ answer: 20 })
  connect(t, forwarded, writerOf(async () => await never).served)
  await assert.rejects(create(forwarded), OutcomeUnknown)
  await assert.rejects(forwarded.apply(petCreate(rex), firstTime), OutcomeUnknown)
})
