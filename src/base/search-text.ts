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

/** The words of a text as a search compares them: `Łukasz O'Neil (R-12)` has the words `lukasz oneil r 12`. */
export const searchWords = (text: string): string =>
  plainAscii.test(text) ? text.toLowerCase() : foldedWords(text)

const plainAscii = /^[a-z0-9]+(?: [a-z0-9]+)*$/i

const foldedWords = (text: string): string =>
  foldedText(text.replaceAll(/['’]/g, ''))
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replaceAll(/[æœøłđðþı]/g, (letter) => plainLetters[letter] ?? letter)
    .replaceAll(separators, ' ')
    .trim()

/** Letters with a stroke or of two letters, which no normal form takes apart. */
const plainLetters: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}

/** All but letters, digits, marks and the symbols beyond ASCII. */
const separators = /[ -/:-`{-~\p{P}\p{Z}\p{Cc}\p{Cf}\p{Cs}]+/gu

/** The digits of a text, as of a telephone number. */
export const digitsIn = (text: string): string => text.replaceAll(/\D/g, '')

/** The text that a search looks into. Marks around the title and spaces around words let an index of trigrams find where they begin and end. */
export const searchText = (title: string, others: readonly string[] = []): string => {
  let text = `^ ${searchWords(title)} $ `
  for (const other of others) text += `${searchWords(other)} `
  return text
}

/** What the text of a row has if its title is `words`, and if its title begins so. */
export const wholeTitle = (words: string): string => `^ ${words} $`
export const titleBeginning = (words: string): string => `^ ${words}`

/**
 * What a row's text must have for each query word, at least three characters: a two-letter word begins a word, a single letter is one.
 * Of more than eight words the longest count.
 */
export const wordParts = (words: string): readonly string[] =>
  [...new Set(words.split(' '))]
    .toSorted((one, other) => other.length - one.length)
    .slice(0, 8)
    .map((word) => {
      const { length } = Array.from(word)
      if (length > 2) return word
      return length === 2 ? ` ${word}` : ` ${word} `
    })
