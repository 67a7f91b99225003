import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crc32 } from 'node:zlib'
import {
  environmentOfKey,
  keyPrefixes,
  makeKey,
  randomDigits,
} from '../../src/access/keys/key-format.ts'
import { environments } from '../../src/base/environments.ts'
import { redactKeys } from '../../src/access/keys/redact.ts'
import { processorTime } from '../helpers/processor-time.ts'
import { type EncodingChoice, encodedKey } from '../helpers/encoded-key.ts'

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

for (const environment of environments) {
  test(`a key of ${environment} has its prefix, 30 random characters and 6 of checksum`, () => {
    const key = makeKey(environment)
    assert.match(key, new RegExp(`^${keyPrefixes[environment]}[0-9A-Za-z]{36}$`))
    assert.equal(environmentOfKey(key), environment)
  })
}

/** The text with the CRC-32 of all of it behind, in base 62. */
const sealed = (text: string): string => {
  let [rest, end] = [crc32(text), '']
  for (; end.length < 6; rest = Math.floor(rest / 62)) end = base62.charAt(rest % 62) + end
  return text + end
}

test('the checksum is the CRC-32 of all before it, in base 62, most significant digit first', () => {
  assert.equal(
    makeKey('staging', () => 0),
    sealed(`pets_test_${'0'.repeat(30)}`),
  )
})

const key = makeKey('staging')
const places = Array.from(key, (_, at) => [key.slice(0, at), key.slice(at)] as const)
const digits = '0'.repeat(30)

for (const [what, texts] of [
  [
    'each error of one character',
    places.flatMap(([before, behind]) =>
      Array.from(`${base62}_-é`, (digit) => before + digit + behind.slice(1)),
    ),
  ],
  [
    'two neighbours that change places',
    places.map(
      ([before, behind]) => before + behind.charAt(1) + behind.charAt(0) + behind.slice(2),
    ),
  ],
  ['a key that is cut', places.map(([before]) => before)],
  ['a key that is lengthened', ['0', ' ', '\n', 'é'].map((end) => key + end)],
  ['a key in capitals, or of the other prefix', [key.toUpperCase(), key.replace('test', 'live')]],
  [
    'what has the right checksum alone',
    ['', 'pets_prod_', 'pets_test_0'].map((text) => sealed(text + digits)),
  ],
  ['what has the right checksum, and is too short', [sealed(`pets_test_${digits.slice(1)}`)]],
] as const) {
  test(`${what} is refused without a look-up`, () => {
    for (const text of texts) {
      if (text !== key) assert.equal(environmentOfKey(text), undefined, text)
    }
  })
}

test('two keys are never alike, and every digit is drawn', () => {
  const keys = new Set(Array.from({ length: 1_000 }, () => makeKey('production')))
  assert.equal(keys.size, 1_000)
  assert.equal(new Set(randomDigits(10_000, (below) => Math.floor(Math.random() * below))).size, 62)
})

test('several keys of one text, and pieces of keys, are redacted each', () => {
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

test('the work for a text grows with its length only, however deep its encodings go', async () => {
  const costOf = async (length: number): Promise<number> =>
    await processorTime(() => {
      for (let run = 0; run < 20; run += 1) redactKeys(`%${'25'.repeat(length)}`)
    })
  await costOf(2_000)
  // Ten times as long: quadratic work would cost a hundred times as much.
  assert.ok((await costOf(50_000)) < 40 * Math.max(await costOf(5_000), 1))
})

test('secrets of webhooks are redacted, and pieces of them', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw+/=='
  assert.equal(redactKeys(`/hook?s=${secret}&a=b`), '/hook?s=[redacted]&a=b')
  assert.equal(redactKeys(`"${secret.slice(0, 9)}" ${secret}`), '"[redacted]" [redacted]')
  assert.equal(redactKeys(`${encodeURIComponent(secret)}, %41`), '[redacted], %41')
})
