/** A date-time of RFC 3339 section 5.6, to the millisecond. */
const shape = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:[0-5]\d(?:\.\d{1,3}0*)?(?:Z|[+-]\d{2}:\d{2})$/i

/** Converts to canonical UTC; undefined if malformed, a leap second, finer than 1 ms, or outside the years 1 to 9999. */
export const dateTimeFromText = (text: string): string | undefined => {
  if (!shape.test(text)) return undefined
  try {
    // Temporal accepts at most nine fractional digits, so drop the zeros after the third.
    const { epochMilliseconds } = Temporal.Instant.from(text.replace(/(\.\d{3})0+/, '$1'))
    const instant = dateTimeText(epochMilliseconds)
    return instant.length === first.length && instant >= first ? instant : undefined
  } catch {
    // No such time exists, for example on 30 February.
    return undefined
  }
}

const first = '0001-01-01T00:00:00.000Z'

/** Formats a Unix time in milliseconds, within the years 1 to 9999, as an RFC 3339 date-time in UTC. */
export const dateTimeText = (milliseconds: number): string => {
  if (recent.size > 64) recent.clear()
  return recent.getOrInsertComputed(milliseconds, (at) => new Date(at).toISOString())
}

/** Caches recent texts, since work done at the same moment formats the same time. */
const recent = new Map<number, string>()
