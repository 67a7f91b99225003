/** The index of each value in a list, counted from an offset on. */
export const indexOf = <T>(values: readonly T[], from = 0): ReadonlyMap<T, number> =>
  new Map(values.map((value, index) => [value, from + index]))
