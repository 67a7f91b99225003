import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageLimits } from '../../src/access/quotas/plans.ts'
import { it, startApp } from '../helpers/app.ts'
import { call } from '../helpers/http.ts'
import { exchange } from '../wire/exchange.ts'

const page = 'HEAD / HTTP/1.1\r\nHost: a\r\n\r\n'
const together = 400

it('outside /v1 an address that has used up its minute gets 429, and health checks still answer', async (app) => {
  const methods = Array.from({ length: together }, () => 'HEAD')
  for (let asked = 0; asked < pageLimits.perMinute; asked += together) {
    const { answers } = await exchange(app.port, [page.repeat(together)], together, { methods })
    assert.ok(answers.every(({ status }) => status === 200))
  }
  for (const path of ['/', '/openapi.json', '/nothing']) {
    const { status, text, headers } = await call(app.origin + path)
    assert.equal(status, 429, path)
    assert.match(text, /^\{"code":"rate_limit_exceeded",/)
    assert.equal(headers['retry-after'], '30')
  }
  for (const path of ['/healthz', '/readyz']) {
    assert.equal((await call(app.origin + path)).status, 200, path)
  }
  // A caller without a key still has its whole quota under /v1. A caller with a key spends nothing of its address.
  const { status, headers } = await app.call('/pets', { key: undefined })
  assert.equal(status, 401)
  assert.equal(headers['x-ratelimit-remaining'], '59')
  assert.equal((await app.call('/pets')).status, 200)
  app.clock.advance(60_000)
  assert.equal((await call(`${app.origin}/`)).status, 200)
})

test('a caller with the longest IPv6 network is counted outside /v1 as any other', async (t) => {
  const app = await startApp(t, { trustedProxies: ['127.0.0.1'] })
  const headers = { 'X-Forwarded-For': 'fd00:aaaa:bbbb:cccc:1111:2222:3333:4444' }
  assert.equal((await call(`${app.origin}/`, { headers })).status, 200)
})
