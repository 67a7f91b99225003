import { locale, t } from './language.ts'

export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour

/** How far the service's clock is ahead of this machine's, in milliseconds, by its last response. */
let ahead = 0

/** Learns the service's time from the `Date` of a response, accurate to a second. */
export const learnTime = (date: string | null, now = Date.now()): void => {
  const serviceTime = Date.parse(date ?? '')
  // `Date` is truncated to seconds, so small differences count as none.
  if (!Number.isNaN(serviceTime))
    ahead = Math.abs(serviceTime - now) < 2_000 ? 0 : serviceTime - now
}

/** The service's time now, in milliseconds since the epoch. */
export const serviceNow = (): number => Date.now() + ahead

/** A duration, rounded to its significant units: "2 days", "5 h 12 min", "25 min", "35 s". */
export const spanText = (milliseconds: number): string => {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1_000))
  if (seconds < 60) return t('{seconds} s', { seconds })
  const minutes = Math.floor(milliseconds / minute)
  if (minutes < 60) return t('{minutes} min', { minutes })
  const hours = Math.floor(milliseconds / hour)
  if (hours >= 48) return t('{count} day|{count} days', { count: Math.floor(milliseconds / day) })
  return minutes % 60 === 0
    ? t('{hours} h', { hours })
    : t('{hours} h {minutes} min', { hours, minutes: minutes % 60 })
}

/** A time: milliseconds since the epoch, or as the service writes it. */
type Time = number | string

/** A time in the visitor's time zone and locale: "14:30", "tomorrow 14:30", "Fri 14:30", "3 Dec 14:30". */
export const timeText = (when: Time, now = Date.now(), form = locale): string => {
  const clockTime = format(when, { timeStyle: 'short' }, form)
  const days = Math.round((startOfDay(when) - startOfDay(now)) / day)
  if (days === 0) return clockTime
  if (Math.abs(days) === 1) {
    const near = new Intl.RelativeTimeFormat(form, { numeric: 'auto' }).format(days, 'day')
    return `${near} ${clockTime}`
  }
  const sameYear = new Date(when).getFullYear() === new Date(now).getFullYear()
  const options: Intl.DateTimeFormatOptions =
    days > 0 && days < 7
      ? { weekday: 'short' }
      : { day: 'numeric', month: 'short', year: sameYear ? undefined : 'numeric' }
  return `${format(when, options, form)} ${clockTime}`
}

/** A day in UTC, without a time: "22 Nov". */
export const dayText = (time: number, form = locale): string =>
  format(time, { day: 'numeric', month: 'short', timeZone: 'UTC' }, form)

/** A month in UTC: "Nov 2026". */
export const monthText = (time: number): string =>
  format(time, { month: 'short', year: 'numeric', timeZone: 'UTC' })

/** A time to the second: "14:05:12". */
export const secondText = (time: Time): string => format(time, { timeStyle: 'medium' })

/** A day in the visitor's time zone: "22 Nov 2026". */
export const dateText = (time: Time): string => format(time, { dateStyle: 'medium' })

/** A calendar date as people write it: a day, a month (`2024-05`) or a year. */
export const calendarText = (date: string): string =>
  date.length < 7
    ? date
    : format(date, {
        day: date.length > 7 ? 'numeric' : undefined,
        month: 'long',
        year: 'numeric',
        timeZone: 'UTC',
      })

/** A full date and time, in the visitor's time zone. */
export const exactTime = (time: Time): string =>
  format(time, { dateStyle: 'full', timeStyle: 'long' })

/** The start of a day in the visitor's time zone. */
export const startOfDay = (time: Time): number => new Date(time).setHours(0, 0, 0, 0)

const formats: Record<string, Intl.DateTimeFormat> = {}

const format = (time: Time, options: Intl.DateTimeFormatOptions, form = locale): string =>
  (formats[JSON.stringify([form, options])] ??= new Intl.DateTimeFormat(form, options)).format(
    new Date(time),
  )
