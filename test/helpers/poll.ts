import { setTimeout as wait } from 'node:timers/promises'

/**
 * Asks again and again until there is a result. If none ever comes, the test fails by the time limit of the runner.
 * No test sets a shorter limit, because the machine may be busy.
 *
 * @param look returns undefined or false while there is nothing yet
 * @param pause milliseconds between two looks: more where a look is much work
 */
export const poll = async <T>(
  look: () => T | undefined | false | Promise<T | undefined | false>,
  pause = 20,
): Promise<T> => {
  for (;;) {
    const seen = await look()
    if (seen !== undefined && seen !== false) return seen
    await wait(pause)
  }
}
