import { setTimeout as wait } from 'node:timers/promises'
import type { CountersDown } from '../../base/config/config.ts'
import type { CountersPlace } from '../../base/config/variables.ts'
import type { Observe } from '../../base/observation.ts'
import type { KeyStore } from '../../access/keys/key-store.ts'
import type { PersistentCounters } from '../../access/quotas/counters.ts'
import { MemoryCounters } from '../../access/quotas/memory-counters.ts'
import type { Changes } from '../changes.ts'
import { pollInterval } from '../port.ts'

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

/**
 * The keys of a store, for a command: each change returns only when all services know of it that can know. So if the
 * database is lost right after a revocation, no service goes on with the key that it remembers.
 *
 * @param counters where the services count, through which they are told
 */
export const tellingOfKeys = (keys: KeyStore, counters: CountersPlace): KeyStore => {
  if (counters === 'memory') return keys
  const tell = async (): Promise<void> => {
    try {
      const { announceKeys } = await import('../../access/quotas/valkey/small-scripts.ts')
      await announceKeys(counters)
    } catch {
      // Each service asks the store by itself.
      await wait(2 * pollInterval)
    }
  }
  const telling = async <T>(change: Promise<T>): Promise<T> => {
    const result = await change
    await tell()
    return result
  }
  return {
    ...keys,
    insert: async (record) => await telling(keys.insert(record)),
    update: async (id, wanted) => await telling(keys.update(id, wanted)),
    rotate: async (id, expiresAt, successor) =>
      await telling(keys.rotate(id, expiresAt, successor)),
    withdraw: async (id, replaced) => await telling(keys.withdraw(id, replaced)),
  }
}
