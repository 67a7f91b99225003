import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DatabaseError } from 'pg'
import { OutcomeUnknown, StorageUnavailable } from '../../src/base/errors/storage-errors.ts'
import { LateAnswer } from '../../src/base/in-time.ts'
import type { EngineObservation } from '../../src/base/observation.ts'
import { countedReason, failureOf } from '../../src/store/postgres/failures.ts'
import { standbysOf } from '../../src/store/postgres/watch.ts'
import { engineObservations, scrapeOf } from '../helpers/engine-metrics.ts'
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

test('each call of a store is timed, and counted as failed or not', async () => {
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
  const failures = scrape().lines.filter(({ name }) => name === 'petstore_storage_failures_total')
  // What never failed is shown too: no rate would see the first failure of what was not there.
  assert.deepEqual(
    new Map(failures.map(({ labels, value }) => [labels['operation'], value])),
    new Map(Object.entries({ 'keys.revision': 0, 'keys.list': 1, ping: 1 })),
  )
  assert.equal(scrape().sum('petstore_storage_duration_seconds_count'), 3)
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

test('connections are shown as they are now, and servers by what they do', () => {
  const { sum } = scrapeOf([
    ...engineObservations,
    { kind: 'database_pool', busy: 2, idle: 0, max: 3, waiting: 4 },
  ])
  assert.equal(sum('petstore_database_connections', { state: 'busy' }), 2)
  assert.equal(sum('petstore_database_connections_max'), 3)
  assert.equal(sum('petstore_database_waiting'), 4)
  assert.equal(sum('petstore_database_standbys'), 1)
  assert.equal(sum('petstore_database_primary', { server: '10.0.0.1:5432' }), 1)
  assert.equal(sum('petstore_database_primary', { server: '10.0.0.2:5432' }), 0)
})

test('a standby that has gone is not shown any more, and what nobody knows is no number', () => {
  const standbys = (...names: readonly string[]): EngineObservation => ({
    kind: 'database_standbys',
    standbys: {
      followers: names.map((name) => ({ name, lagBytes: name.length, lagSeconds: null })),
      synchronous: undefined,
      isSynchronousWanted: true,
    },
  })
  const shown = (name: RegExp, ...observations: readonly EngineObservation[]) =>
    scrapeOf([...engineObservations, ...observations])
      .lines.filter((line) => name.test(line.name))
      .map(({ labels: { standby = '' }, value }) => `${standby} ${value}`)
      .toSorted()
  for (const [observations, lags] of [
    [[standbys('one', 'three')], ['one 3', 'three 5']],
    [[standbys('one', 'three'), standbys('three')], ['three 5']],
    [[standbys('a "strange" name')], []],
  ] as const) {
    assert.deepEqual(shown(/standby_lag/, ...observations), lags)
  }
  const counts = /standbys$|wanted$|replicas$/
  assert.equal(shown(counts, standbys('one')).length, 3)
  const unknown = { kind: 'database_standbys', standbys: undefined } as const
  const alone = { kind: 'counters_replicas', replicas: undefined, nodes: 1 } as const
  assert.deepEqual(shown(counts, unknown, alone), [])
})

test('a failure of the database counts by what an operator can do about it', () => {
  const answer = (code: string): DatabaseError =>
    Object.assign(new DatabaseError('It says no.', 0, 'error'), { code })
  for (const [error, reason] of [
    [failureOf(new Error('connect ECONNREFUSED')), 'connection'],
    [failureOf(answer('57P01')), 'connection'],
    [failureOf(new LateAnswer(2_000)), 'timeout'],
    [failureOf(answer('55P03')), 'timeout'],
    [failureOf(answer('57014')), 'timeout'],
    [failureOf(answer('40P01')), 'conflict'],
    [failureOf(answer('40001')), 'conflict'],
    [new OutcomeUnknown('Nobody knows.'), 'unknown_outcome'],
    [failureOf(answer('53100')), 'other'],
    [failureOf(answer('23505')), 'other'],
    [new StorageUnavailable('unreachable', new Error('It is closed.')), 'connection'],
    [new Error('A rule refused the change.'), undefined],
  ] as const) {
    assert.equal(countedReason(error), reason, String(error))
  }
})

test('the lag of a standby that hangs grows, although the primary repeats what it said last', async () => {
  let now = 0
  let row: readonly unknown[] = []
  // As the statement answers: wanted, pid, name, told, synchronous, position, bytes, lag.
  const standbys = standbysOf(
    async () => ({ rows: [row] as never, count: 1, command: 'SELECT' }),
    () => now,
  )
  const lagAt = async (at: number, position: bigint, bytes: bigint, lag: bigint | null) => {
    now = at
    row = [1, 7, 'b', 1, 1, position, bytes, lag]
    return (await standbys()).followers[0]?.lagSeconds
  }
  assert.equal(await lagAt(0, 100n, 0n, null), 0)
  assert.equal(await lagAt(5_000, 100n, 0n, null), 0, 'it has all there is')
  assert.equal(await lagAt(10_000, 200n, 50n, 40n), 0.04, 'it moves')
  assert.equal(await lagAt(15_000, 200n, 900n, 40n), 5)
  assert.equal(await lagAt(20_000, 200n, 900n, 40n), 10)
  assert.equal(await lagAt(25_000, 1_100n, 0n, 3n), 0.003)
})
