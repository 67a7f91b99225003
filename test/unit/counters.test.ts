import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CountStore, Subject } from '../../src/access/quotas/counters.ts'
import type { Limits } from '../../src/access/quotas/plans.ts'
import { type MemoryCounters, memoryCounters } from '../../src/access/quotas/memory-counters.ts'
import { TestCountStore } from '../helpers/count-store.ts'
import { countTurns } from '../helpers/event-loop.ts'

const now = Date.parse('2026-11-20T12:00:30Z')
const limits: Limits = { perMinute: 3, perDay: 1_000 }
const key = (id: string): Subject => ({ kind: 'key', id })
const address = (id: string): Subject => ({ kind: 'address', id })

/** Counters in memory of their own. */
const newCounters = (addresses?: number): MemoryCounters => memoryCounters(undefined, addresses)

test('a flush writes only what changed since the last', async () => {
  const store = new TestCountStore()
  const counters = newCounters()
  counters.spend(key('a'), limits, now)
  await counters.flush(store)
  await counters.flush(store)
  assert.equal(store.saves, 1)
  store.rows.clear()
  counters.spend(key('b'), limits, now)
  await counters.flush(store)
  assert.deepEqual([...store.rows.keys()], ['key b'])
})

test('what is counted while a flush is under way is written by the next', async () => {
  const store = new TestCountStore()
  const counters = newCounters()
  counters.spend(key('a'), limits, now)
  let pending = 1
  store.meanwhile = () => {
    if (pending > 0) counters.spend(key('a'), limits, now)
    pending -= 1
  }
  await counters.flush(store)
  await counters.flush(store)
  assert.equal(store.rows.get('key a')?.minuteUsed, 2)
})

test('more keys than fit in one transaction are all written by one flush', async () => {
  const store = new TestCountStore()
  const counters = newCounters()
  for (let n = 0; n < 4_500; n += 1) counters.spend(key(`key ${n}`), limits, now)
  await counters.flush(store)
  assert.equal(store.rows.size, 4_500)
  assert.ok(store.saves > 1)
})

test('addresses are bounded in number, and the one unseen for longest makes room', async () => {
  const store = new TestCountStore()
  const counters = newCounters(3)
  for (const id of ['a', 'b', 'c']) counters.spend(address(id), limits, now)
  await counters.flush(store)
  counters.spend(address('a'), limits, now)
  counters.spend(address('d'), limits, now)
  assert.equal(counters.addressCount(), 3)
  assert.equal(counters.spend(address('a'), limits, now).verdict.remaining, 0)
  await counters.flush(store)
  assert.deepEqual([...store.rows.keys()].sort(), ['address a', 'address c', 'address d'])
  assert.equal(counters.spend(address('b'), limits, now).verdict.remaining, 2, 'b was forgotten')
})

test('keys are not bounded by the addresses, nor pushed out by them', () => {
  const counters = newCounters(2)
  counters.spend(key('a'), limits, now)
  for (let n = 0; n < 100; n += 1) counters.spend(address(String(n)), limits, now)
  assert.equal(counters.addressCount(), 2)
  assert.equal(counters.spend(key('a'), limits, now).verdict.remaining, 1)
})

test('the store keeps the count of an address that comes back after its eviction', async () => {
  const store = new TestCountStore()
  const counters = newCounters(5_000)
  for (let n = 0; n < 10_000; n += 1) counters.spend(address(`first ${n}`), limits, now)
  // The last of the 5,000 that were forgotten.
  counters.spend(address('first 4999'), limits, now)
  while (store.rows.size < 5_000) await counters.flush(store)
  assert.ok(store.rows.has('address first 4999'))
})

test('a failed removal is not repeated once the address is back', async () => {
  const store = new TestCountStore()
  const counters = newCounters(1)
  counters.spend(address('a'), limits, now)
  await counters.flush(store)
  counters.spend(address('b'), limits, now)
  store.failing = true
  store.meanwhile = () => void counters.spend(address('a'), limits, now)
  await assert.rejects(async () => await counters.flush(store))
  store.failing = false
  store.meanwhile = () => undefined
  await counters.flush(store)
  await counters.flush(store)
  assert.deepEqual([...store.rows.keys()], ['address a'])
})

test('while the store fails, addresses that come and go take no memory without bound', async () => {
  const store = new TestCountStore()
  const counters = newCounters(10)
  store.failing = true
  for (let n = 0; n < 1_000; n += 1) counters.spend(address(String(n)), limits, now)
  await assert.rejects(async () => await counters.flush(store))
  store.failing = false
  let removed = 0
  const count: CountStore = {
    load: async () => [],
    save: async (_counts, forgotten) => {
      removed += forgotten.length
    },
  }
  await counters.flush(count)
  assert.ok(removed <= 10, `${removed} removals were retained`)
})

test('a sweep drops what no longer matters, from the store too, and nothing else', async () => {
  const store = new TestCountStore()
  const counters = newCounters()
  const tomorrow = now + 86_400_000
  counters.spend(key('old'), limits, now)
  counters.spend(address('192.0.2.1'), limits, now)
  for (let n = 0; n < 6; n += 1) counters.spend(key('banned'), limits, now)
  await counters.flush(store)
  counters.spend(key('new'), limits, tomorrow)
  counters.sweep(tomorrow)
  await counters.flush(store)
  assert.deepEqual([...store.rows.keys()].sort(), ['key banned', 'key new'])
  assert.equal(counters.addressCount(), 0)
})

test('what was stored of more addresses than there is room for is forgotten by the store too', async () => {
  const store = new TestCountStore()
  const first = newCounters()
  for (const id of ['a', 'b', 'c']) first.spend(address(id), limits, now)
  await first.flush(store)
  const second = newCounters(2)
  await second.load(store)
  await second.flush(store)
  assert.deepEqual([...store.rows.keys()].sort(), ['address b', 'address c'])
})

test('an address that loses its place while its count is saved is forgotten by the store', async () => {
  const store = new TestCountStore()
  const counters = newCounters(1)
  counters.spend(address('a'), limits, now)
  store.meanwhile = () => void counters.spend(address('b'), limits, now)
  await counters.flush(store)
  store.meanwhile = () => undefined
  await counters.flush(store)
  assert.deepEqual([...store.rows.keys()], ['address b'])
})

test('requests get their turn while the counts of many keys are saved', async (t) => {
  const counters = newCounters()
  for (let n = 0; n < 2_001; n += 1) counters.spend(key(`key ${n}`), limits, now)
  const turns = countTurns(t)
  const saved: number[] = []
  await counters.flush({
    save: async (counts) => {
      if (counts.length > 0) saved.push(turns())
    },
  })
  assert.equal(saved.length, 2)
  assert.notEqual(saved[0], saved[1])
})

test('a key that knocks on is banned and an address is not; a lifted ban is saved, and a look costs nothing', async () => {
  const store = new TestCountStore()
  const counters = newCounters()
  const last = (subject: Subject) => {
    for (let n = 0; n < 6; n += 1) counters.spend(subject, limits, now)
    return counters.spend(subject, limits, now).verdict.outcome
  }
  assert.equal(counters.peek(key('a'), limits, now).verdict.remaining, 3)
  counters.spend(key('a'), limits, now)
  assert.equal(counters.peek(key('a'), limits, now).verdict.remaining, 2)
  assert.equal(counters.peek(key('a'), limits, now).verdict.remaining, 2)
  assert.deepEqual([last(key('a')), last(address('a'))], ['banned', 'minute_used_up'])
  await counters.flush(store)
  const { saves } = store
  counters.spend(key('a'), limits, now)
  counters.liftBan({ id: 'unseen', at: now / 1_000 })
  counters.liftBan({ id: 'a', at: now / 1_000 - 1 })
  await counters.flush(store)
  assert.equal(store.saves, saves, 'none of these changes a count')
  assert.ok(Number(store.rows.get('key a')?.banEnds) > 0)
  counters.liftBan({ id: 'a', at: now / 1_000 })
  await counters.flush(store)
  assert.equal(store.rows.get('key a')?.banEnds, 0)
  assert.equal(counters.spend(key('a'), limits, now).verdict.outcome, 'minute_used_up')
})

test('what the store would not take is written by the next flush, and what it lost is not removed again', async () => {
  const store = new TestCountStore()
  const counters = newCounters(1)
  for (const subject of [key('a'), address('b')]) counters.spend(subject, limits, now)
  store.failing = true
  await assert.rejects(async () => await counters.flush(store), /full/)
  store.failing = false
  await counters.flush(store)
  assert.deepEqual([...store.rows.keys()], ['key a', 'address b'])
  counters.spend(address('c'), limits, now)
  await counters.flush(store)
  assert.deepEqual([...store.rows.keys()], ['key a', 'address c'])
  const forgotten: string[] = []
  counters.spend(address('b'), limits, now)
  counters.spend(address('d'), limits, now)
  await counters.flush({
    save: async (_counts, removed) => void forgotten.push(...removed.map(({ id }) => id)),
  })
  assert.deepEqual(forgotten, ['c'], 'b was never stored again')
})
