import assert from 'node:assert/strict'
import { test } from 'node:test'
import { authenticatorOf } from '../../src/access/keys/authenticator.ts'
import type { KeyRecord } from '../../src/access/keys/key-store.ts'
import { issueKey } from '../../src/access/keys/life-cycle.ts'
import { fixedPlans } from '../../src/access/quotas/plans.ts'
import { countTurns } from '../helpers/event-loop.ts'

const now = Date.parse('2026-11-20T12:00:00Z')

const issue = (expiresAt?: number) =>
  issueKey({
    environment: 'staging',
    name: 'A shop',
    plan: 'free',
    limits: fixedPlans.free,
    now,
    expiresAt,
  })

/** An authenticator of staging, and a store of keys in memory that answers asynchronously, as a network store does. */
const setUp = (revisions?: Parameters<typeof authenticatorOf>[2]) => {
  const records = new Map<string, KeyRecord>()
  const store = {
    revision: 0,
    lookUps: 0,
    isFailing: false,
    touched: [] as Array<ReadonlyMap<string, number>>,
  }
  const put = (record: KeyRecord): void => {
    records.set(String(record.hash), record)
    store.revision += 1
  }
  const keys = {
    findByHash: async (hash: Uint8Array) => {
      store.lookUps += 1
      const record = records.get(String(hash))
      await Promise.resolve()
      return record
    },
    revision: async () => store.revision,
    touch: async (uses: ReadonlyMap<string, number>) => {
      if (store.isFailing) throw new Error('The disk is full.')
      store.touched.push(uses)
    },
  }
  const add = (expiresAt?: number) => {
    const issued = issue(expiresAt)
    put(issued.record)
    return issued
  }
  const authenticator = authenticatorOf(keys, 'staging', revisions)
  const judge = async (key: string, at = now) =>
    await authenticator.authenticate(`Bearer ${key}`, at)
  const refusal = async (key: string, at?: number): Promise<string> => {
    const judged = await judge(key, at)
    assert.ok('code' in judged && judged.code === 'invalid_api_key')
    return judged.message
  }
  return { store, keys, put, add, authenticator, judge, refusal }
}

test('a key is looked up once and cached until its expiry, and one that is unknown until the next refresh', async () => {
  const { store, put, add, authenticator, judge, refusal } = setUp()
  const { key } = add(now + 1_000)
  for (let n = 0; n < 3; n += 1) await judge(key)
  assert.equal(store.lookUps, 1)
  assert.match(await refusal(key, now + 1_000), /expired/)
  const later = issue()
  assert.match(await refusal(later.key), /unknown/)
  put(later.record)
  await authenticator.refresh()
  assert.equal(await judge(later.key), later.record)
})

test('a key revoked during its look-up is not cached', async () => {
  const { add, put, authenticator, judge, refusal } = setUp()
  const { key, record } = add()
  await authenticator.refresh()
  const lookUp = judge(key)
  put({ ...record, revokedAt: now })
  await Promise.all([authenticator.refresh(), lookUp])
  assert.match(await refusal(key), /revoked/)
})

test('uses are written once each, and again if the store failed', async () => {
  const { store, add, authenticator, judge } = setUp()
  const { key, record } = add()
  await judge(key)
  store.isFailing = true
  await assert.rejects(async () => await authenticator.flushUses())
  store.isFailing = false
  await judge(key, now + 7)
  await authenticator.flushUses()
  await authenticator.flushUses()
  assert.deepEqual(store.touched, [new Map([[record.id, now + 7]])])
})

test('requests get their turn while the uses of many keys are written', async (t) => {
  const { keys, add, authenticator, judge } = setUp()
  const turns = countTurns(t)
  const written: Array<readonly [uses: number, turn: number]> = []
  t.mock.method(keys, 'touch', async (uses: ReadonlyMap<string, number>) => {
    written.push([uses.size, turns()])
  })
  for (let n = 0; n < 600; n += 1) await judge(add().key)
  await authenticator.flushUses()
  const [first, second] = written
  assert.deepEqual([first?.[0], second?.[0]], [500, 100])
  assert.notEqual(first?.[1], second?.[1])
})

test('a changed key is looked up anew once announced, even while the store does not answer', async () => {
  let time = 1_000
  let mark: string | undefined = 'first'
  const { store, add, authenticator, judge } = setUp({
    readRevision: async () => mark ?? assert.fail('The counters are down.'),
    clock: () => time,
  })
  await authenticator.refresh()
  await authenticator.checkRevision()
  const { key } = add()
  await judge(key)
  for (const [pause, announced, lookUps, why] of [
    [60_000, 'first', 1, 'the mark has not moved'],
    [0, 'second', 2, 'it has'],
    [750, undefined, 2, 'it was confirmed a moment ago'],
    [1, undefined, 3, 'neither the store nor the news has answered for too long'],
  ] as const) {
    time += pause
    mark = announced
    await authenticator.checkRevision()
    await judge(key)
    assert.equal(store.lookUps, lookUps, why)
  }
})
