/** The smallest and the largest value of a signed 64-bit integer. */
export const int64 = { minimum: -(2n ** 63n), maximum: 2n ** 63n - 1n } as const
