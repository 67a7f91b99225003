/** Milliseconds since the Unix epoch. */
export type Clock = () => number

/**
 * Milliseconds since the machine started. Nobody can set this clock, and every thread reads the same; `performance.now`
 * starts at zero in each.
 */
export const monotonic = (): number => Number(process.hrtime.bigint() / 1_000_000n)
