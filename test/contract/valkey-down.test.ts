import assert from 'node:assert/strict'
import { type TestContext } from 'node:test'
import type { ValkeyPlace } from '../../src/base/config/valkey-place.ts'
import { ApiError } from '../../src/base/errors/api-error.ts'
import type { Observation } from '../../src/base/observation.ts'
import type { Subject } from '../../src/access/quotas/counters.ts'
import type { Limits } from '../../src/access/quotas/plans.ts'
import { connect } from '../../src/access/quotas/valkey/connection.ts'
import { announceKeys } from '../../src/access/quotas/valkey/small-scripts.ts'
import {
  valkeyCounters,
  type ValkeyCountersParts,
} from '../../src/access/quotas/valkey/valkey-counters.ts'
import { TestCountStore } from '../helpers/count-store.ts'
import { testWith } from '../helpers/needs.ts'
import { poll } from '../helpers/poll.ts'
import { startProxy } from '../helpers/tcp-proxy.ts'
import { needsValkey, startValkey } from '../helpers/valkey.ts'

const now = Date.parse('2026-11-20T12:00:30Z')
const free: Limits = { perMinute: 60, perDay: 1_000 }
const a: Subject = { kind: 'key', id: 'a' }
const it = testWith(needsValkey)

/** So long that a busy machine does not make a node count alone, where only a lost connection should. */
const patient = { deadline: 10_000, retry: 20 }
/** So short that a test need not wait long for an engine that does not answer. */
const hasty = { deadline: 200, retry: 20 }

/** A node, with what it observed. */
const open = async (
  t: TestContext,
  place: ValkeyPlace,
  parts: Partial<ValkeyCountersParts> = {},
  store = new TestCountStore(),
) => {
  const seen: Observation[] = []
  const counters = valkeyCounters({
    place,
    usesCallersTime: true,
    times: patient,
    observe: (observation) => seen.push(observation),
    ...parts,
  })
  t.after(() => counters.close())
  await counters.load(store)
  const count = (kind: Observation['kind']): number =>
    seen.filter((observation) => observation.kind === kind).length
  return {
    counters,
    count,
    /** How many of so many requests at once pass. */
    passed: async (requests: number, subject = a, limits = free): Promise<number> => {
      const spends = Array.from(
        { length: requests },
        async () => await counters.spend(subject, limits, now),
      )
      const all = await Promise.all(spends)
      return all.filter(({ verdict }) => verdict.outcome === 'allowed').length
    },
    used: async (subject = a): Promise<number> =>
      (await counters.peek(subject, free, now)).usage.minute.used,
    until: async (kind: Observation['kind']) => await poll(() => count(kind) > 0 || undefined),
  }
}

it('while the engine is down each node lets through its share, and adds it afterwards; bans stay in force, and a node that is to refuse answers 503', async (t) => {
  // The engine retains its counts over a restart, so it makes no difference which node comes back first.
  const engine = await startValkey(t, ['--appendonly', 'yes', '--appendfsync', 'always'])
  const place = engine.place()
  const all = await Promise.all([
    open(t, place),
    open(t, place),
    open(t, place, { whenDown: 'refuse' }),
  ])
  const [one, two, refusing] = all
  for (const { counters } of all) await counters.flush(new TestCountStore())
  const banned: Subject = { ...a, id: 'banned' }
  assert.equal(await one.passed(200, banned), 60)
  assert.equal(await one.passed(10), 10)
  assert.equal(await refusing.passed(2), 2)
  await engine.kill()
  await Promise.all(all.map(async ({ until }) => await until('counters_unavailable')))
  const spend = async (subject: Subject, at: number) =>
    (await one.counters.spend(subject, free, at)).verdict.outcome
  assert.equal(await spend(banned, now + 120_000), 'banned')
  const { verdict } = await one.counters.peek(banned, free, now + 120_000)
  assert.equal(verdict.outcome, 'banned')
  assert.equal(await spend(banned, now + 400_000), 'allowed')

  const isUnavailable = (error: unknown): boolean =>
    error instanceof ApiError && error.status === 503
  await assert.rejects(async () => await refusing.counters.spend(a, free, now), isUnavailable)
  assert.equal((await refusing.counters.peek(a, free, now)).verdict.minuteRemaining, 16)

  // A third is its share of the 50 that the first has seen to be left; the second has never counted this key.
  assert.equal(await one.passed(100), 16)
  assert.equal(await two.passed(100), 20)
  await engine.restart()
  await Promise.all(all.map(async ({ until }) => await until('counters_recovered')))
  assert.equal(await one.used(), 48, 'what was counted before, and what each let through')
  assert.equal(one.count('counters_unavailable'), 1)

  // It was refused so often that a ban began meanwhile, which reaches all nodes.
  assert.equal(await two.passed(10), 0)
  const other = await open(t, place)
  assert.equal((await other.counters.peek(a, free, now)).verdict.outcome, 'banned')
  const store = new TestCountStore()
  await other.counters.flush(store)
  assert.ok((store.rows.get('key a')?.banEnds ?? 0) > 0, 'and its owner gets an alert')
})

it('a single late answer is no failure of the work that waits for it', async (t) => {
  const engine = await startValkey(t)
  const proxy = await startProxy(t, engine.port)
  const place = { ...engine.place(), at: { host: '127.0.0.1', port: proxy.port } }
  const { counters, count, passed } = await open(t, place, { times: hasty })
  proxy.stall()
  await counters.flush(new TestCountStore())
  proxy.heal()
  assert.equal(await passed(1), 1)
  assert.equal(count('counters_unavailable'), 0)
})

it('a node that starts while the engine is down counts a quarter, with the bans that the store has, and adds it afterwards', async (t) => {
  const engine = await startValkey(t)
  const place = engine.place()
  const before = await open(t, place)
  assert.equal(await before.passed(200, { ...a, id: 'banned' }, free), 60)
  const store = new TestCountStore()
  await before.counters.flush(store)
  await engine.kill()
  const one = await open(t, place, {}, store)
  assert.equal(one.count('counters_unavailable'), 1)
  // No more than if four nodes had started at once.
  assert.equal(await one.passed(20), 15)
  const { verdict } = await one.counters.spend({ ...a, id: 'banned' }, free, now)
  assert.equal(verdict.outcome, 'banned')
  await engine.restart()
  await one.until('counters_recovered')
  assert.equal(await one.used(), 15)
})

it('an engine behind a link that stalls holds up no request for long, and is found again', async (t) => {
  const engine = await startValkey(t)
  const proxy = await startProxy(t, engine.port)
  const place = { ...engine.place(), at: { host: '127.0.0.1', port: proxy.port } }
  const one = await open(t, place, { times: hasty })
  proxy.stall()
  let passed = 0
  while (one.count('counters_unavailable') === 0) passed += await one.passed(1)
  // Now nothing is waited for: the answer is there at once.
  assert.ok(!(one.counters.spend({ ...a, id: 'b' }, free, now) instanceof Promise))
  passed += await one.passed(100)
  assert.ok(passed <= 60)
  proxy.heal()
  await one.until('counters_recovered')
  // The engine may have counted requests that it did not answer. Then the caller gets less, never more.
  await poll(async () => (await one.used()) >= passed || undefined)
})

it('an engine that has lost its data gets back the counts and bans that a node has seen', async (t) => {
  const engine = await startValkey(t)
  const place = engine.place()
  // By the engine's own clock, as bans are joined.
  const one = await open(t, place, { usesCallersTime: false })
  assert.equal(await one.passed(200), 60)
  const connection = await connect(place)
  await connection.send(['FLUSHALL'])
  connection.close()
  await one.passed(1, { ...a, id: 'b' })
  await poll(async () => (await one.counters.peek(a, free, now)).verdict.outcome === 'banned')
})

it('a node learns of changed data with its next reply, and of changed keys when it reads their revision', async (t) => {
  const engine = await startValkey(t)
  const place = engine.place()
  const one = await open(t, place, { sharesData: true })
  const two = await open(t, place, { sharesData: true })
  const version = async (): Promise<number | undefined> =>
    (await one.counters.spend(a, free, now)).version
  const first = await version()
  assert.equal(await version(), first)
  const keys = await one.counters.keyRevision()
  await two.counters.announce('data')
  const second = await version()
  assert.notEqual(second, first)
  assert.equal(await one.counters.keyRevision(), keys)
  await announceKeys(place)
  assert.equal(await version(), second)
  assert.notEqual(await one.counters.keyRevision(), keys)
  // Nobody knows what happened meanwhile, and another engine may know less.
  await engine.kill()
  await one.until('counters_unavailable')
  const alone = [await version(), await version()]
  await engine.restart()
  await one.until('counters_recovered')
  const later = await version()
  assert.equal(new Set([first, second, ...alone, later]).size, 5)
})
