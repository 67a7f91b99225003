/** A value now or later: a counter in memory answers at once, one over a network does not. */
export type Awaitable<T> = T | Promise<T>

/** Goes on with a value: at once if it is there already, without a promise. */
export const andThen = <T, Next>(
  value: Awaitable<T>,
  goOn: (value: T) => Awaitable<Next>,
): Awaitable<Next> => (value instanceof Promise ? value.then(goOn) : goOn(value))
