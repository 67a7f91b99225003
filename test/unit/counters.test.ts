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

/**
 * What is stored of requests: `a` is one of a key and `@a` one of an address, and `@a:2` says how many that leaves. `save`
 * flushes, `save!` into a store that fails, and `save~@a` while a request comes. `=` has what is stored then, `-` what was
 * forgotten last, `#` the number of addresses, `*` how many requests of the key `a` are stored, `+` how often was saved,
 * and `>` of what at last.
 */
const timelines: Readonly<Record<string, readonly [timeline: string, addresses?: number]>> = {
  'a flush writes only what changed since the last': ['a save save +1 b save >b =a,b'],
  'what is counted while a flush is under way is written by the next': ['a save~a save *2'],
  'addresses are bounded in number and keys not, and the longest unseen makes room': [
    'a @a @b @c save @a @d #3 @a:0 save =@a,@c,@d,a @b:2 a:1',
    3,
  ],
  'a failed removal is not repeated once the address is back': [
    '@a save @b save!~@a save save =@a',
    1,
  ],
  'an address that loses its place while its count is saved is forgotten by the store': [
    '@a save~@b save =@b',
    1,
  ],
  'what the store would not take is written by the next flush, and what it lost is not removed again':
    ['a @b save! save =@b,a @c save =@c,a @b @d save -c', 1],
}

for (const [what, [timeline, addresses]] of Object.entries(timelines)) {
  test(what, async (t) => {
    const { store, counters, spend, flush, stored } = setUp(addresses)
    const save = t.mock.method(store, 'save')
    const request = (name: string): number =>
      spend(name.startsWith('@') ? address(name.slice(1)) : key(name))
    for (const step of timeline.split(' ')) {
      const [, sign = '', rest = ''] = /^([=#*+>-]|save!?~?)?(.*)$/.exec(step) ?? []
      const [name = '', left] = rest.split(':')
      if (sign.startsWith('save')) {
        store.failing = sign.includes('!')
        store.meanwhile = () => void (rest === '' || request(rest))
        await (store.failing ? assert.rejects(flush, /full/) : flush())
        store.meanwhile = () => undefined
      } else if (sign === '=') {
        const names = stored().map((each) => each.replace('address ', '@').replace('key ', ''))
        assert.equal(names.join(), rest, step)
      } else if (sign === '-') {
        assert.deepEqual(save.mock.calls.at(-1)?.arguments[1], [address(rest)])
      } else if (sign === '>') {
        assert.deepEqual(
          save.mock.calls.at(-1)?.arguments[0].map(({ id }) => id),
          [rest],
        )
      } else if (sign === '#') assert.equal(counters.addressCount(), Number(rest))
      else if (sign === '*') assert.equal(store.rows.get('key a')?.minuteUsed, Number(rest))
      else if (sign === '+') assert.equal(store.saves, Number(rest))
      else {
        const remaining = request(name)
        if (left !== undefined) assert.equal(remaining, Number(left), step)
      }
    }
  })
}

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

test('the store keeps the count of an address that comes back after its eviction', async () => {
  const { store, spend, flush } = setUp(5_000)
  for (let n = 0; n < 10_000; n += 1) spend(address(`first ${n}`))
  // The last of the 5,000 that were forgotten.
  spend(address('first 4999'))
  while (store.rows.size < 5_000) await flush()
  assert.ok(store.rows.has('address first 4999'))
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
