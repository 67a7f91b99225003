import { setTimeout as wait } from 'node:timers/promises'
import type { CountersPlace } from '../../base/config/variables.ts'
import type { KeyStore } from '../../access/keys/key-store.ts'
import type { PersistentCounters } from '../../access/quotas/counters.ts'
import { MemoryCounters } from '../../access/quotas/memory-counters.ts'
import type { ValkeyCountersParts } from '../../access/quotas/valkey/valkey-counters.ts'
import { pollInterval } from '../port.ts'

/** Opens the counters of an environment. Only this file chooses the implementation. */
export const openCounters = async ({
  place,
  ...parts
}: Omit<ValkeyCountersParts, 'place'> & {
  readonly place: CountersPlace
}): Promise<PersistentCounters> => {
  if (place === 'memory') return new MemoryCounters(parts.data)
  // Loaded only if it is configured.
  const { ValkeyCounters } = await import('../../access/quotas/valkey/valkey-counters.ts')
  return new ValkeyCounters({ place, ...parts })
}

/**
 * The keys of a store, for a command: each change returns only when all services know of it that can know. So if the
 * database is lost right after a revocation, no service goes on with the key that it remembers.
 *
 * @param counters where the services count, through which they are told
 */
export const announcingKeys = (keys: KeyStore, counters: CountersPlace): KeyStore => {
  if (counters === 'memory') return keys
  const announce = async (): Promise<void> => {
    try {
      const { announceKeys } = await import('../../access/quotas/valkey/small-scripts.ts')
      await announceKeys(counters)
    } catch {
      // Each service asks the store by itself.
      await wait(2 * pollInterval)
    }
  }
  const announced = async <T>(change: Promise<T>): Promise<T> => {
    const result = await change
    await announce()
    return result
  }
  return {
    ...keys,
    insert: async (record) => await announced(keys.insert(record)),
    update: async (id, wanted) => await announced(keys.update(id, wanted)),
    rotate: async (id, expiresAt, successor) =>
      await announced(keys.rotate(id, expiresAt, successor)),
    withdraw: async (id, replaced) => await announced(keys.withdraw(id, replaced)),
  }
}
