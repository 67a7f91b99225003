import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { makeKey } from '../../src/access/keys/key-format.ts'
import { environments } from '../../src/base/environments.ts'
import { redactKeys } from '../../src/access/keys/redact.ts'
import { type EncodingChoice, encodedKey, encodingChoices } from '../helpers/encoded-key.ts'

const aKey = fc
  .tuple(fc.constantFrom(...environments), fc.infiniteStream(fc.nat()))
  .map(([environment, draws]) => makeKey(environment, (below) => (draws.next().value ?? 0) % below))

const around = fc.string({
  unit: fc.constantFrom('/', '?', '%', '%2', '%zz', '%20', '&', '"', '.'),
})

test('a key is redacted however its characters are percent-encoded, and what is around it stays', () => {
  fc.assert(
    fc.property(aKey, encodingChoices, around, around, (key, choices, before, after) => {
      // The text before the key must not combine with it into another encoding.
      const start = `${before}/`
      const end = `/${after}`
      assert.equal(redactKeys(start + encodedKey(key, choices) + end), `${start}[redacted]${end}`)
    }),
    { numRuns: 2_000 },
  )
})

test('several keys of one text, and pieces of keys, are redacted each', () => {
  const key = makeKey('staging')
  const deep: EncodingChoice = { depth: 3, upper: false }
  const encoded = encodedKey(key, [deep])
  assert.equal(redactKeys(`${key}/${encoded}`), '[redacted]/[redacted]')
  assert.equal(redactKeys(`a%${key}b%`), 'a%[redacted]%')
  assert.equal(redactKeys(`/pets%5Flive%5fabc`), '/[redacted]')
  // The digits of an encoding can themselves be encoded.
  assert.equal(redactKeys('/pets%%35Flive%5%46abc%2'), '/[redacted]%2')
})

test('a text without a key stays as it is', () => {
  for (const text of [
    '',
    '/v1/pets/1',
    '/v1/pets/%31',
    '/v1/%pets_%live',
    '%25%32%35',
    'pets_live',
  ]) {
    assert.equal(redactKeys(text), text)
  }
})

test('the work for a text grows with its length only, however deep its encodings go', () => {
  const costOf = (text: string): number => {
    const before = process.cpuUsage()
    for (let run = 0; run < 20; run += 1) redactKeys(text)
    const { user, system } = process.cpuUsage(before)
    return user + system
  }
  const nested = (length: number): string => `%${'25'.repeat(length)}`
  costOf(nested(2_000))
  // Ten times as long: quadratic work would cost a hundred times as much.
  assert.ok(costOf(nested(50_000)) < 40 * Math.max(costOf(nested(5_000)), 1_000))
})

test('secrets of webhooks are redacted, and pieces of them', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw+/=='
  assert.equal(redactKeys(`/hook?s=${secret}&a=b`), '/hook?s=[redacted]&a=b')
  assert.equal(redactKeys(`"${secret.slice(0, 9)}" ${secret}`), '"[redacted]" [redacted]')
  assert.equal(redactKeys(`${encodeURIComponent(secret)}, %41`), '[redacted], %41')
})
