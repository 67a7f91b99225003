/** Folds a text for comparison in any script: no case, composed letters equal decomposed ones (NFC), stable across versions of Unicode. */
export const foldedText = (text: string): string =>
  ascii.test(text) ? text.toLowerCase() : foldedInAnyScript(text)

/** Among these characters only letters change, each into a single other one. */
const ascii = /^[\x20-\x7e]*$/

const foldedInAnyScript = (text: string): string =>
  // By way of capitals: some letters, like ß and ss, are equal only so, and a final sigma has its own lower case.
  text
    .normalize('NFC')
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .normalize('NFC')

/** The least text greater than every text with this prefix, by code points; undefined if there is none. */
export const textBehind = (beginning: string): string | undefined => {
  const points = Array.from(beginning, (character) => character.codePointAt(0) ?? 0)
  for (let last = points.pop(); last !== undefined; last = points.pop()) {
    // Skip the surrogates.
    const next = last === 0xd7ff ? 0xe000 : last + 1
    if (next <= 0x10ffff) return String.fromCodePoint(...points, next)
  }
  return undefined
}
