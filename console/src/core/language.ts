/** The languages of the console, by what each calls itself. */
export const languages = { en: 'English', de: 'Deutsch', es: 'Español', fr: 'Français' } as const

export type Language = keyof typeof languages

/** Reads a language from a setting or an address. */
export const readLanguage = (text: string | null | undefined): Language | undefined =>
  Object.keys(languages).find((each): each is Language => each === text)

/** The visitor's own form of a language, like `de-AT`. For English, without one, that which writes 14:30. */
const localeOf = (chosen: Language): string =>
  navigator.languages.find((each) => each.toLowerCase().split('-')[0] === chosen) ??
  (chosen === 'en' ? 'en-GB' : chosen)

/** The language of the page. It stays the same until the page is loaded anew. */
export let language: Language = 'en'

/** How dates, times and numbers are written. */
export let locale = localeOf(language)

/** Sets the language, before anything is said in it. */
export const setLanguage = (chosen: Language): void => {
  language = chosen
  locale = localeOf(chosen)
}

/** The sentences in the language of the page. The build puts a number in the place of each sentence. */
const catalogue: Record<string, string> = {}
let known = 0

/** Adds sentences to those that are known. */
export const learn = (sentences: readonly string[]): void => {
  for (const sentence of sentences) catalogue[known++] = sentence
}

/** The names in braces of a sentence. */
type NamesIn<Sentence extends string> = Sentence extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never

/** What is put in the place of the names; nothing if there are none. */
type ValuesOf<Sentence extends string, Value> = [NamesIn<Sentence>] extends [never]
  ? []
  : [values: Readonly<Record<NamesIn<Sentence>, Value>>]

/** A sentence as it stands in the source, since the build has to find it. */
type Literal<Sentence extends string> = string extends Sentence ? never : Sentence

/**
 * A sentence of the console in the language of the page: `t('Mark {name} as adopted', { name })`. A value is put in as it
 * is, but `count` with the separators of the language; `{count} animal|{count} animals` has a form for one and for others.
 */
export const t = <const Sentence extends string>(
  sentence: Literal<Sentence>,
  ...[values]: ValuesOf<Sentence, string | number | bigint>
): string => partsOf(sentence, values ?? {}).join('')

/** What can be shown: an element, a text or nothing. By the types of Preact it is no more than an object. */
type Shown = object | string | number | bigint | boolean | null | undefined

/** The same with elements as values, like a link. */
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

/** A figure with one digit after the point, or the comma: "1.2". */
export const decimalText = (figure: number): string =>
  figure.toLocaleString(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** A count in the visitor's form: "1,204". Never for an id, which is shown digit for digit. */
export const countText = (count: number | bigint): string => count.toLocaleString(locale)
