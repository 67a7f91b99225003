/** A date-time of RFC 3339 section 5.6, to the millisecond. */
const shape = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:[0-5]\d(?:\.\d{1,3}0*)?(?:Z|[+-]\d{2}:\d{2})$/i

/** Reads a date-time into the canonical UTC form; undefined if it is none, a leap second, finer than a millisecond, or outside the years 1 to 9999. */
export const dateTimeFromText = (text: string): string | undefined => {
  if (!shape.test(text)) return undefined
  try {
    // Temporal takes up to nine digits of a fraction.
    const { epochMilliseconds } = Temporal.Instant.from(text.replace(/(\.\d{3})0+/, '$1'))
    const instant = dateTimeText(epochMilliseconds)
    return instant.length === first.length && instant >= first ? instant : undefined
  } catch {
    // There is no such time, like one of 30 February.
    return undefined
  }
}

const first = '0001-01-01T00:00:00.000Z'

/** A Unix time in milliseconds, of the years 1 to 9999, as a date-time of RFC 3339 in UTC. */
export const dateTimeText = (milliseconds: number): string => {
  if (recent.size > 64) recent.clear()
  return recent.getOrInsertComputed(milliseconds, (at) => new Date(at).toISOString())
}

/** What happens together asks for the same times. */
const recent = new Map<number, string>()
