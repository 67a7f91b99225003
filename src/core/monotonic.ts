/**
 * Milliseconds since the machine started, on a clock that nobody sets and that is the same in every thread;
 * `performance.now` begins anew in each.
 */
export const monotonic = (): number => Number(process.hrtime.bigint() / 1_000_000n)
