import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Authenticator, authenticatorOf } from '../../src/access/keys/authenticator.ts'
import type { KeyRecord, KeyStore } from '../../src/access/keys/key-store.ts'
import { type IssuedKey, issueKey } from '../../src/access/keys/life-cycle.ts'
import { fixedPlans } from '../../src/access/quotas/plans.ts'
import { countTurns } from '../helpers/event-loop.ts'

const now = Date.parse('2026-11-20T12:00:00Z')

/** A store of keys in memory that answers asynchronously, as a network store does. */
class TestKeys {
  readonly records = new Map<string, KeyRecord>()
  readonly touched: Array<ReadonlyMap<string, number>> = []
  lookUps = 0
  current = 0
  failing = false

  issue(expiresAt?: number): IssuedKey {
    const issued = issueKey({
      environment: 'staging',
      name: 'A shop',
      plan: 'free',
      limits: fixedPlans.free,
      now,
      expiresAt,
    })
    this.put(issued.record)
    return issued
  }

  put(record: KeyRecord): void {
    this.records.set(Buffer.from(record.hash).toString('hex'), record)
    this.current += 1
  }

  readonly store: KeyStore = {
    findByHash: async (hash) => {
      this.lookUps += 1
      const record = this.records.get(Buffer.from(hash).toString('hex'))
      await Promise.resolve()
      return record
    },
    ofOwner: () => assert.fail(),
    decide: () => assert.fail(),
    validOwners: () => assert.fail(),
    revision: async () => this.current,
    touch: async (uses) => {
      if (this.failing) throw new Error('The disk is full.')
      this.touched.push(uses)
    },
    insert: () => assert.fail(),
    find: () => assert.fail(),
    list: () => assert.fail(),
    notifyExpiring: () => assert.fail(),
  }
}

const setUp = async () => {
  const keys = new TestKeys()
  const authenticator = authenticatorOf(keys.store, 'staging')
  await authenticator.refresh()
  return { keys, authenticator }
}

const refusal = async (authenticator: Authenticator, header?: string, at = now) => {
  const result = await authenticator.authenticate(header, at)
  assert.ok('code' in result)
  return result
}

test('a key is looked up once and cached until its expiry', async () => {
  const { keys, authenticator } = await setUp()
  const { key } = keys.issue(now + 1_000)
  for (let n = 0; n < 3; n += 1) await authenticator.authenticate(`Bearer ${key}`, now)
  assert.equal(keys.lookUps, 1)
  const error = await refusal(authenticator, `Bearer ${key}`, now + 1_000)
  assert.equal(error.code, 'invalid_api_key')
  assert.match(error.message, /expired/)
})

test('a key made after a failed look-up is valid from the next refresh on', async () => {
  const { keys, authenticator } = await setUp()
  const { key, record } = issueKey({
    environment: 'staging',
    name: 'Later',
    plan: 'free',
    limits: fixedPlans.free,
    now,
  })
  assert.equal((await refusal(authenticator, `Bearer ${key}`)).code, 'invalid_api_key')
  keys.put(record)
  await authenticator.refresh()
  assert.equal(await authenticator.authenticate(`Bearer ${key}`, now), record)
})

test('a key revoked during its look-up is not cached', async () => {
  const { keys, authenticator } = await setUp()
  const { key, record } = keys.issue()
  await authenticator.refresh()
  const lookUp = authenticator.authenticate(`Bearer ${key}`, now)
  keys.put({ ...record, revokedAt: now })
  await Promise.all([authenticator.refresh(), lookUp])
  await authenticator.refresh()
  assert.match((await refusal(authenticator, `Bearer ${key}`)).message, /revoked/)
})

test('uses are written once each, and again if the store failed', async () => {
  const { keys, authenticator } = await setUp()
  const { key, record } = keys.issue()
  await authenticator.authenticate(`Bearer ${key}`, now)
  keys.failing = true
  await assert.rejects(async () => await authenticator.flushUses())
  keys.failing = false
  await authenticator.authenticate(`Bearer ${key}`, now + 7)
  await authenticator.flushUses()
  await authenticator.flushUses()
  assert.deepEqual(keys.touched, [new Map([[record.id, now + 7]])])
})

test('requests get their turn while the uses of many keys are written', async (t) => {
  const { keys, authenticator } = await setUp()
  const turns = countTurns(t)
  const written: Array<{ readonly uses: number; readonly turn: number }> = []
  t.mock.method(keys.store, 'touch', async (uses: ReadonlyMap<string, number>) => {
    written.push({ uses: uses.size, turn: turns() })
  })
  for (let n = 0; n < 600; n += 1)
    await authenticator.authenticate(`Bearer ${keys.issue().key}`, now)
  await authenticator.flushUses()
  assert.deepEqual(
    written.map(({ uses }) => uses),
    [500, 100],
  )
  assert.notEqual(written[0]?.turn, written[1]?.turn)
})

test('a changed key is looked up anew once announced, even while the store does not answer', async () => {
  const keys = new TestKeys()
  const time = { now: 1_000 }
  let mark: string | undefined = 'first'
  const authenticator = authenticatorOf(keys.store, 'staging', {
    readRevision: async () => mark ?? assert.fail('The counters are down.'),
    clock: () => time.now,
  })
  await authenticator.refresh()
  await authenticator.checkRevision()
  const { key } = keys.issue()
  const lookUps = async (): Promise<number> => {
    await authenticator.authenticate(`Bearer ${key}`, now)
    return keys.lookUps
  }
  assert.equal(await lookUps(), 1)
  time.now += 60_000
  await authenticator.checkRevision()
  assert.equal(await lookUps(), 1, 'the mark has not moved')
  mark = 'second'
  await authenticator.checkRevision()
  assert.equal(await lookUps(), 2)
  mark = undefined
  time.now += 750
  await authenticator.checkRevision()
  assert.equal(await lookUps(), 2, 'it was confirmed a moment ago')
  time.now += 1
  await authenticator.checkRevision()
  assert.equal(await lookUps(), 3, 'neither the store nor the news has answered for too long')
})
