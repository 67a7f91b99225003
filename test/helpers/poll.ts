import { setTimeout as wait } from 'node:timers/promises'

/**
 * Looks again and again until there is something to see. What never comes fails the test when the runner's time for it
 * is over: how long it may take is for no test to say, since the machine may be busy.
 *
 * @param look returns undefined while there is nothing yet
 */
export const poll = async <T>(look: () => T | undefined | Promise<T | undefined>): Promise<T> => {
  for (;;) {
    const seen = await look()
    if (seen !== undefined) return seen
    await wait(20)
  }
}
