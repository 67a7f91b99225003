/**
 * Folds a text for comparison without regard to case, in any script: `STRASSE` equals `Straße`. Composed and decomposed
 * letters are equal, too (NFC). The folded form of a text is stable across versions of Unicode.
 */
export const foldedText = (text: string): string =>
  ascii.test(text) ? text.toLowerCase() : foldedInAnyScript(text)

/** Among these characters only letters change, each into a single other one. */
const ascii = /^[\x20-\x7e]*$/

const foldedInAnyScript = (text: string): string =>
  // Some letters, like ß and ss, are equal only as capitals, and a final sigma has its own lower case. So upper case is
  // applied first.
  text
    .normalize('NFC')
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .normalize('NFC')

/**
 * The least text that is greater than every text with this prefix, in the order of code points; undefined if there is
 * none.
 */
export const textBehind = (beginning: string): string | undefined => {
  let end = beginning.length
  while (end > 0) {
    const start = isSecondOfPair(beginning.charCodeAt(end - 1)) ? end - 2 : end - 1
    const code = beginning.codePointAt(start) ?? lastCodePoint
    if (code !== lastCodePoint) {
      // Skip the surrogates.
      const next = code === lastBeforePairs ? firstBehindPairs : code + 1
      return beginning.slice(0, start) + String.fromCodePoint(next)
    }
    end = start
  }
  return undefined
}

const isSecondOfPair = (unit: number): boolean => unit >= 0xdc00 && unit < firstBehindPairs

const lastCodePoint = 0x10ffff
const lastBeforePairs = 0xd7ff
const firstBehindPairs = 0xe000
