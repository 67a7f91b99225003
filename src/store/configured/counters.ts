import type { CountersDown } from '../../base/config/config.ts'
import type { CountersPlace } from '../../base/config/variables.ts'
import type { Observe } from '../../base/observation.ts'
import type { PersistentCounters } from '../../access/quotas/counters.ts'
import { MemoryCounters } from '../../access/quotas/memory-counters.ts'
import type { Changes } from '../changes.ts'

/** What the counters of an environment are made of. */
export type CountersParts = {
  readonly place: CountersPlace
  readonly whenDown: CountersDown
  /** Milliseconds that an answer may take. */
  readonly deadline: number
  readonly changes: Pick<Changes, 'version'>
  /** Whether other nodes may change the same data. */
  readonly sharesData: boolean
  readonly observe: Observe
}

/** Opens the counters of an environment. Only this file chooses the implementation. */
export const openCounters = async (parts: CountersParts): Promise<PersistentCounters> => {
  const { place, whenDown, deadline, changes, sharesData, observe } = parts
  if (place === 'memory') return new MemoryCounters(changes)
  // Loaded only if it is configured.
  const { ValkeyCounters } = await import('../../access/quotas/valkey/valkey-counters.ts')
  return new ValkeyCounters({
    place,
    whenDown,
    data: changes,
    sharesData,
    times: { deadline },
    observe,
  })
}
