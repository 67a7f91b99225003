/** Returns milliseconds, since the Unix epoch unless stated otherwise. Every parameter `now` has this unit. */
export type Clock = () => number

/** Milliseconds of a monotonic clock that all threads share; `performance.now` starts at zero in each thread. */
export const monotonic = (): number => Number(process.hrtime.bigint() / 1_000_000n)
