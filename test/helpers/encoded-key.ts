import * as fc from 'fast-check'

/** How a character is sent: plain (0), percent-encoded (1), or that encoded again, with hex digits of either case. */
export type EncodingChoice = { readonly depth: number; readonly upper: boolean }

/** Ways to encode the characters of a text; they are taken in turn. At least one character is encoded. */
export const encodingChoices: fc.Arbitrary<readonly EncodingChoice[]> = fc
  .array(fc.record({ depth: fc.nat(4), upper: fc.boolean() }), { minLength: 1, maxLength: 46 })
  .map((choices) => [...choices, { depth: 1, upper: true }])

/** The key with each of its characters encoded as chosen. */
export const encodedKey = (key: string, choices: readonly EncodingChoice[]): string =>
  Array.from(key, (character, at) => {
    const { depth, upper } = choices[at % choices.length] ?? { depth: 0, upper: false }
    if (depth === 0) return character
    const hex = character.charCodeAt(0).toString(16)
    // Each further layer encodes the percent sign of the one before.
    return `%${'25'.repeat(depth - 1)}${upper ? hex.toUpperCase() : hex}`
  }).join('')
