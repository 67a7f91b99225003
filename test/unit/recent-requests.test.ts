import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operationsOf } from '../../src/kit/resource.ts'
import { maxMoments } from '../../src/observe/recent-requests.ts'
import { serviceMetrics } from '../../src/observe/service-metrics.ts'
import { petstore } from '../../src/resources/index.ts'
import { ordinaryRequest as request } from '../helpers/request-observation.ts'

const setUp = () => {
  const time = { now: 0 }
  const metrics = serviceMetrics('staging', operationsOf(petstore), () => time.now)
  return {
    observe: metrics.observe,
    read: () => metrics.figures().requests,
    pass: () => {
      time.now += 10_000
      metrics.remember()
    },
  }
}

test('requests are told by what refused them, without pages and health checks', () => {
  const { observe, read, pass } = setUp()
  for (let n = 0; n < 3; n += 1) observe(request)
  observe({ ...request, status: 429, code: 'rate_limit_exceeded', operation: 'createPet' })
  observe({ ...request, status: 404, code: 'route_not_found', operation: 'none' })
  observe({ ...request, operation: 'health' })
  observe({ ...request, operation: 'page', status: 404, code: 'route_not_found' })
  pass()
  const { seconds, count, refusals } = read()
  assert.deepEqual([seconds, count], [10, 5])
  assert.deepEqual(refusals, { rate_limit_exceeded: 1, route_not_found: 1 })
})

test('what is longer ago than a minute is forgotten', () => {
  const { observe, read, pass } = setUp()
  observe(request)
  for (let n = 0; n < maxMoments - 1; n += 1) pass()
  assert.equal(read().count, 1)
  pass()
  const { count, p50, p99, refusals } = read()
  assert.deepEqual([count, p50, p99, refusals], [0, null, null, {}])
  observe(request)
  assert.equal(read().count, 1)
})

test('percentiles lie in the bucket of their request', () => {
  const { observe, read } = setUp()
  for (let n = 0; n < 98; n += 1) observe({ ...request, milliseconds: 0.4 })
  for (let n = 0; n < 2; n += 1) observe({ ...request, milliseconds: 40 })
  const { p50, p99 } = read()
  assert.ok(p50 !== null && p50 > 0.25 && p50 <= 0.5, `${p50}`)
  assert.ok(p99 !== null && p99 > 25 && p99 <= 50, `${p99}`)
  for (let n = 0; n < 200; n += 1) observe({ ...request, milliseconds: 60_000 })
  assert.equal(read().p99, 10_000, 'the last bound')
})
