import { setTimeout as wait } from 'node:timers/promises'
import { readScrape } from '../helpers/metrics.ts'

/** Milliseconds between two looks at a node. */
const interval = 100

/**
 * Notes when a node counted requests alone. A node that does not answer lets nothing through either.
 *
 * @param metrics where each node tells its metrics
 * @returns whether one did so in the minute that ends then
 */
export const watchCounters = (metrics: readonly string[], ending: AbortSignal) => {
  /** The ends of the minutes in which a node counted alone, in seconds since the Unix epoch. */
  const minutes = new Set<number>()
  const watch = async (url: string): Promise<void> => {
    while (!ending.aborted) {
      if (await isAlone(url)) {
        const now = Date.now() / 60_000
        // What it counted alone may be of the minute before.
        for (const at of [now - 1 / 60, now]) minutes.add(Math.ceil(at) * 60)
      }
      await wait(interval)
    }
  }
  for (const url of metrics) void watch(url)
  return (end: number): boolean => minutes.has(end)
}

const isAlone = async (url: string): Promise<boolean> => {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) })
    return readScrape(await answer.text()).sum('petstore_counters_down') > 0
  } catch {
    return false
  }
}
