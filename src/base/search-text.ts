/** Folds case and composition (NFC) of a text in any script, for comparison. The result is stable across Unicode versions. */
export const foldedText = (text: string): string =>
  ascii.test(text) ? text.toLowerCase() : foldedInAnyScript(text)

/** Of these characters, folding changes only letters, each into one other letter. */
const ascii = /^[\x20-\x7e]*$/

const foldedInAnyScript = (text: string): string =>
  // Upper case first: only there do some letters, like ß and ss, become equal. A final sigma has its own lower case.
  text
    .normalize('NFC')
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .normalize('NFC')

/** Returns the smallest text greater than every text with this prefix, by code points; undefined if there is none. */
export const textBehind = (beginning: string): string | undefined => {
  const points = Array.from(beginning, (character) => character.codePointAt(0) ?? 0)
  for (let last = points.pop(); last !== undefined; last = points.pop()) {
    // Skip the surrogates.
    const next = last === 0xd7ff ? 0xe000 : last + 1
    if (next <= 0x10ffff) return String.fromCodePoint(...points, next)
  }
  return undefined
}

/** Returns the words of a text as a search compares them: `Łukasz O'Neil (R-12)` becomes `lukasz oneil r 12`. */
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

/** Ligatures and letters with a stroke, which no Unicode normal form decomposes. */
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

/** Everything except letters, digits, marks and non-ASCII symbols. */
const separators = /[ -/:-`{-~\p{P}\p{Z}\p{Cc}\p{Cf}\p{Cs}]+/gu

/** Returns only the digits of a text, for example of a telephone number. */
export const digitsIn = (text: string): string => text.replaceAll(/\D/g, '')

/** Builds the indexed text of a row. Marks around the title and spaces around words let trigrams match both ends. */
export const searchText = (title: string, others: readonly string[] = []): string => {
  let text = `^ ${searchWords(title)} $ `
  for (const other of others) text += `${searchWords(other)} `
  return text
}

/** What the indexed text of a row contains if its title is `words`, and if its title begins with `words`. */
export const wholeTitle = (words: string): string => `^ ${words} $`
export const titleBeginning = (words: string): string => `^ ${words}`

/**
 * Returns what the indexed text must contain for each query word. Each part has three characters or more, as trigrams need:
 * two letters must begin a word, and one must be a whole word. Of more than eight words, only the longest eight count.
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
