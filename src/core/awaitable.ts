/** A value now or later: an embedded store answers at once, a networked one does not. */
export type Awaitable<T> = T | Promise<T>

/**
 * Goes on with a value that is here already, in this turn of the event loop, or once it is here. A promise
 * for what is at hand costs more than many a request's own work.
 */
export const whenReady = <T, U>(
  value: Awaitable<T>,
  next: (value: T) => Awaitable<U>,
): Awaitable<U> =>
  // oxlint-disable-next-line promise/no-callback-in-promise -- it is no callback of the caller's
  value instanceof Promise ? value.then(next) : next(value)
