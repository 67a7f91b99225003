import assert from 'node:assert/strict'
import { test } from 'node:test'
import { metricsText } from '../../src/observe/metrics-text.ts'
import { maxMoments } from '../../src/observe/recent-requests.ts'
import { maxDeprecatedCallers, serviceMetrics } from '../../src/observe/service-metrics.ts'
import { operationsOf } from '../../src/kit/resource.ts'
import { petstore } from '../../src/resources/index.ts'
import { observedStorage } from '../../src/observe/observed-storage.ts'
import type { Storage } from '../../src/store/port.ts'
import { readScrape } from '../helpers/metrics.ts'
import { ordinaryRequest as request } from '../helpers/request-observation.ts'

const operations = operationsOf(petstore)

const setUp = () => {
  let now = 0
  const metrics = serviceMetrics('staging', operations, () => now)
  return {
    observe: metrics.observe,
    scrape: () => readScrape(metricsText(metrics.figures().metrics)),
    /** What is told of the last minute. */
    recent: () => metrics.figures().requests,
    pass: () => {
      now += 10_000
      metrics.remember()
    },
  }
}

test('ten thousand different paths, ids, keys and operations make no more series than a few', () => {
  const { observe, scrape } = setUp()
  const visit = (from: number, to: number): void => {
    for (let n = from; n < to; n += 1) {
      const own = { requestId: `id-${n}`, path: `/v1/pets/${n}`, keyId: `key_${n}` }
      observe({ ...request, ...own, operation: 'getPet', deprecated: true })
      observe({ ...request, ...own, operation: `operation-${n}`, status: 1_000 + n })
      observe({ kind: 'storage', operation: `call-${n}`, milliseconds: 1, failed: true })
    }
  }
  visit(0, 1_000)
  const few = scrape()
  visit(1_000, 10_000)
  const many = scrape()
  assert.equal(many.lines.length, few.lines.length)
  assert.equal(many.sum('petstore_requests_total'), 20_000)
  assert.equal(many.sum('petstore_deprecated_requests_total'), 10_000)
  const told = maxDeprecatedCallers + operations.length - 1
  assert.equal(many.sum('petstore_deprecated_requests_total', { key: 'other' }), 10_000 - told)
  assert.equal(many.sum('petstore_storage_failures_total'), 10_000)
})

test('lines that the log left out are counted', () => {
  const { observe, scrape } = setUp()
  observe({ kind: 'log_lines_suppressed', lines: 3 })
  observe({ kind: 'log_lines_suppressed', lines: 4 })
  assert.equal(scrape().sum('petstore_log_lines_suppressed_total'), 7)
})

test('a label that could break the text is not written', () => {
  const { observe, scrape } = setUp()
  observe({ kind: 'storage', operation: 'a"} 1\nb', milliseconds: 1, failed: false })
  observe({ kind: 'storage', operation: 'pets.find', milliseconds: 1, failed: false })
  const count = 'petstore_storage_duration_seconds_count'
  assert.equal(scrape().sum(count, { operation: 'other' }), 1)
  assert.equal(scrape().sum(count, { operation: 'pets.find' }), 1)
})

test('times fall into their buckets, the bounds included', () => {
  const { observe, scrape } = setUp()
  for (const milliseconds of [0, 0.1, 0.11, 10_000, 60_000]) observe({ ...request, milliseconds })
  const upTo = (le: string): number =>
    scrape().sum('petstore_request_duration_seconds_bucket', { operation: 'listPets', le })
  assert.deepEqual(['0.0001', '0.00025', '10', '+Inf'].map(upTo), [2, 3, 4, 5])
  assert.ok(Math.abs(scrape().sum('petstore_request_duration_seconds_sum') - 70.00021) < 1e-6)
})

test('a request whose client left counts as that and not as answered', () => {
  const { observe, scrape } = setUp()
  observe({ ...request, aborted: true })
  assert.equal(scrape().sum('petstore_requests_total'), 0)
  assert.equal(scrape().sum('petstore_requests_aborted_total', { operation: 'listPets' }), 1)
})

test('a request counts once by the decision of its quota, even if its client left', () => {
  const { observe, scrape } = setUp()
  const decision = { kind: 'quota', subject: 'key', outcome: 'minute_used_up' } as const
  observe({ ...request, status: 429, decision })
  observe({ ...request, aborted: true, decision })
  observe({ ...request })
  observe({ kind: 'quota', subject: 'address', outcome: 'allowed' })
  const count = (subject: string): number =>
    scrape().sum('petstore_quota_decisions_total', { subject })
  assert.deepEqual([count('key'), count('address')], [2, 1])
  assert.equal(scrape().sum('petstore_quota_decisions_total', { decision: 'minute_used_up' }), 2)
})

test('each call of a store is timed, and counted as failed if it fails', async () => {
  const { observe, scrape } = setUp()
  class Keys {
    readonly #revision = 7
    async revision(): Promise<number> {
      return this.#revision
    }
    async list(): Promise<never> {
      throw new Error('It is gone.')
    }
  }
  const parts = {
    keys: new Keys(),
    secret: new Uint8Array(32),
    ping: () => {
      throw new Error('It is gone.')
    },
  }
  // Only the parts of a store that the test needs.
  const storage = observedStorage(parts as unknown as Storage, observe)
  assert.equal(await storage.keys.revision(), 7)
  await assert.rejects(async () => await storage.keys.list(), /gone/)
  assert.throws(() => void storage.ping(), /gone/)
  assert.equal(storage.secret, parts.secret)
  const failures = (operation: string): number =>
    scrape().sum('petstore_storage_failures_total', { operation })
  assert.deepEqual(['keys.revision', 'keys.list', 'ping'].map(failures), [0, 1, 1])
  assert.equal(scrape().sum('petstore_storage_duration_seconds_count'), 3)
})

test('the failures of a call are shown before the first, or no rate would see it', () => {
  const { observe, scrape } = setUp()
  observe({ kind: 'storage', operation: 'data.page', milliseconds: 1, failed: false })
  assert.deepEqual(
    scrape()
      .lines.filter(({ name }) => name === 'petstore_storage_failures_total')
      .map(({ labels, value }) => [labels['operation'], value]),
    [['data.page', 0]],
  )
})

test('recent requests are told by what refused them, without pages and health checks', () => {
  const { observe, recent, pass } = setUp()
  for (let n = 0; n < 3; n += 1) observe(request)
  observe({ ...request, status: 429, code: 'rate_limit_exceeded', operation: 'createPet' })
  observe({ ...request, status: 404, code: 'route_not_found', operation: 'none' })
  observe({ ...request, operation: 'health' })
  observe({ ...request, operation: 'page', status: 404, code: 'route_not_found' })
  pass()
  const { seconds, count, refusals } = recent()
  assert.deepEqual([seconds, count], [10, 5])
  assert.deepEqual(refusals, { rate_limit_exceeded: 1, route_not_found: 1 })
})

test('a request that is longer ago than a minute is no recent one', () => {
  const { observe, recent, pass } = setUp()
  observe(request)
  for (let n = 0; n < maxMoments - 1; n += 1) pass()
  assert.equal(recent().count, 1)
  pass()
  const { count, p50, p99, refusals } = recent()
  assert.deepEqual([count, p50, p99, refusals], [0, null, null, {}])
  observe(request)
  assert.equal(recent().count, 1)
})

test('percentiles of recent requests lie in the bucket of their request', () => {
  const { observe, recent } = setUp()
  for (let n = 0; n < 98; n += 1) observe({ ...request, milliseconds: 0.4 })
  for (let n = 0; n < 2; n += 1) observe({ ...request, milliseconds: 40 })
  const { p50, p99 } = recent()
  assert.ok(p50 !== null && p50 > 0.25 && p50 <= 0.5, `${p50}`)
  assert.ok(p99 !== null && p99 > 25 && p99 <= 50, `${p99}`)
  for (let n = 0; n < 200; n += 1) observe({ ...request, milliseconds: 60_000 })
  assert.equal(recent().p99, 10_000, 'the last bound')
})
