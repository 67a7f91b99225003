import assert from 'node:assert/strict'
import { Agent } from 'node:http'
import { test } from 'node:test'
import { makeKey } from '../../src/access/keys/key-format.ts'
import { fixedPlans, pageLimits } from '../../src/access/quotas/plans.ts'
import { it, startApp, TestClock } from '../helpers/app.ts'
import { type Answer, call, errorOf } from '../helpers/http.ts'
import { assertRefused } from '../helpers/refusal.ts'
import { exchange } from '../wire/exchange.ts'

const start = '2026-11-20T12:00:00Z'
const minuteEnds = Date.parse('2026-11-20T12:01:00Z') / 1_000
const banEnds = Date.parse(start) / 1_000 + 300

const trioOf = ({ headers }: Answer): readonly number[] =>
  ['limit', 'remaining', 'reset'].map((name) => Number(headers[`x-ratelimit-${name}`]))

for (const [plan, limits, count] of [
  ['free', fixedPlans.free, 1_000],
  ['pro', fixedPlans.pro, 1_000],
  ['business', fixedPlans.business, 1_500],
  ['enterprise', { perMinute: 137, perDay: 5_000, openOrders: 1 }, 500],
] as const) {
  const { perMinute } = limits

  test(`of ${count} requests at once on a fresh ${plan} key ${perMinute} pass, and each answer shows the right quota`, async (t) => {
    const app = await startApp(t, { clock: new TestClock(start) })
    const { key } = await app.addKey(plan, limits)
    const agent = new Agent({ keepAlive: true, maxSockets: 200 })
    t.after(() => agent.destroy())
    const answers = await Promise.all(
      Array.from({ length: count }, async () => await call(`${app.baseUrl}/pets`, { key, agent })),
    )
    const [passed = [], refused = []] = [200, 429].map((wanted) =>
      answers.filter(({ status }) => status === wanted),
    )
    // Each admitted request saw a different number, so none was counted twice or lost.
    assert.deepEqual(
      passed.map(trioOf).toSorted(([, one = 0], [, other = 0]) => one - other),
      Array.from({ length: perMinute }, (_, n) => [perMinute, n, minuteEnds]),
    )
    // Only the refusal that caused the ban, and those after it, show its end.
    const told = refused.map((answer) => [errorOf(answer).code, ...trioOf(answer)].join(' '))
    const ofCode = (code: string, ends: number, length: number): readonly string[] =>
      Array.from({ length }, () => `${code} ${perMinute} 0 ${ends}`)
    const exceeded = Math.min(perMinute, count - perMinute)
    const begun = exceeded === perMinute ? 1 : 0
    assert.deepEqual(told.toSorted(), [
      ...ofCode('api_key_banned', banEnds, count - perMinute - exceeded),
      ...ofCode('rate_limit_exceeded', minuteEnds, exceeded - begun),
      ...ofCode('rate_limit_exceeded', banEnds, begun),
    ])
  })
}

test('counts of keys and of addresses, and a ban, stand after a restart', async (t) => {
  const first = await startApp(t, { clock: new TestClock(start) })
  const { key } = await first.addKey('free')
  const { key: bannedKey } = await first.addKey('enterprise', { perMinute: 1, perDay: 9 })
  for (let n = 0; n < 7; n += 1) await first.call('/pets', { key })
  for (let n = 0; n < 3; n += 1) await first.call('/pets', { key: bannedKey })
  await first.call('/pets', { key: undefined })
  const second = await first.restart()
  assert.equal(trioOf(await second.call('/pets', { key }))[1], 60 - 8)
  assertRefused(await second.call('/pets', { key: bannedKey }), 'api_key_banned')
  assert.equal(trioOf(await second.call('/pets', { key: undefined }))[1], 60 - 2)
})

test('without a valid key the address is spent, on the Free plan’s figures and without a ban', async (t) => {
  const app = await startApp(t, { clock: new TestClock(start) })
  const wrong = (n: number): string | undefined =>
    [undefined, 'nonsense', makeKey('staging')][n % 3]
  for (let n = 0; n < 60; n += 1) {
    const answer = await app.call('/pets', { key: wrong(n) })
    assert.equal(answer.status, 401)
    assert.deepEqual(trioOf(answer), [60, 59 - n, minuteEnds])
  }
  const messages = new Set<string>()
  for (let n = 0; n < 200; n += 1) {
    const answer = await app.call('/pets', { key: wrong(n) })
    messages.add(assertRefused(answer, 'rate_limit_exceeded'))
    assert.equal(answer.headers['retry-after'], '60')
    assert.equal(answer.headers['www-authenticate'], undefined)
  }
  const [message = '', ...others] = messages
  assert.match(
    message,
    /^No valid API key came with this request, and the address 127\.0\.0\.1 has already sent 60 such requests in this minute\. Retry after/,
  )
  assert.deepEqual(others, [], 'past the quota of the address every wrong key gets the same answer')
  const valid = await app.call('/pets')
  assert.equal(valid.status, 200, 'a valid key is never held up by its address')
  app.clock.advance(60_000)
  assertRefused(await app.call('/pets', { key: undefined }), 'missing_api_key')
})

test('a refusal without a valid key names the IPv6 network, for the minute and for the day', async (t) => {
  const clock = new TestClock(start)
  const app = await startApp(t, { clock, trustedProxies: ['127.0.0.1'] })
  const send = async (address: string) =>
    await app.call('/pets', { key: undefined, headers: { 'x-forwarded-for': address } })
  const assertTold = async (message: RegExp): Promise<void> =>
    void assertRefused(await send('2001:db8::1'), 'rate_limit_exceeded', message)
  for (let n = 0; n < 60; n += 1) await send(`2001:db8:0:0:1:2:3:${n}`)
  await assertTold(/, and the IPv6 network 2001:db8::\/64 has already sent 60 such requests in/)
  for (let minute = 0; minute < 16; minute += 1) {
    clock.advance(60_000)
    for (let n = 0; n < 60; n += 1) await send('2001:db8::1')
  }
  await assertTold(/has already sent 1000 such requests in this day \(UTC\)\. Retry after/)
  // The longest network is counted outside /v1 too.
  const headers = { 'X-Forwarded-For': 'fd00:aaaa:bbbb:cccc:1111:2222:3333:4444' }
  assert.equal((await call(`${app.origin}/`, { headers })).status, 200)
})

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
