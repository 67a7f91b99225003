import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test, type TestContext } from 'node:test'
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import type { NewPet, Pet } from '../../src/pets/pet.ts'
import { ForwardedWrites } from '../../src/storage/forwarding/forwarded-writes.ts'
import { ServedWrites } from '../../src/storage/forwarding/served-writes.ts'
import { OutcomeUnknown, StorageUnavailable } from '../../src/core/errors/storage-errors.ts'

type Written = ConstructorParameters<typeof ServedWrites>[0]

/** A writer that does what a test says, and counts upwards where it says nothing. */
const writerOf = (parts: Partial<Written['pets']> = {}) => {
  const created: NewPet[] = []
  const uses: Array<ReadonlyMap<string, number>> = []
  const served = new ServedWrites({
    pets: {
      create: (pet): Pet => ({ id: BigInt(created.push(pet)), ...pet }),
      createOnce: () => ({
        outcome: 'created',
        answer: { status: 201, location: '/1', body: '{}' },
      }),
      ...parts,
    },
    keys: { touch: (used) => void uses.push(used) },
  })
  return { served, created, uses }
}

/** Puts a port between the two, and closes it with the test. */
const connect = (
  t: TestContext,
  forwarded: ForwardedWrites,
  served: ServedWrites,
): { readonly port: MessagePort } => {
  const { port1, port2 } = new MessageChannel()
  t.after(() => port1.close())
  served.serve(port1)
  forwarded.connect(port2)
  return { port: port1 }
}

const rex: NewPet = { name: 'Rex', categoryId: 9_223_372_036_854_775_807n, status: 'available' }
const firstTime = { ownerId: 'key_1', key: 'a', fingerprint: new Uint8Array(32).fill(7), now: 1 }

test('what is written at once goes in one message, and comes back as it is', async (t) => {
  const { served, created, uses } = writerOf()
  const forwarded = new ForwardedWrites()
  const { port } = connect(t, forwarded, served)
  const messages: unknown[][] = []
  port.on('message', (calls: unknown[]) => messages.push(calls))
  const pets = await Promise.all(
    Array.from({ length: 20 }, async () => await forwarded.call('pets.create', rex)),
  )
  assert.deepEqual(
    pets.map(({ id }) => id),
    Array.from({ length: 20 }, (_, index) => BigInt(index + 1)),
  )
  assert.deepEqual(created[0], rex)
  assert.deepEqual(
    messages.map((calls) => calls.length),
    [20],
  )
  await forwarded.call('keys.touch', new Map([['key_1', 5]]))
  assert.deepEqual(uses, [new Map([['key_1', 5]])])
})

test('a store that is out of reach stays one over the port, and so does any other error', async (t) => {
  const cause = Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR' })
  const { served } = writerOf({
    create: () => {
      throw new StorageUnavailable('full', cause)
    },
    createOnce: async () => {
      throw new TypeError('A mistake.')
    },
  })
  const forwarded = new ForwardedWrites()
  connect(t, forwarded, served)
  await assert.rejects(forwarded.call('pets.create', rex), (error: unknown) => {
    assert.ok(error instanceof StorageUnavailable)
    assert.equal(error.reason, 'full')
    assert.ok(error.cause instanceof Error && 'code' in error.cause)
    assert.equal(error.cause.message, cause.message)
    assert.equal(error.cause.code, cause.code)
    return true
  })
  await assert.rejects(forwarded.call('pets.createOnce', rex, firstTime, undefined), {
    name: 'TypeError',
    message: 'A mistake.',
  })
})

test('where the writer ends before it answers, only what can be done twice is done by the next', async (t) => {
  const asked = Promise.withResolvers<void>()
  const never = new Promise<never>(() => undefined)
  const first = writerOf({
    create: async () => await never,
    createOnce: async () => {
      asked.resolve()
      return await never
    },
  })
  const forwarded = new ForwardedWrites()
  const { port } = connect(t, forwarded, first.served)
  const creation = forwarded.call('pets.create', rex)
  const creationOnce = forwarded.call('pets.createOnce', rex, firstTime, '/pets')
  await asked.promise
  port.close()
  await assert.rejects(creation, OutcomeUnknown)
  const waiting = forwarded.call('pets.create', rex)

  const second = writerOf({
    createOnce: (pet, { fingerprint }, location) => {
      assert.deepEqual([pet, fingerprint, location], [rex, firstTime.fingerprint, '/pets'])
      return { outcome: 'reused' }
    },
  })
  connect(t, forwarded, second.served)
  assert.deepEqual(await creationOnce, { outcome: 'reused' })
  assert.equal((await waiting).id, 1n)
  assert.equal(second.created.length, 1)
})

test('without a writer writes are refused after a while, and go on with the next one', async (t) => {
  const forwarded = new ForwardedWrites(20)
  const refused = { name: 'StorageUnavailable', reason: 'no_writer' }
  await assert.rejects(forwarded.call('pets.create', rex), refused)
  await assert.rejects(forwarded.call('pets.create', rex), refused)
  connect(t, forwarded, writerOf().served)
  assert.equal((await forwarded.call('pets.create', rex)).id, 1n)
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
