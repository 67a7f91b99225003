/** A date-time of RFC 3339 section 5.6, to the millisecond. */
const shape = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:[0-5]\d(?:\.\d{1,3}0*)?(?:Z|[+-]\d{2}:\d{2})$/i

/**
 * Reads a date-time of any offset into the canonical form, in which the service stores, compares and shows it:
 * `2026-11-20T12:00:00.000Z`. It is undefined if the text is none, has a leap second, is finer than a millisecond, or
 * is outside the years 1 to 9999.
 */
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

/**
 * A Unix time in milliseconds, of the years 1 to 9999, as a date-time of RFC 3339, in UTC. `Date.parse` reads it back.
 */
export const dateTimeText = (milliseconds: number): string => new Date(milliseconds).toISOString()
