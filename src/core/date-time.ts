/** A date-time of RFC 3339 section 5.6, to the millisecond. */
const shape =
  /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,3})0*)?(?:Z|([+-])(\d{2}):(\d{2}))$/i

const minute = 60_000

/**
 * Reads a date-time of any offset into the canonical form, in which the service stores, compares and shows it:
 * `2026-11-20T12:00:00.000Z`, in UTC with milliseconds. Texts of this form sort chronologically. Leap seconds are refused.
 *
 * @returns undefined if the text is not a date-time, is finer than a millisecond, or is outside the years 1 to 9999
 */
export const dateTimeFromText = (text: string): string | undefined => {
  const match = shape.exec(text)
  if (match === null) return undefined
  const [, , month, day, hour, minutes, seconds] = match.map(Number)
  const [, year = '', , , , , , fraction = '', sign, offsetHour = '0', offsetMinute = '0'] = match
  if (Number(offsetHour) > 23 || Number(offsetMinute) > 59) return undefined
  const utc = new Date(0)
  // Date.UTC would read the year 50 as 1950.
  utc.setUTCFullYear(Number(year), (month ?? 0) - 1, day)
  utc.setUTCHours(hour ?? 0, minutes ?? 0, seconds ?? 0, Number(fraction.padEnd(3, '0')))
  // `Date` turns a date that does not exist, like 30 February, into another one.
  const written = `${match[1]}-${match[2]}-${match[3]}T${match[4]}:${match[5]}:${match[6]}`
  if (!utc.toISOString().startsWith(written)) return undefined
  const ahead = (Number(offsetHour) * 60 + Number(offsetMinute)) * minute
  const instant = dateTimeText(utc.getTime() + (sign === '-' ? ahead : -ahead))
  return instant.length === first.length && instant >= first ? instant : undefined
}

/**
 * Explains why `dateTimeFromText` refuses a text, as a clause.
 *
 * @returns undefined if the text does not resemble a date-time
 */
export const dateTimeFault = (text: string): string | undefined => {
  const parts = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2}):(\d{2})(\.\d+)?(Z|[+-]\d{2}:\d{2})?$/i.exec(
    text,
  )
  if (parts === null) return undefined
  const [, date = '', hour = '', minutes = '', seconds = '', fraction = '', offset] = parts
  if (offset === undefined) return 'has no offset; end it with Z or an offset like +02:00'
  if (!isDay(date)) return 'names a day that does not exist'
  if (seconds === '60') return 'names a leap second, which no clock here has'
  if (hour > '23' || minutes > '59' || seconds > '59') return 'names a time that does not exist'
  if (/^\.\d{3}0*[1-9]/.test(fraction)) return 'is finer than a millisecond'
  if (!shape.test(text)) return undefined
  const [ahead = '', behind = ''] = offset.slice(1).split(':')
  if (ahead > '23' || behind > '59') return 'has an offset beyond 23:59'
  return 'is not from the year 0001 to 9999 in UTC'
}

/** @param date of the form `2026-11-20` */
const isDay = (date: string): boolean => {
  const start = new Date(`${date}T00:00:00Z`)
  return !Number.isNaN(start.getTime()) && start.toISOString().startsWith(date)
}

/** The earliest date-time. */
const first = '0001-01-01T00:00:00.000Z'

/**
 * An instant as a date-time of RFC 3339, in UTC with milliseconds. `Date.parse` reads it back.
 *
 * @param milliseconds since the Unix epoch, of the years 1 to 9999
 */
export const dateTimeText = (milliseconds: number): string => new Date(milliseconds).toISOString()
