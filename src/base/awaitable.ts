/** A value or a promise of it: a counter in memory answers synchronously, a remote one does not. */
export type Awaitable<T> = T | Promise<T>

/** Continues with a value: synchronously unless it is a promise. */
export const andThen = <T, Next>(
  value: Awaitable<T>,
  onValue: (value: T) => Awaitable<Next>,
): Awaitable<Next> => (value instanceof Promise ? value.then(onValue) : onValue(value))
