import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operations } from '../helpers/openapi.ts'

// What only reads is a POST to keep personal data out of URLs; a stored answer would outlast an erasure.
const posts = operations.filter(
  ({ method, operationId }) => method === 'POST' && operationId !== 'findContacts',
)

test('there are operations with POST', () => {
  assert.ok(posts.some(({ operationId }) => operationId === 'createPet'))
})

for (const { operationId, parameters, responses } of posts) {
  test(`${operationId} takes an Idempotency-Key, and says how a replay and a wrong use are answered`, () => {
    const key = parameters.find(({ name }) => name === 'Idempotency-Key')
    assert.deepEqual([key?.in, key?.required], ['header', false])
    const successes = [...responses].filter(([status]) => status < 300)
    for (const [, { headers }] of successes) {
      assert.equal(headers['Idempotent-Replayed']?.required, false)
    }
    for (const [status, code] of [
      [409, 'idempotency_key_in_use'],
      [422, 'idempotency_key_reused'],
    ] as const) {
      assert.ok(responses.get(status)?.body?.codes.includes(code), code)
    }
  })
}
