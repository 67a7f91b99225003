import type { CountersDown, CountersPlace } from '../../config/variables.ts'
import type { Observe } from '../../core/observation.ts'
import type { KeptCounters } from '../../quotas/counters.ts'
import type { CountersMemory } from '../../quotas/shared/counters-memory.ts'
import { SharedCounters } from '../../quotas/shared/shared-counters.ts'
import type { StandbyMemory } from '../../quotas/valkey/standby-memory.ts'
import type { Changes } from '../changes.ts'

/** What the counters of an environment are made of. */
export type CountersParts = {
  readonly place: CountersPlace
  readonly whenDown: CountersDown
  /** Milliseconds that an answer may take. */
  readonly deadline: number
  /** Memory that all threads of the environment share. */
  readonly memory: {
    readonly counters: CountersMemory
    readonly standby: StandbyMemory | undefined
  }
  /** A number from 0 on that no other running thread has. */
  readonly thread: number
  readonly changes: Pick<Changes, 'version'>
  /** Whether other nodes may change the same data. */
  readonly sharesData: boolean
  readonly observe: Observe
}

/** Opens the counters of an environment in one of its workers. Only this file chooses the implementation. */
export const openCounters = async (parts: CountersParts): Promise<KeptCounters> => {
  const { place, whenDown, deadline, thread, changes, sharesData, observe } = parts
  const { counters: seen, standby } = parts.memory
  if (place === 'memory' || standby === undefined) return new SharedCounters(seen, thread, changes)
  // Loaded only if it is configured.
  const { ValkeyCounters } = await import('../../quotas/valkey/valkey-counters.ts')
  return new ValkeyCounters({
    place,
    whenDown,
    memory: { standby, seen },
    thread,
    data: changes,
    sharesData,
    times: { deadline },
    observe,
  })
}
