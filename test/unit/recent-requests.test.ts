import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operationsOf } from '../../src/api/resource.ts'
import { metricsOf } from '../../src/observability/metrics-families.ts'
import { MetricsMemory } from '../../src/observability/metrics-memory.ts'
import { metricsObserver } from '../../src/observability/metrics-recorder.ts'
import { mostMoments, LastMinute } from '../../src/observability/recent-requests.ts'
import { petstore } from '../../src/resources.ts'
import { ordinaryRequest as request } from '../helpers/request-observation.ts'

const setUp = () => {
  const metrics = metricsOf(operationsOf(petstore))
  const memories = [new MetricsMemory(metrics), new MetricsMemory(metrics)]
  const [one, other] = memories.map(metricsObserver)
  assert.ok(one && other)
  const time = { now: 0 }
  const lastMinute = new LastMinute(memories, 0, () => time.now)
  const pass = (): void => {
    time.now += 10_000
    lastMinute.remember()
  }
  return { one, other, lastMinute, pass }
}

test('the requests of all threads are told, by what refused them, without pages and health checks', () => {
  const { one, other, lastMinute, pass } = setUp()
  for (let n = 0; n < 3; n += 1) one(request)
  other({ ...request, status: 429, code: 'rate_limit_exceeded', operation: 'createPet' })
  other({ ...request, status: 404, code: 'route_not_found', operation: 'none' })
  other({ ...request, operation: 'health' })
  other({ ...request, operation: 'page', status: 404, code: 'route_not_found' })
  pass()
  const { seconds, count, refusals } = lastMinute.read()
  assert.deepEqual([seconds, count], [10, 5])
  assert.deepEqual(refusals, { rate_limit_exceeded: 1, route_not_found: 1 })
})

test('what is longer ago than a minute is forgotten', () => {
  const { one, lastMinute, pass } = setUp()
  one(request)
  for (let n = 0; n < mostMoments - 1; n += 1) pass()
  assert.equal(lastMinute.read().count, 1)
  pass()
  const { count, p50, p99, refusals } = lastMinute.read()
  assert.deepEqual([count, p50, p99, refusals], [0, null, null, {}])
  one(request)
  assert.equal(lastMinute.read().count, 1)
})

test('percentiles lie in the bucket of their request', () => {
  const { one, lastMinute } = setUp()
  for (let n = 0; n < 98; n += 1) one({ ...request, milliseconds: 0.4 })
  for (let n = 0; n < 2; n += 1) one({ ...request, milliseconds: 40 })
  const { p50, p99 } = lastMinute.read()
  assert.ok(p50 !== null && p50 > 0.25 && p50 <= 0.5, `${p50}`)
  assert.ok(p99 !== null && p99 > 25 && p99 <= 50, `${p99}`)
  for (let n = 0; n < 200; n += 1) one({ ...request, milliseconds: 60_000 })
  assert.equal(lastMinute.read().p99, 10_000, 'the last bound')
})
