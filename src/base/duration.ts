/** Parses an ISO 8601 duration of days, hours, minutes and seconds, like `P1DT2H`, to milliseconds; NaN if invalid. */
export const durationOf = (text: string): number => {
  try {
    return /^P[\dTDHMS.]+$/.test(text) ? Temporal.Duration.from(text).total('milliseconds') : NaN
  } catch {
    return Number.NaN
  }
}
