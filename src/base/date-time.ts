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

/** The earliest date-time. */
const first = '0001-01-01T00:00:00.000Z'

/**
 * An instant as a date-time of RFC 3339, in UTC with milliseconds. `Date.parse` reads it back.
 *
 * @param milliseconds since the Unix epoch, of the years 1 to 9999
 */
export const dateTimeText = (milliseconds: number): string => new Date(milliseconds).toISOString()
