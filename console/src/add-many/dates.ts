import { languages } from '../core/language.ts'
import { plainText } from '../core/plain-text.ts'

/** What comes first in dates like 03/04/2024. */
export type DayOrder = 'day' | 'month'

let months: readonly (readonly string[])[] | undefined

/** The number of the month that a word, or its beginning, names in one of the languages. */
const monthOf = (word: string): number | undefined => {
  months ??= Array.from({ length: 12 }, (_, month) =>
    Object.keys(languages).map((language) =>
      plainText(new Date(2024, month, 15).toLocaleDateString(language, { month: 'long' })),
    ),
  )
  // A form that German spreadsheets have of their own.
  const begun = word === 'mrz' ? 'mar' : word
  const [found, other] = months.flatMap((words, month) =>
    words.some((each) => each.startsWith(begun)) ? month + 1 : [],
  )
  return other ? undefined : found
}

/** A date by its parts, if the calendar has it. */
const dateOf = (year: number, month = 0, day?: number): string | undefined => {
  const parts = [[year, 4], [month, 2], ...(day === undefined ? [] : [[day, 2]])]
  const text = parts.map(([part = 0, length = 0]) => String(part).padStart(length, '0')).join('-')
  const time = new Date(Date.UTC(year, month - 1, day ?? 1))
  return year > 999 && time.toISOString().startsWith(text) ? text : undefined
}

/**
 * Reads a day, a month or a year as spreadsheets write it: 2024-05-17, 17.5.2024, 5/17/2024, 17 May 2024, 05/2024, May 2024,
 * 2024, each with a time behind it or not. Points stand behind a day that comes first.
 *
 * @param order of numbers that could be both
 * @returns the date as the service has it, or undefined if it is none
 */
export const readDate = (text: string, order: DayOrder): string | undefined => {
  const date = plainText(text.trim()).replace(/[t ]+\d{1,2}:\d\d.*$/, '')
  const found = date.match(/\d+|[a-z]{3,}/g) ?? []
  // Anything else, like "about 2019", tells more than the date.
  if (!/^(?:st|nd|rd|th|er|de|[\s.,/º-])*$/.test(date.replaceAll(/\d+|[a-z]{3,}/g, '')))
    return undefined
  const word = found.find((part) => /[a-z]/.test(part))
  const numbers = found.filter((part) => part !== word)
  const [one = '', two = '', three = '', more] = numbers
  if (more !== undefined || numbers.some((part) => !/^\d{1,4}$/.test(part))) return undefined
  // A year of two digits is none of the future, and 24-05-17 may begin with it.
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

/** Whether a text is one date if its day comes first, and another one if its month does. */
export const isAmbiguous = (text: string): boolean => {
  const [day, month] = [readDate(text, 'day'), readDate(text, 'month')]
  return day !== undefined && month !== undefined && day !== month
}

/** What comes first in a column, if its dates tell: one with a number above 12, and none that says the other. */
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
