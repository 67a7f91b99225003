/**
 * A text as it is compared without regard to the case of its letters, in any script: `STRASSE` and `Straße` are one. So
 * are a letter with a mark and the two characters that may stand for it (Unicode's NFC). The texts of one release of
 * Unicode keep their folded form in later ones.
 */
export const foldedText = (text: string): string =>
  ascii.test(text) ? text.toLowerCase() : foldedInAnyScript(text)

/** Of these characters the letters alone have another form, and each one only. */
const ascii = /^[\x20-\x7e]*$/

const foldedInAnyScript = (text: string): string =>
  // Some letters, like ß and ss, are alike only as capitals. A small sigma is another letter at the end of a word. So
  // small letters would not find the beginning of a longer word.
  text
    .normalize('NFC')
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .normalize('NFC')

/**
 * The least text that is greater than every text which begins like this one, in the order of code points. Undefined if
 * there is none.
 */
export const textBehind = (beginning: string): string | undefined => {
  let end = beginning.length
  while (end > 0) {
    const start = isSecondOfPair(beginning.charCodeAt(end - 1)) ? end - 2 : end - 1
    const code = beginning.codePointAt(start) ?? lastCodePoint
    if (code !== lastCodePoint) {
      // No text has half of a pair.
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
