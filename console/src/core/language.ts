/** The languages of the console, with their native names. */
export const languages = { en: 'English', de: 'Deutsch', es: 'Español', fr: 'Français' } as const

export type Language = keyof typeof languages

/** Parses a language from a setting or the URL. */
export const readLanguage = (text: string | null | undefined): Language | undefined =>
  Object.keys(languages).find((each): each is Language => each === text)

/** The visitor's locale for a language, like `de-AT`. The default for English is `en-GB`, which writes 14:30. */
const localeOf = (chosen: Language): string =>
  navigator.languages.find((each) => each.toLowerCase().split('-')[0] === chosen) ??
  (chosen === 'en' ? 'en-GB' : chosen)

/** The language of the page. It stays the same until the page is reloaded. */
export let language: Language = 'en'

/** The locale for dates, times and numbers. */
export let locale = localeOf(language)

/** Sets the language, before anything is shown in it. */
export const setLanguage = (chosen: Language): void => {
  language = chosen
  locale = localeOf(chosen)
}

/** The sentences in the language of the page. The build replaces each sentence in the code with its number. */
const catalogue: Record<string, string> = {}
let known = 0

/** Adds sentences to the catalogue. */
export const learn = (sentences: readonly string[]): void => {
  for (const sentence of sentences) catalogue[known++] = sentence
}

/** The names in braces in a sentence. */
type NamesIn<Sentence extends string> = Sentence extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never

/** The values for these names; no argument if there are none. */
type ValuesOf<Sentence extends string, Value> = [NamesIn<Sentence>] extends [never]
  ? []
  : [values: Readonly<Record<NamesIn<Sentence>, Value>>]

/** A string literal, since the build has to find the sentence in the source. */
type Literal<Sentence extends string> = string extends Sentence ? never : Sentence

/**
 * A sentence of the console in the language of the page: `t('Mark {name} as adopted', { name })`. Values are
 * inserted as they are, except `count`, which gets the separators of the language. `{count} animal|{count}
 * animals` has a singular and a plural form.
 */
export const t = <const Sentence extends string>(
  sentence: Literal<Sentence>,
  ...[values]: ValuesOf<Sentence, string | number | bigint>
): string => partsOf(sentence, values ?? {}).join('')

/** What can be rendered: an element, a text or nothing. In Preact's types an element is just an object. */
type Shown = object | string | number | bigint | boolean | null | undefined

/** Like `t`, with elements as values, like a link. */
export const rich = <const Sentence extends string>(
  sentence: Literal<Sentence>,
  ...[values]: ValuesOf<Sentence, Shown>
): Shown[] => partsOf(sentence, values ?? {})

const partsOf = <Value>(
  sentence: string,
  values: Readonly<Record<string, Value>>,
): Array<Value | string> => {
  const forms = (catalogue[sentence] ?? sentence).split('|')
  const isOne = new Intl.PluralRules(locale).select(Number(values['count'] ?? 0)) === 'one'
  return ((isOne ? forms[0] : forms.at(-1)) ?? '').split(/\{(\w+)\}/).map((part, at) => {
    if (at % 2 === 0) return part
    const value = values[part]
    return part === 'count' ? countText(Number(value)) : (value ?? '')
  })
}

/** A figure with one decimal, in the visitor's locale: "1.2". */
export const decimalText = (figure: number): string =>
  figure.toLocaleString(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** A count in the visitor's locale: "1,204". Not for ids, which have no separators. */
export const countText = (count: number | bigint): string => count.toLocaleString(locale)
