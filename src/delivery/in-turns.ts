import { setImmediate as nextTurn } from 'node:timers/promises'

/** How many of many ask the store in one turn of the event loop. Requests come in between. */
export const atOnce = 50

/** Does the same for all, some in each turn of the event loop. */
export const inTurns = async <T>(
  all: readonly T[],
  work: (one: T) => Promise<void>,
): Promise<void> => {
  for (let from = 0; from < all.length; from += atOnce) {
    if (from > 0) await nextTurn()
    await Promise.all(all.slice(from, from + atOnce).map(work))
  }
}
