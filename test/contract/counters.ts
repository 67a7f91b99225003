import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type {
  Counters,
  CountStore,
  PersistentCounters,
  Subject,
} from '../../src/access/quotas/counters.ts'
import type { Limits } from '../../src/access/quotas/plans.ts'
import { TestCountStore } from '../helpers/count-store.ts'

/** Opens counters of one kind for the contract. */
type CountersAdapter = {
  readonly name: string
  /** The reason to skip the tests of this kind, or false. */
  readonly skip?: string | false
  /**
   * Opens as many counters that count together as if each was in a thread of its own. The first keeps the counts. A
   * second call within a test is a restart of the service.
   */
  open(t: TestContext, count: number): Promise<readonly [PersistentCounters, ...Counters[]]>
}

const callers = 64
const now = Date.parse('2026-11-20T12:00:30Z')
const limits: Limits = { perMinute: 10, perDay: 1_000 }
const a: Subject = { kind: 'key', id: 'a' }

/** Tests a kind of counters against the promises of `access/quotas/counters.ts`. */
export const countersContract = (adapter: CountersAdapter): void => {
  const { skip = false } = adapter
  const it = (
    what: string,
    run: (counters: readonly [PersistentCounters, ...Counters[]], t: TestContext) => Promise<void>,
    count = 2,
  ): void => {
    test(`${adapter.name}: ${what}`, { skip }, async (t) => {
      await run(await adapter.open(t, count), t)
    })
  }

  it('of 64 callers at once on several counters, a limit lets through exactly what it allows', async (counters) => {
    const outcomes = await Promise.all(
      Array.from({ length: callers }, async (_, n) => {
        const { verdict } = await one(counters, n).spend(a, limits, now)
        return verdict.outcome
      }),
    )
    const count = (wanted: string): number => outcomes.filter((each) => each === wanted).length
    assert.deepEqual(
      [count('allowed'), count('minute_used_up'), count('banned')],
      [limits.perMinute, limits.perMinute, callers - 2 * limits.perMinute],
    )
  })

  it('a ban begins once, is known to all, and ends', async (counters) => {
    const verdicts = []
    for (let n = 0; n < 25; n += 1) {
      verdicts.push((await one(counters, n).spend(a, limits, now)).verdict)
    }
    assert.equal(verdicts.filter(({ banBegan }) => banBegan).length, 1)
    for (const each of counters) {
      assert.equal((await each.peek(a, limits, now)).verdict.outcome, 'banned')
      assert.equal((await each.peek(a, limits, now + 300_000)).verdict.outcome, 'allowed')
    }
    await counters[0].liftBan({ id: a.id, at: now })
    assert.equal((await one(counters, 1).peek(a, limits, now)).verdict.outcome, 'allowed')
  })

  it('keys and addresses of one name are different subjects', async ([counters]) => {
    const address: Subject = { kind: 'address', id: 'a' }
    for (let n = 0; n < limits.perMinute; n += 1) await counters.spend(a, limits, now)
    assert.equal((await counters.spend(a, limits, now)).verdict.outcome, 'minute_used_up')
    assert.equal((await counters.spend(address, limits, now)).verdict.outcome, 'allowed')
  })

  it('every counter reports what is used, under a ban too, and spends nothing', async (counters) => {
    await counters[0].spend(a, limits, now)
    for (let n = 0; n < 3; n += 1) {
      const { verdict } = await one(counters, n).peek(a, limits, now)
      assert.equal(verdict.minuteRemaining, limits.perMinute - 1)
    }
    for (let n = 0; n < 25; n += 1) await one(counters, n).spend(a, limits, now)
    for (const each of counters) {
      const { minute, day, bannedUntil } = (await each.peek(a, limits, now)).usage
      const { perMinute, perDay } = limits
      assert.deepEqual([minute.limit, minute.used, minute.remaining], [perMinute, perMinute, 0])
      assert.deepEqual([day.limit, day.used], [perDay, perMinute])
      assert.equal(bannedUntil, now / 1_000 + 300)
      const later = (await each.peek(a, limits, now + 86_400_000)).usage
      assert.deepEqual([later.day.used, later.bannedUntil], [0, undefined])
      const unknown = (await each.peek({ kind: 'key', id: 'nobody' }, limits, now)).usage
      assert.equal(unknown.day.remaining, perDay)
    }
  })

  it('counts go on after a restart', async ([counters], t) => {
    const store = new TestCountStore()
    await counters.load(store)
    for (let n = 0; n < 3; n += 1) await counters.spend(a, limits, now)
    await counters.flush(store)
    counters.close()
    const [after] = await adapter.open(t, 1)
    await after.load(store)
    const { verdict } = await after.spend(a, limits, now)
    assert.equal(verdict.minuteRemaining, limits.perMinute - 4)
  })

  it('a ban and the end of a day reach the store, and what could not be saved is saved at the next call', async ([
    counters,
  ]) => {
    const store = new TestCountStore()
    await counters.load(store)
    const b: Subject = { kind: 'key', id: 'b' }
    for (let n = 0; n < 25; n += 1) await counters.spend(a, limits, now)
    for (let n = 0; n < 4; n += 1) await counters.spend(b, { perMinute: 9, perDay: 5 }, now)
    store.failing = true
    await assert.rejects(counters.flush(store))
    assert.equal(store.rows.size, 0)
    store.failing = false
    await counters.spend(b, { perMinute: 9, perDay: 5 }, now)
    await counters.flush(store)
    assert.equal(store.rows.get('key a')?.banEnds, now / 1_000 + 300)
    assert.equal(store.rows.get('key b')?.dayUsed, 5)
  })

  it('an unreadable store is reported before anything is spent', async ([counters]) => {
    const failing: CountStore = Object.assign(new TestCountStore(), {
      load: async () => await Promise.reject(new Error('The disk fails.')),
    })
    await assert.rejects(counters.load(failing), /The disk fails/)
  })
}

const one = (counters: readonly [Counters, ...Counters[]], n: number): Counters =>
  counters[n % counters.length] ?? counters[0]
