/**
 * A text as it is compared without regard to the case of its letters, in any script: `STRASSE` and `Straße` are one, and
 * so are a letter with a mark and the two characters that it may be written with (Unicode's NFC). The texts of one
 * release of Unicode keep their folded form in later ones.
 */
export const foldedText = (text: string): string =>
  // Some letters, like ß and ss, are alike only as capitals. At the end of a word
  // a small sigma is another letter, so the beginning of a longer word would not be found by small letters.
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
  const characters = Array.from(beginning)
  for (;;) {
    const code = characters.pop()?.codePointAt(0)
    if (code === undefined) return undefined
    if (code === lastCodePoint) continue
    // No text has half of a pair.
    const next = code === lastBeforePairs ? firstBehindPairs : code + 1
    return characters.join('') + String.fromCodePoint(next)
  }
}

const lastCodePoint = 0x10ffff
const lastBeforePairs = 0xd7ff
const firstBehindPairs = 0xe000
