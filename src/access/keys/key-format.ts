import { randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Environment } from '../../base/environments.ts'

/** The key prefix of each environment, by which people and secret scanners recognise keys. */
export const keyPrefixes = {
  production: 'pets_live_',
  staging: 'pets_test_',
} as const satisfies Record<Environment, string>

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const randomLength = 30
const checksumLength = 6
const anyPrefix = `(?:${Object.values(keyPrefixes).join('|')})`
const keyShape = new RegExp(`^${anyPrefix}[0-9A-Za-z]{${randomLength + checksumLength}}$`)

/** Anything in a text that looks like a key, or like the beginning of one. */
export const keysInText = new RegExp(`${anyPrefix}[0-9A-Za-z]+`, 'g')

/** A random integer from 0 up to the bound (exclusive), without bias. */
export type RandomInt = (below: number) => number

export const secureRandomInt: RandomInt = (below) => randomInt(below)

export const randomDigits = (length: number, random: RandomInt): string => {
  let text = ''
  while (text.length < length) text += digits.charAt(random(digits.length))
  return text
}

/** Makes a key of the environment: its prefix, 30 random base-62 digits (178 bits), and 6 digits of checksum. */
export const makeKey = (environment: Environment, random: RandomInt = secureRandomInt): string => {
  const unchecked = keyPrefixes[environment] + randomDigits(randomLength, random)
  return unchecked + checksum(unchecked)
}

/** The environment of a key; undefined if its form or its checksum is wrong, so that typing errors need no look-up. */
export const environmentOfKey = (key: string): Environment | undefined => {
  if (!keyShape.test(key)) return undefined
  const end = key.length - checksumLength
  if (checksum(key.slice(0, end)) !== key.slice(end)) return undefined
  return key.startsWith(keyPrefixes.production) ? 'production' : 'staging'
}

/** CRC-32 (as in RFC 1952 section 8) of everything before it, in base 62, padded with 0. */
const checksum = (text: string): string => {
  let rest = crc32(text)
  let encoded = ''
  while (encoded.length < checksumLength) {
    encoded = digits.charAt(rest % digits.length) + encoded
    rest = Math.floor(rest / digits.length)
  }
  return encoded
}
