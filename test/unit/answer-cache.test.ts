import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerCache } from '../../src/kit/answer-cache.ts'
import { noLines } from '../../src/base/headers.ts'
import type { Answer } from '../../src/base/wire-request.ts'

const answerWith = (body: string): Answer => ({
  status: 200,
  lines: noLines,
  body,
  encoding: 'latin1',
})

const setUp = () => {
  const store = { version: 1 }
  const cache = answerCache(store)
  /** Asks as a request does: an answer that is not cached is made, and offered to the cache. */
  const ask = (query: string): 'cached' | 'made' => {
    const { version } = cache
    if (cache.get(query, version) !== undefined) return 'cached'
    cache.set(query, version, answerWith(`body of ${query}`))
    return 'made'
  }
  return { store, cache, ask }
}

test('an answer is cached from its second request until anything changes', () => {
  const { store, cache, ask } = setUp()
  assert.deepEqual([ask('a'), ask('a'), ask('a'), ask('b')], ['made', 'made', 'cached', 'made'])
  assert.equal(cache.get('a', cache.version)?.body, 'body of a')
  store.version += 1
  assert.deepEqual([ask('b'), ask('b')], ['made', 'cached'])
  assert.equal(cache.get('a', cache.version), undefined, 'it is none of now when another one is')
  const { version } = cache
  store.version += 1
  cache.set('b', version, answerWith('of before'))
  assert.equal(cache.get('b', cache.version), undefined, 'it was begun before a change')
})

test('an answer is cached under a version that came with the request, which is not that of the store here', () => {
  const { store, cache } = setUp()
  const ask = (version: number): string | undefined => {
    const cached = cache.get('a', version)?.body
    if (cached === undefined) cache.set('a', version, answerWith(`of ${version}`))
    return typeof cached === 'string' ? cached : undefined
  }
  store.version = 7
  assert.deepEqual([ask(101), ask(101), ask(101)], [undefined, undefined, 'of 101'])
  assert.deepEqual([ask(102), ask(102)], [undefined, 'of 102'])
  // Another node's change has not come to the store here yet.
  assert.equal(cache.get('a', store.version), undefined)
})

test('the cache is bounded, and queries that come once seldom displace one that comes always', () => {
  const { ask } = setUp()
  let made = 0
  for (let n = 0; n < 20_000; n += 1) {
    ask(`once ${n}`)
    if (ask('always') === 'made') made += 1
  }
  assert.ok(made > 1 && made < 10, `made ${made} times`)
})
