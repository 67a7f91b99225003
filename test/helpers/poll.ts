import { setTimeout as wait } from 'node:timers/promises'

/**
 * Looks again and again until there is something to see.
 *
 * @param look returns undefined while there is nothing yet
 * @param longest milliseconds until the test fails
 */
export const poll = async <T>(
  look: () => T | undefined | Promise<T | undefined>,
  longest = 10_000,
): Promise<T> => {
  const end = performance.now() + longest
  for (;;) {
    const seen = await look()
    if (seen !== undefined) return seen
    if (performance.now() > end) throw new Error(`There was nothing to see within ${longest} ms.`)
    await wait(20)
  }
}
