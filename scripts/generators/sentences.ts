import { globSync, readFileSync } from 'node:fs'

const sources = new URL('../../console/src/', import.meta.url)

/** Matches a call of `t` or `rich` and its quoted sentence; the quote is empty if the argument is not a string literal. */
const calls = /(?<![\w.$])(t|rich)\((\s*)('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|)/g

/** Replaces each sentence in a source. */
const replaceIn = (path: string, replace: (sentence: string) => string): string => {
  const source = readFileSync(path, 'utf8')
  if (!/\/language\.ts'/.test(source)) return source
  return source.replaceAll(calls, (whole, name: string, space: string, quoted: string) => {
    if (quoted === '')
      throw new Error(
        `${path}: ${name}( takes a sentence in quotes, not ${source.slice(source.indexOf(whole)).slice(0, 60)}`,
      )
    const sentence = quoted.slice(1, -1).replaceAll(/\\(.)/g, '$1')
    return `${name}(${space}${replace(sentence)}`
  })
}

/** All sentences of the console, as in the source, ordered by file. */
export const sentences: readonly string[] = (() => {
  const found = new Set<string>()
  for (const path of globSync('**/*.{ts,tsx}', { cwd: sources.pathname }).toSorted())
    replaceIn(sources.pathname + path, (sentence) => {
      found.add(sentence)
      return ''
    })
  return [...found]
})()

/** Replaces each sentence in a source by a mark that no bundler changes. */
export const withMarks = (path: string): string =>
  replaceIn(path, (sentence) => `"§${sentences.indexOf(sentence)}§"`)

/** The translations into a language, keyed by the English sentence. */
export const translations = (language: string): Readonly<Record<string, string>> =>
  language === 'en'
    ? {}
    : (JSON.parse(
        readFileSync(new URL(`../languages/${language}.json`, sources), 'utf8'),
      ) as Readonly<Record<string, string>>)

/** The translation file of a language, sorted by sentence, so that two people who add some change different lines. */
export const sortedTranslations = (language: string): string => {
  const sorted = Object.entries(translations(language)).toSorted(([one], [other]) =>
    one < other ? -1 : 1,
  )
  return `${JSON.stringify(Object.fromEntries(sorted), undefined, 2)}\n`
}

/**
 * Takes the sentences out of scripts. Each is replaced by its index in the concatenated files of the parts.
 *
 * @param parts the name of each part, and its scripts in the order in which they are loaded
 * @returns the scripts, and a file for each part in each language
 */
export const withoutSentences = (
  files: ReadonlyMap<string, string>,
  languages: readonly string[],
  parts: Readonly<Record<string, (name: string) => boolean>>,
): ReadonlyMap<string, string> => {
  const numbers = new Map<string, number>()
  const made = new Map(files)
  for (const [part, isIn] of Object.entries(parts)) {
    const first = numbers.size
    const scripts = [...files].filter(([name]) => name.endsWith('.js') && isIn(name))
    for (const [name, text] of scripts.toSorted(([one], [other]) => (one < other ? -1 : 1))) {
      const changed = text.replaceAll(/["'`]§(\d+)§["'`]/g, (_, mark: string) => {
        const sentence = sentences[Number(mark)] ?? ''
        if (!numbers.has(sentence)) numbers.set(sentence, numbers.size)
        return String(numbers.get(sentence))
      })
      made.set(name, changed)
    }
    const own = [...numbers.keys()].slice(first)
    for (const language of languages) {
      const known = translations(language)
      // A missing translation falls back to English; the test of the catalogue reports it.
      made.set(
        `${part}.${language}.json`,
        `${JSON.stringify(own.map((each) => known[each] ?? each))}\n`,
      )
    }
  }
  return made
}
