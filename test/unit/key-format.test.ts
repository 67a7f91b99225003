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

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

for (const environment of environments) {
  test(`a key of ${environment} has its prefix, 30 random characters and 6 of checksum`, () => {
    const key = makeKey(environment)
    assert.match(key, new RegExp(`^${keyPrefixes[environment]}[0-9A-Za-z]{36}$`))
    assert.equal(environmentOfKey(key), environment)
  })
}

test('the checksum is the CRC-32 of all before it, in base 62, most significant digit first', () => {
  const key = makeKey('staging', () => 0)
  assert.equal(key.slice(0, -6), `pets_test_${'0'.repeat(30)}`)
  const value = Array.from(key.slice(-6)).reduce(
    (sum, digit) => sum * 62 + base62.indexOf(digit),
    0,
  )
  assert.equal(value, crc32(key.slice(0, -6)))
})

test('each error of one character is refused without a look-up', () => {
  const key = makeKey('staging')
  for (let at = 0; at < key.length; at += 1) {
    for (const digit of `${base62}_-`) {
      if (digit === key[at]) continue
      const typo = key.slice(0, at) + digit + key.slice(at + 1)
      assert.equal(environmentOfKey(typo), undefined, typo)
    }
  }
})

test('two neighbours that change places are refused', () => {
  const key = makeKey('production')
  for (let at = 0; at < key.length - 1; at += 1) {
    const [left = '', right = ''] = key.slice(at, at + 2)
    if (left === right) continue
    assert.equal(environmentOfKey(key.slice(0, at) + right + left + key.slice(at + 2)), undefined)
  }
})

test('a key that is cut, lengthened, padded or of the other prefix is refused', () => {
  const key = makeKey('staging')
  for (const wrong of [
    '',
    key.slice(0, -1),
    `${key}0`,
    `${key} `,
    `${key}\n`,
    key.toUpperCase(),
    key.replace('pets_test_', 'pets_live_'),
    'é'.repeat(46),
    'pets_test_',
  ]) {
    assert.equal(environmentOfKey(wrong), undefined, wrong)
  }
})

test('a checksum does not make a key of what has not its form', () => {
  const sealed = (text: string): string => {
    let [rest, end] = [crc32(text), '']
    for (; end.length < 6; rest = Math.floor(rest / 62)) end = base62.charAt(rest % 62) + end
    return text + end
  }
  const digits = '0'.repeat(30)
  assert.equal(environmentOfKey(sealed(`pets_test_${digits}`)), 'staging')
  for (const text of [
    `pets_prod_${digits}`,
    `pets_test_${digits}0`,
    `pets_test_${digits.slice(1)}`,
  ])
    assert.equal(environmentOfKey(sealed(text)), undefined, text)
})

test('two keys are never alike, and every digit is drawn', () => {
  const keys = new Set(Array.from({ length: 1_000 }, () => makeKey('production')))
  assert.equal(keys.size, 1_000)
  assert.equal(new Set(randomDigits(10_000, (below) => Math.floor(Math.random() * below))).size, 62)
})
