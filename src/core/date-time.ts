/** A date-time of RFC 3339 section 5.6, to the millisecond. */
const shape =
  /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,3})0*)?(?:Z|([+-])(\d{2}):(\d{2}))$/i

const minute = 60_000

/**
 * The instant that a date-time names, in milliseconds since the Unix epoch. Undefined if the text is no date-time, or
 * if its instant is no whole millisecond. A leap second is refused: no clock here has one.
 */
export const dateTimeFromText = (text: string): bigint | undefined => {
  const match = shape.exec(text)
  if (match === null) return undefined
  const [, , month, day, hour, minutes, seconds] = match.map(Number)
  const [, year = '', , , , , , fraction = '', sign, offsetHour = '0', offsetMinute = '0'] = match
  if (Number(offsetHour) > 23 || Number(offsetMinute) > 59) return undefined
  const utc = new Date(0)
  // Date.UTC would take the year 50 for 1950.
  utc.setUTCFullYear(Number(year), (month ?? 0) - 1, day)
  utc.setUTCHours(hour ?? 0, minutes ?? 0, seconds ?? 0, Number(fraction.padEnd(3, '0')))
  // A date that does not exist, like the 30th of February, or a 25th hour, becomes another date.
  const written = `${match[1]}-${match[2]}-${match[3]}T${match[4]}:${match[5]}:${match[6]}`
  if (!utc.toISOString().startsWith(written)) return undefined
  const ahead = (Number(offsetHour) * 60 + Number(offsetMinute)) * minute
  return BigInt(utc.getTime() + (sign === '-' ? ahead : -ahead))
}

/**
 * An instant as a date-time of RFC 3339, in UTC with milliseconds.
 *
 * @param milliseconds since the Unix epoch, of the years 0 to 9999
 */
export const dateTimeText = (milliseconds: bigint): string =>
  new Date(Number(milliseconds)).toISOString()
