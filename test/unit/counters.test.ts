import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Subject } from '../../src/access/quotas/counters.ts'
import type { Limits } from '../../src/access/quotas/plans.ts'
import { memoryCounters } from '../../src/access/quotas/memory-counters.ts'
import { TestCountStore } from '../helpers/count-store.ts'
import { countTurns } from '../helpers/event-loop.ts'

const now = Date.parse('2026-11-20T12:00:30Z')
const limits: Limits = { perMinute: 3, perDay: 1_000 }
const key = (id: string): Subject => ({ kind: 'key', id })
const address = (id: string): Subject => ({ kind: 'address', id })

/** Counters in memory of their own, for so many addresses, and a store of counts. */
const setUp = (addresses?: number) => {
  const store = new TestCountStore()
  const counters = memoryCounters(undefined, addresses)
  const spend = (...subjects: readonly Subject[]): number =>
    subjects.map((subject) => counters.spend(subject, limits, now).verdict.remaining).at(-1) ?? 0
  const flush = async (): Promise<void> => await counters.flush(store)
  return { store, counters, spend, flush, stored: () => [...store.rows.keys()].toSorted() }
}

test('a flush writes only what changed since the last', async () => {
  const { store, spend, flush, stored } = setUp()
  spend(key('a'))
  await flush()
  await flush()
  assert.equal(store.saves, 1)
  store.rows.clear()
  spend(key('b'))
  await flush()
  assert.deepEqual(stored(), ['key b'])
})

test('what is counted while a flush is under way is written by the next', async () => {
  const { store, spend, flush } = setUp()
  spend(key('a'))
  let pending = 1
  store.meanwhile = () => {
    if (pending > 0) spend(key('a'))
    pending -= 1
  }
  await flush()
  await flush()
  assert.equal(store.rows.get('key a')?.minuteUsed, 2)
})

test('more keys than fit in one transaction are all written by one flush, between which requests get their turn', async (t) => {
  const { store, spend, flush } = setUp()
  for (let n = 0; n < 4_500; n += 1) spend(key(`key ${n}`))
  const turns = countTurns(t)
  const saved: number[] = []
  store.meanwhile = () => void saved.push(turns())
  await flush()
  assert.equal(store.rows.size, 4_500)
  assert.equal(new Set(saved).size, 3)
})

test('addresses are bounded in number, the one unseen for longest makes room, and keys are not among them', async () => {
  const { counters, spend, flush, stored } = setUp(3)
  spend(key('a'), address('a'), address('b'), address('c'))
  await flush()
  spend(address('a'), address('d'))
  assert.equal(counters.addressCount(), 3)
  assert.equal(spend(address('a')), 0)
  await flush()
  assert.deepEqual(stored(), ['address a', 'address c', 'address d', 'key a'])
  assert.equal(spend(address('b')), 2, 'b was forgotten')
  assert.equal(spend(key('a')), 1)
})

test('the store keeps the count of an address that comes back after its eviction', async () => {
  const { store, spend, flush } = setUp(5_000)
  for (let n = 0; n < 10_000; n += 1) spend(address(`first ${n}`))
  // The last of the 5,000 that were forgotten.
  spend(address('first 4999'))
  while (store.rows.size < 5_000) await flush()
  assert.ok(store.rows.has('address first 4999'))
})

test('a failed removal is not repeated once the address is back', async () => {
  const { store, spend, flush, stored } = setUp(1)
  spend(address('a'))
  await flush()
  spend(address('b'))
  store.failing = true
  store.meanwhile = () => void spend(address('a'))
  await assert.rejects(flush)
  store.failing = false
  store.meanwhile = () => undefined
  await flush()
  await flush()
  assert.deepEqual(stored(), ['address a'])
})

test('while the store fails, addresses that come and go take no memory without bound', async () => {
  const { store, counters, spend, flush } = setUp(10)
  store.failing = true
  for (let n = 0; n < 1_000; n += 1) spend(address(String(n)))
  await assert.rejects(flush)
  let removed = 0
  await counters.flush({ save: async (_counts, forgotten) => void (removed += forgotten.length) })
  assert.ok(removed <= 10, `${removed} removals were retained`)
})

test('a sweep drops what no longer matters, from the store too, and nothing else', async () => {
  const { counters, spend, flush, stored } = setUp()
  const tomorrow = now + 86_400_000
  spend(key('old'), address('192.0.2.1'))
  spend(...Array.from({ length: 6 }, () => key('banned')))
  await flush()
  counters.spend(key('new'), limits, tomorrow)
  counters.sweep(tomorrow)
  await flush()
  assert.deepEqual(stored(), ['key banned', 'key new'])
  assert.equal(counters.addressCount(), 0)
})

test('what was stored of more addresses than there is room for is forgotten by the store too', async () => {
  const { store, spend, flush, stored } = setUp()
  spend(address('a'), address('b'), address('c'))
  await flush()
  const { counters } = setUp(2)
  await counters.load(store)
  await counters.flush(store)
  assert.deepEqual(stored(), ['address b', 'address c'])
})

test('an address that loses its place while its count is saved is forgotten by the store', async () => {
  const { store, spend, flush, stored } = setUp(1)
  spend(address('a'))
  store.meanwhile = () => void spend(address('b'))
  await flush()
  store.meanwhile = () => undefined
  await flush()
  assert.deepEqual(stored(), ['address b'])
})

test('a key that knocks on is banned and an address is not; a lifted ban is saved, and a look costs nothing', async () => {
  const { store, counters, spend, flush } = setUp()
  const last = (subject: Subject) => {
    spend(...Array.from({ length: 6 }, () => subject))
    return counters.spend(subject, limits, now).verdict.outcome
  }
  assert.equal(counters.peek(key('a'), limits, now).verdict.remaining, 3)
  spend(key('a'))
  assert.equal(counters.peek(key('a'), limits, now).verdict.remaining, 2)
  assert.equal(counters.peek(key('a'), limits, now).verdict.remaining, 2)
  assert.deepEqual([last(key('a')), last(address('a'))], ['banned', 'minute_used_up'])
  await flush()
  const { saves } = store
  spend(key('a'))
  counters.liftBan({ id: 'unseen', at: now / 1_000 })
  counters.liftBan({ id: 'a', at: now / 1_000 - 1 })
  await flush()
  assert.equal(store.saves, saves, 'none of these changes a count')
  assert.ok(Number(store.rows.get('key a')?.banEnds) > 0)
  counters.liftBan({ id: 'a', at: now / 1_000 })
  await flush()
  assert.equal(store.rows.get('key a')?.banEnds, 0)
  assert.equal(counters.spend(key('a'), limits, now).verdict.outcome, 'minute_used_up')
})

test('what the store would not take is written by the next flush, and what it lost is not removed again', async () => {
  const { store, counters, spend, flush, stored } = setUp(1)
  spend(key('a'), address('b'))
  store.failing = true
  await assert.rejects(flush, /full/)
  store.failing = false
  await flush()
  assert.deepEqual(stored(), ['address b', 'key a'])
  spend(address('c'))
  await flush()
  assert.deepEqual(stored(), ['address c', 'key a'])
  const forgotten: string[] = []
  spend(address('b'), address('d'))
  await counters.flush({
    save: async (_counts, removed) => void forgotten.push(...removed.map(({ id }) => id)),
  })
  assert.deepEqual(forgotten, ['c'], 'b was never stored again')
})
