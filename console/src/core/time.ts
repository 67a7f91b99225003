const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour

/** How far the service's clock is ahead of this machine's, in milliseconds, by its last answer. */
let ahead = 0

/** Learns the service's time from the `Date` of an answer, exact to a second. */
export const learnTime = (date: string | null, now = Date.now()): void => {
  const serviceTime = Date.parse(date ?? '')
  // `Date` is cut to whole seconds, so the clocks may agree if they differ by less than that.
  if (!Number.isNaN(serviceTime))
    ahead = Math.abs(serviceTime - now) < 2_000 ? 0 : serviceTime - now
}

/** The service's time now, in milliseconds since the epoch. */
export const serviceNow = (): number => Date.now() + ahead

/** A span of time, rounded to what matters: "2 days", "5 h 12 min", "25 min", "35 s". */
export const spanText = (milliseconds: number): string => {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1_000))
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(milliseconds / minute)
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(milliseconds / hour)
  if (hours < 48) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`
  return `${Math.floor(milliseconds / day)} days`
}

/** A time: milliseconds since the epoch, or as the service writes it. */
type Time = number | string

/** A time in the visitor's zone and form: "14:30", "tomorrow 14:30", "Fri 14:30", "3 Dec 14:30". */
export const timeText = (when: Time, now = Date.now(), locale?: string): string => {
  const clockTime = format(when, { timeStyle: 'short' }, locale)
  const days = Math.round((startOfDay(when) - startOfDay(now)) / day)
  const near = { '-1': 'yesterday ', 0: '', 1: 'tomorrow ' }[days]
  if (near !== undefined) return near + clockTime
  const sameYear = new Date(when).getFullYear() === new Date(now).getFullYear()
  const options: Intl.DateTimeFormatOptions =
    days > 0 && days < 7
      ? { weekday: 'short' }
      : { day: 'numeric', month: 'short', year: sameYear ? undefined : 'numeric' }
  return `${format(when, options, locale)} ${clockTime}`
}

/** A day of the UTC clock, without a time: "22 Nov". */
export const dayText = (time: number, locale?: string): string =>
  format(time, { day: 'numeric', month: 'short', timeZone: 'UTC' }, locale)

/** A month of the UTC clock: "Nov 2026". */
export const monthText = (time: number): string =>
  format(time, { month: 'short', year: 'numeric', timeZone: 'UTC' })

/** A time to the second: "14:05:12". */
export const secondText = (time: Time): string => format(time, { timeStyle: 'medium' })

/** A day in the visitor's zone: "22 Nov 2026". */
export const dateText = (time: Time): string => format(time, { dateStyle: 'medium' })

/** A date of the calendar as people write it: a day, a month (`2024-05`) or a year. */
export const calendarText = (date: string): string =>
  date.length < 7
    ? date
    : format(date, {
        day: date.length > 7 ? 'numeric' : undefined,
        month: 'long',
        year: 'numeric',
        timeZone: 'UTC',
      })

/** A time in all its parts, in the visitor's zone. */
export const exactTime = (time: Time): string =>
  format(time, { dateStyle: 'full', timeStyle: 'long' })

/** When a day begins in the visitor's zone. */
export const startOfDay = (time: Time): number => new Date(time).setHours(0, 0, 0, 0)

/** The page is in English: in that of the visitor, if the browser says one, else in that which writes 14:30. */
const english =
  navigator.languages.find((language) => language.toLowerCase().startsWith('en')) ?? 'en-GB'

const formats: Record<string, Intl.DateTimeFormat> = {}

const format = (time: Time, options: Intl.DateTimeFormatOptions, locale = english): string =>
  (formats[JSON.stringify([locale, options])] ??= new Intl.DateTimeFormat(locale, options)).format(
    new Date(time),
  )

/** A count in the visitor's form: "1,204". Never for an id, which is shown digit for digit. */
export const countText = (count: number | bigint): string => count.toLocaleString(english)

/** A count of things that a word names: "1 row", "1,204 rows". */
export const countOf = (count: number | bigint, word: string): string =>
  `${countText(count)} ${word}${Number(count) === 1 ? '' : 's'}`
