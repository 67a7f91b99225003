import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { signedHeaders } from '../../src/delivery/outgoing.ts'
import { retryAfterOf } from '../../src/delivery/send.ts'
import { delayAfter, maxRetryAfter } from '../../src/resources/webhooks/delivery-changes.ts'

const hours = 3_600_000
const now = Date.UTC(2026, 10, 22, 4, 0, 0)

test('chance moves an attempt by a fifth of the delay at most', () => {
  for (let tries = 1; tries <= 9; tries += 1) {
    const middle = delayAfter(tries, 0.5) ?? 0
    assert.deepEqual(
      [delayAfter(tries, 0), delayAfter(tries, 1)],
      [0.8, 1.2].map((part) => Math.round(middle * part)),
    )
  }
})

test('a receiver may ask for a later attempt, by a day at most, and for no earlier one', () => {
  assert.equal(delayAfter(1, 0.5, 60_000), 60_000)
  assert.equal(delayAfter(1, 0.5, 1_000), 5_000)
  assert.equal(delayAfter(1, 0.5, 400 * hours), maxRetryAfter)
  assert.equal(delayAfter(9, 1, maxRetryAfter), 24 * hours * 1.2)
  assert.equal(delayAfter(10, 0.5, 60_000), undefined)
})

test('Retry-After is read in seconds and as a date, and what is neither is as if there were none', () => {
  for (const [value, milliseconds] of [
    ['120', 120_000],
    ['Sun, 22 Nov 2026 04:01:00 GMT', 60_000],
    ['Sat, 21 Nov 2026 04:01:00 GMT', 0],
  ] as const) {
    assert.equal(retryAfterOf(value, now), milliseconds)
  }
  const texts = '|-1|1.5|1e3|soon|99999999999|2026-11-22'.split('|')
  for (const value of [undefined, ...texts, `${' '.repeat(1_000)}GMT`]) {
    assert.equal(retryAfterOf(value, now), undefined)
  }
})

const makeSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`
const body = '{"id":9007199254740993,"name":"Žofie 🐈"}'

test('the verifier of Standard Webhooks takes a message, by either of two secrets', () => {
  const secrets = [makeSecret(), makeSecret()]
  const headers = signedHeaders(secrets, 'evt_17', Date.now(), body)
  assert.match(headers['webhook-signature'] ?? '', /^v1,[^ ]{44} v1,[^ ]{44}$/)
  for (const secret of secrets) new Webhook(secret).verify(body, { ...headers })
})
