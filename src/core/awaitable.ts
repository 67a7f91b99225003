/** A value now or later: a counter in memory answers at once, one over a network does not. */
export type Awaitable<T> = T | Promise<T>
