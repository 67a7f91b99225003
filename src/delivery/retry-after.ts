/**
 * Reads `Retry-After` (RFC 9110 section 10.2.3): whole seconds, or a date.
 *
 * @param now milliseconds since the Unix epoch
 * @returns milliseconds from now, 0 for a date that is over; undefined if there is none that can be read
 */
export const retryAfterOf = (value: string | undefined, now: number): number | undefined => {
  if (value === undefined) return undefined
  if (/^\d{1,10}$/.test(value)) return Number(value) * 1_000
  // The length keeps texts away that no date has. Dates of HTTP end in GMT.
  const date = value.length <= 40 && value.endsWith('GMT') ? Date.parse(value) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}
