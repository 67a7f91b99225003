import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RequestObservation } from '../../src/base/observation.ts'
import { RequestSums } from '../../src/access/quotas/history/request-sums.ts'
import { ordinaryRequest } from '../helpers/request-observation.ts'

const minute = 29_394_000

const requestOf = (more: Partial<RequestObservation> = {}): RequestObservation => ({
  ...ordinaryRequest,
  minute,
  ...more,
})

const sumOf = {
  ownerId: 'key_1',
  minute,
  operation: 'listPets',
  status: 200,
  code: undefined,
  window: undefined,
  isDeprecated: false,
  count: 1,
}

test('requests of one kind are one sum, whatever came between, and any difference makes another', () => {
  const sums = new RequestSums()
  const refused = { status: 429, code: 'rate_limit_exceeded', window: 'minute' } as const
  const others: ReadonlyArray<Partial<RequestObservation>> = [
    { operation: 'getPet', deprecated: true },
    { status: 304 },
    refused,
    { ...refused, window: 'day' },
    { ownerId: 'key_9' },
    { minute: minute + 1 },
  ]
  for (let n = 0; n < 3; n += 1) {
    for (const more of [{}, {}, ...others]) sums.note(requestOf(more))
  }
  const { sums: taken, lost } = sums.take()
  assert.equal(lost, 0)
  const expected = others.map(({ deprecated = false, ...more }) => ({
    ...sumOf,
    ...more,
    isDeprecated: deprecated,
    count: 3,
  }))
  assert.deepEqual(taken, [{ ...sumOf, count: 6 }, ...expected])
  assert.deepEqual(sums.take(), { sums: [], lost: 0 })
})

test('a request without a valid key belongs to no sum', () => {
  const sums = new RequestSums()
  sums.note(requestOf({ ownerId: undefined, keyId: undefined, status: 401 }))
  assert.deepEqual(sums.take().sums, [])
})

test('what could not be stored is added to what came since', () => {
  const sums = new RequestSums()
  sums.note(requestOf())
  const { sums: failed } = sums.take()
  sums.note(requestOf())
  sums.note(requestOf({ status: 304 }))
  sums.giveBack(failed)
  assert.deepEqual(sums.take().sums, [
    { ...sumOf, count: 2 },
    { ...sumOf, status: 304 },
  ])
})

test('however many kinds there are, so many sums are held, and the rest is told as lost', () => {
  const sums = new RequestSums()
  for (let n = 0; n < 20_005; n += 1) sums.note(requestOf({ ownerId: `key_${n}` }))
  sums.note(requestOf({ ownerId: 'key_0' }))
  const { sums: taken, lost } = sums.take()
  assert.deepEqual([taken.length, lost, taken[0]?.count], [20_000, 5, 2])
  sums.note(requestOf({ ownerId: 'key_20_001' }))
  assert.equal(sums.take().sums.length, 1)
})
