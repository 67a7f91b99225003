import { languages } from '../core/language.ts'
import { plainText } from '../core/plain-text.ts'

/** Whether day or month comes first in dates like 03/04/2024. */
export type DayOrder = 'day' | 'month'

let months: readonly (readonly string[])[] | undefined

/** The number of the month that a word or abbreviation names in one of the languages. */
const monthOf = (word: string): number | undefined => {
  months ??= Array.from({ length: 12 }, (_, month) =>
    Object.keys(languages).map((language) =>
      plainText(new Date(2024, month, 15).toLocaleDateString(language, { month: 'long' })),
    ),
  )
  // German spreadsheets abbreviate March as "Mrz".
  const begun = word === 'mrz' ? 'mar' : word
  const [found, other] = months.flatMap((words, month) =>
    words.some((each) => each.startsWith(begun)) ? month + 1 : [],
  )
  return other ? undefined : found
}

/** Formats a date from its parts; undefined if the calendar does not have it. */
const dateOf = (year: number, month = 0, day?: number): string | undefined => {
  const parts = [[year, 4], [month, 2], ...(day === undefined ? [] : [[day, 2]])]
  const text = parts.map(([part = 0, length = 0]) => String(part).padStart(length, '0')).join('-')
  const time = new Date(Date.UTC(year, month - 1, day ?? 1))
  return year > 999 && time.toISOString().startsWith(text) ? text : undefined
}

/**
 * Parses a day, a month or a year as spreadsheets write it: 2024-05-17, 17.5.2024, 5/17/2024, 17 May 2024, 05/2024,
 * May 2024, 2024, each optionally followed by a time. If the separators are dots, the day comes first.
 *
 * @param order the order of day and month, if both readings are possible
 * @returns the date in the form of the service, or undefined if the text is not a date
 */
export const readDate = (text: string, order: DayOrder): string | undefined => {
  const date = plainText(text.trim()).replace(/[t ]+\d{1,2}:\d\d.*$/, '')
  const found = date.match(/\d+|[a-z]{3,}/g) ?? []
  // Other words, as in "about 2019", mean more than a date.
  if (!/^(?:st|nd|rd|th|er|de|[\s.,/º-])*$/.test(date.replaceAll(/\d+|[a-z]{3,}/g, '')))
    return undefined
  const word = found.find((part) => /[a-z]/.test(part))
  const numbers = found.filter((part) => part !== word)
  const [one = '', two = '', three = '', more] = numbers
  if (more !== undefined || numbers.some((part) => !/^\d{1,4}$/.test(part))) return undefined
  // A two-digit year is never in the future. A date like 24-05-17 may begin with one.
  const now = new Date().getFullYear()
  const yearOf = (digits: string): number =>
    digits.length === 4
      ? Number(digits)
      : digits.length === 2 && (word || !date.includes('-')) && 2_000 + Number(digits) <= now
        ? 2_000 + Number(digits)
        : 0
  if (word !== undefined) {
    const month = monthOf(word)
    if (month === undefined || three) return undefined
    if (!two) return dateOf(yearOf(one), month)
    return one.length === 4
      ? dateOf(Number(one), month, Number(two))
      : dateOf(yearOf(two), month, Number(one))
  }
  if (!two) return one.length === 4 ? one : undefined
  if (!three)
    return one.length === 4
      ? dateOf(Number(one), Number(two))
      : two.length === 4
        ? dateOf(Number(two), Number(one))
        : undefined
  if (one.length === 4) return dateOf(Number(one), Number(two), Number(three))
  return order === 'day' || /^\d+\./.test(date)
    ? dateOf(yearOf(three), Number(two), Number(one))
    : dateOf(yearOf(three), Number(one), Number(two))
}

/** Whether a text is a different date depending on whether day or month comes first. */
export const isAmbiguous = (text: string): boolean => {
  const [day, month] = [readDate(text, 'day'), readDate(text, 'month')]
  return day !== undefined && month !== undefined && day !== month
}

/** Whether day or month comes first in a column, if its dates show it: some have a number above 12, and none contradicts. */
export const orderIn = (texts: readonly string[]): DayOrder | undefined => {
  const orders = new Set(
    texts.flatMap((text): DayOrder[] => {
      const [day, month] = [readDate(text, 'day'), readDate(text, 'month')]
      return day === undefined
        ? month === undefined
          ? []
          : ['month']
        : month === undefined
          ? ['day']
          : []
    }),
  )
  const [only, other] = orders
  return other ? undefined : only
}
