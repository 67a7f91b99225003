/** Milliseconds of an ISO 8601 duration of days, hours, minutes and seconds, like `P1DT2H`; undefined if it is none. */
export const durationOf = (text: string): number | undefined => {
  if (!/^P[\dTDHMS.]{2,20}$/.test(text)) return undefined
  try {
    return Math.round(Temporal.Duration.from(text).total('milliseconds'))
  } catch {
    return undefined
  }
}
