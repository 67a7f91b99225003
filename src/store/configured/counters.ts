import type { CountersPlace } from '../../base/config/variables.ts'
import type { KeyStore } from '../../access/keys/key-store.ts'
import type { PersistentCounters } from '../../access/quotas/counters.ts'
import { memoryCounters } from '../../access/quotas/memory-counters.ts'
import type { ValkeyCountersParts } from '../../access/quotas/valkey/valkey-counters.ts'
import { announcing } from './storage.ts'

/** Opens the counters of an environment. Only this file chooses the implementation. */
export const openCounters = async ({
  place,
  ...parts
}: Omit<ValkeyCountersParts, 'place'> & {
  readonly place: CountersPlace
}): Promise<PersistentCounters> => {
  if (place === 'memory') return memoryCounters(parts.data)
  // Loaded only if it is configured.
  const { valkeyCounters } = await import('../../access/quotas/valkey/valkey-counters.ts')
  return valkeyCounters({ place, ...parts })
}

/** What tells the services of a command's change of a key. Undefined if they count in memory: it reaches nobody. */
export const keyAnnouncer = (counters: CountersPlace): (() => Promise<void>) | undefined => {
  if (counters === 'memory') return undefined
  return async () => {
    const { announceKeys } = await import('../../access/quotas/valkey/small-scripts.ts')
    await announceKeys(counters)
  }
}

/** A change of a key returns once all services that can know it, so a lost database revives no revoked key. */
export const announcingKeys = (
  keys: KeyStore,
  announce: (() => Promise<void>) | undefined,
): KeyStore => {
  if (announce === undefined) return keys
  const tell = announcing(announce)
  return {
    ...keys,
    insert: async (record, audit) => {
      await keys.insert(record, audit)
      await tell()
    },
    decide: async (ownerId, rule, act) => {
      const applied = await keys.decide(ownerId, rule, act)
      // A refused or repeated request makes no node drop the keys that it remembers.
      if (applied.outcome === 'done' && !applied.replayed && applied.result.outcome !== 'refused')
        await tell()
      return applied
    },
  }
}
