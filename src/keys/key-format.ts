import { randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Environment } from '../core/environments.ts'

/** What the keys of an environment begin with, so that a reader and a secret scanner tell them. */
export const keyPrefixes = {
  production: 'pets_live_',
  staging: 'pets_test_',
} as const satisfies Record<Environment, string>

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const randomLength = 30
const checksumLength = 6
const anyPrefix = `(?:${Object.values(keyPrefixes).join('|')})`
const keyShape = new RegExp(`^${anyPrefix}[0-9A-Za-z]{${randomLength + checksumLength}}$`)

/** Whatever looks like a key in a text, or like a piece of one. */
export const keysInText = new RegExp(`${anyPrefix}[0-9A-Za-z]+`, 'g')

/** Draws one whole number from 0 to below the bound, without bias. */
export type RandomInt = (below: number) => number

export const secureRandomInt: RandomInt = (below) => randomInt(below)

export const randomDigits = (length: number, random: RandomInt): string => {
  let text = ''
  while (text.length < length) text += digits.charAt(random(digits.length))
  return text
}

/** Makes a key of the environment: 30 random base-62 digits (178 bits) behind the prefix, 6 of checksum. */
export const makeKey = (environment: Environment, random: RandomInt = secureRandomInt): string => {
  const unchecked = keyPrefixes[environment] + randomDigits(randomLength, random)
  return unchecked + checksum(unchecked)
}

/**
 * The environment that a well-formed key belongs to, or undefined where its form or its checksum is
 * wrong: a typing error is seen without a look-up.
 */
export const environmentOfKey = (key: string): Environment | undefined => {
  if (!keyShape.test(key)) return undefined
  const end = key.length - checksumLength
  if (checksum(key.slice(0, end)) !== key.slice(end)) return undefined
  return key.startsWith(keyPrefixes.production) ? 'production' : 'staging'
}

/** CRC-32 (as in RFC 1952 section 8) of all that stands before it, in base 62, filled up with 0. */
const checksum = (text: string): string => {
  let rest = crc32(text)
  let encoded = ''
  while (encoded.length < checksumLength) {
    encoded = digits.charAt(rest % digits.length) + encoded
    rest = Math.floor(rest / digits.length)
  }
  return encoded
}
