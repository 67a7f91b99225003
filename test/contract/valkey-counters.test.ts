import assert from 'node:assert/strict'
import { after, before, type TestContext } from 'node:test'
import type { Subject } from '../../src/access/quotas/counters.ts'
import type { Limits } from '../../src/access/quotas/plans.ts'
import type { ValkeyPlace } from '../../src/base/config/valkey-place.ts'
import {
  type ValkeyCounters,
  valkeyCounters,
} from '../../src/access/quotas/valkey/valkey-counters.ts'
import type { Cleanup } from '../helpers/cleanup.ts'
import { TestCountStore } from '../helpers/count-store.ts'
import { testWith } from '../helpers/needs.ts'
import { needsValkey, startValkey, type TestValkey } from '../helpers/valkey.ts'
import { countersContract } from './counters.ts'

const it = testWith(needsValkey)

const left: Array<() => unknown> = []
const suite: Cleanup = { after: (work) => left.push(work) }
let engine: TestValkey

before(async () => {
  if (needsValkey === false) engine = await startValkey(suite)
})
after(async () => {
  for (const work of left) await work()
})

/** The place of each test: a restart of the service finds the same. */
const places = new WeakMap<TestContext, ValkeyPlace>()
const placeOf = (t: TestContext): ValkeyPlace => {
  const place = places.get(t) ?? engine.place()
  places.set(t, place)
  return place
}

/** A machine that is busy must not make these tests fall back. */
const times = { deadline: 10_000 }

const open = async (t: TestContext): Promise<ValkeyCounters> => {
  const counters = valkeyCounters({ place: placeOf(t), usesCallersTime: true, times })
  t.after(() => counters.close())
  await counters.load(new TestCountStore())
  return counters
}

countersContract({
  name: 'Valkey',
  skip: needsValkey,
  open: async (t, count) => {
    const others = Array.from({ length: count - 1 }, () => open(t))
    return [await open(t), ...(await Promise.all(others))]
  },
})

const now = Date.parse('2026-11-20T12:00:30Z')
const free: Limits = { perMinute: 60, perDay: 1_000 }
const a: Subject = { kind: 'key', id: 'a' }

it('a ban that the engine has lost is known again after a restart, if the store has it', async (t) => {
  const store = new TestCountStore()
  const counters = await open(t)
  for (let n = 0; n < 121; n += 1) await counters.spend(a, free, now)
  await counters.flush(store)
  assert.equal(store.saves, 1)
  await counters.flush(store)
  assert.equal(store.saves, 1, 'what was told is not told again')
  places.set(t, engine.place())
  const restarted = valkeyCounters({ place: placeOf(t), times })
  t.after(() => restarted.close())
  // By its own clock, the engine would not join what is of yesterday.
  const bucket = store.rows.get('key a')
  assert.ok(bucket !== undefined)
  const banEnds = Math.ceil(Date.now() / 1_000) + 3_600
  store.rows.set('key a', { ...bucket, banEnds, banLength: 3_600 })
  await restarted.load(store)
  assert.equal((await restarted.peek(a, free, Date.now())).verdict.outcome, 'banned')
})

it('the owner of a key with a new plan is noted at the first request of a minute', async (t) => {
  const store = new TestCountStore()
  const counters = await open(t)
  for (let n = 0; n < 50; n += 1) await counters.spend(a, free, now)
  await counters.flush(store)
  assert.equal(store.saves, 0)
  await counters.spend(a, { perMinute: 60, perDay: 60 }, now + 60_000)
  await counters.flush(store)
  assert.equal(store.rows.get('key a')?.dayUsed, 51)
})

it('a node that would rather refuse does not start without the engine, and tells why without the password', async (t) => {
  const place = { ...engine.place(), at: { host: '127.0.0.1', port: 1 }, password: 'verysecret' }
  const counters = valkeyCounters({ place, whenDown: 'refuse' })
  t.after(() => counters.close())
  await assert.rejects(counters.load(new TestCountStore()), (error: Error) => {
    assert.match(error.message, /^The counters at 127\.0\.0\.1:1 .* cannot be reached: /)
    assert.ok(!error.message.includes('verysecret'))
    return true
  })
})
