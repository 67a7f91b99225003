import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { signedHeaders } from '../../src/delivery/outgoing.ts'

const makeSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`
const body = '{"id":9007199254740993,"name":"Žofie 🐈"}'

test('the verifier of Standard Webhooks takes a message, by either of two secrets', () => {
  const secrets = [makeSecret(), makeSecret()]
  const headers = signedHeaders(secrets, 'evt_17', Date.now(), body)
  assert.match(headers['webhook-signature'] ?? '', /^v1,[^ ]{44} v1,[^ ]{44}$/)
  for (const secret of secrets) new Webhook(secret).verify(body, { ...headers })
})

test('the example of the specification has its signature', () => {
  // https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md and its libraries' tests.
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const headers = signedHeaders(
    [secret],
    'msg_p5jXN8AQM9LWM0D4loKWxJek',
    1_614_265_330_000,
    '{"test": 2432232314}',
  )
  assert.equal(headers['webhook-signature'], 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
  assert.equal(headers['webhook-timestamp'], '1614265330')
})
