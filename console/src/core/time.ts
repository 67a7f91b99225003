const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** How far the service's clock is ahead of this machine's, in milliseconds, by its last answer. */
let ahead = 0

/** Learns the service's time from the `Date` of an answer, exact to a second. */
export const learnTime = (date: string | null, now = Date.now()): void => {
  const told = Date.parse(date ?? '')
  // `Date` is cut to whole seconds, so the clocks may agree if they differ by less than that.
  if (!Number.isNaN(told)) ahead = Math.abs(told - now) < 2_000 ? 0 : told - now
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
  const time = new Date(when)
  const clockTime = format(locale, { hour: '2-digit', minute: '2-digit' }).format(time)
  const days = Math.round((startOfDay(when) - startOfDay(now)) / day)
  if (days === 0) return clockTime
  if (days === 1) return `tomorrow ${clockTime}`
  if (days === -1) return `yesterday ${clockTime}`
  if (days > 0 && days < 7)
    return `${format(locale, { weekday: 'short' }).format(time)} ${clockTime}`
  const sameYear = time.getFullYear() === new Date(now).getFullYear()
  const date = format(locale, {
    day: 'numeric',
    month: 'short',
    ...(!sameYear && { year: 'numeric' }),
  }).format(time)
  return `${date} ${clockTime}`
}

/** A day of the UTC clock, without a time: "22 Nov". */
export const dayText = (time: number, locale?: string): string =>
  format(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(time)

/** A time to the second: "14:05:12". */
export const secondText = (time: Time): string =>
  format(undefined, { hour: '2-digit', minute: '2-digit', second: '2-digit' }).format(
    new Date(time),
  )

/** A day in the visitor's zone: "22 Nov 2026". */
export const dateText = (time: Time): string =>
  format(undefined, { dateStyle: 'medium' }).format(new Date(time))

/** A time in all its parts, in the visitor's zone. */
export const exactTime = (time: Time): string =>
  format(undefined, { dateStyle: 'full', timeStyle: 'long' }).format(new Date(time))

const startOfDay = (time: Time): number => new Date(time).setHours(0, 0, 0, 0)

const formats = new Map<string, Intl.DateTimeFormat>()

const format = (
  locale: string | undefined,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat => {
  const name = JSON.stringify([locale, options])
  let made = formats.get(name)
  if (made === undefined) {
    made = new Intl.DateTimeFormat(locale, options)
    formats.set(name, made)
  }
  return made
}

/** A count in the visitor's form: "1,204". Never for an id, which is shown digit for digit. */
export const countText = (count: number | bigint): string => count.toLocaleString()
