import type { Clock } from '../clock.ts'
import type { Authenticator } from '../keys/authenticator.ts'
import type { MemoryCounters } from '../quotas/counters.ts'
import { forgetOldAnswers } from '../idempotency/upkeep.ts'
import { lookInterval } from '../pets/pet-store.ts'
import type { Storage } from '../storage/port.ts'
import { type BackgroundWork, startBackground } from './background.ts'
import type { Observe } from './observation.ts'

/**
 * Milliseconds between two runs. A changed key is to be in force within a second, and a crash may
 * forget no more than the last second of counting.
 */
const intervals = { refreshKeys: 250, saveCounts: 500, sweepCounts: 60_000 } as const

type UpkeepParts = {
  readonly authenticator: Authenticator
  readonly counters: MemoryCounters
  readonly storage: Storage
  /** What looks whether trouble is over. */
  readonly troubles: ReadonlyArray<{ readonly work: BackgroundWork }>
  readonly clock: Clock
  readonly observe: Observe
}

/**
 * Does what goes on beside the requests.
 *
 * @returns a function that ends it and saves what was counted
 */
export const startUpkeep = async (parts: UpkeepParts): Promise<() => Promise<void>> => {
  const { authenticator, counters, storage, troubles, clock, observe } = parts

  const save = async (): Promise<void> => {
    await counters.flush(storage.counts)
    await authenticator.flushUses()
  }

  await authenticator.refresh()
  const stopBackground = startBackground(
    [
      { name: 'refresh keys', every: intervals.refreshKeys, run: () => authenticator.refresh() },
      {
        name: 'look for changes',
        every: lookInterval,
        run: async () => storage.pets.look(),
      },
      { name: 'save counts', every: intervals.saveCounts, run: save },
      {
        name: 'sweep counts',
        every: intervals.sweepCounts,
        run: async () => counters.sweep(clock()),
      },
      forgetOldAnswers(storage.idempotency, clock),
      ...troubles.map(({ work }) => work),
    ],
    observe,
  )
  return async () => {
    await stopBackground()
    try {
      await save()
    } catch (error) {
      observe({ kind: 'background_failed', work: 'save counts', error, again: false })
    }
  }
}
