import { serviceUnavailable } from '../../src/base/errors/api-error.ts'
import type {
  Counters,
  PersistentCounters,
  Spent,
  Versioned,
} from '../../src/access/quotas/counters.ts'
import { memoryCounters } from '../../src/access/quotas/memory-counters.ts'
import { dataVersion } from '../../src/access/quotas/valkey/valkey-counters.ts'
import type { Link } from './link.ts'
import type { VirtualTime } from './time.ts'

/** Milliseconds until a node gives an answer of the engine up. */
const deadline = 250

/** The engine of the simulation in which all nodes count, and what it stores beside the counts. */
export const simulatedCounters = (time: VirtualTime) => {
  const counts = memoryCounters()
  const versions = { data: 1, keys: 1 }

  /** Tells all machines of a change, as one at the other end of a link does. */
  const announce = async (link: Link, changed: 'data' | 'keys'): Promise<void> =>
    await link.call(() => void (versions[changed] += 1), deadline)

  /** The counters of one node. While the engine does not answer, it refuses requests: so no quota is ever exceeded. */
  const open = (link: Link, changes: Versioned): PersistentCounters => {
    const version = dataVersion(changes, true)
    const refused = (): never => {
      throw serviceUnavailable()
    }
    const spend: Counters['spend'] = async (subject, limits) => {
      const count = () => ({
        // The counters in memory answer at once.
        spent: counts.spend(subject, limits, time.wall) as Spent,
        data: versions.data,
      })
      const { spent, data } = await link.call(count, deadline).catch(refused)
      return { verdict: spent.verdict, version: version.at({ store: 1, data }) }
    }
    return {
      spend,
      peek: async (subject, limits) => {
        const look = () => counts.peek(subject, limits, time.wall)
        return await link.call(look, deadline).catch(refused)
      },
      load: async () => {},
      flush: async () => {},
      sweep: () => {},
      liftBan: () => {},
      announce: async (changed) => await announce(link, changed),
      keyRevision: async () => await link.call(() => String(versions.keys), deadline),
      close: () => {},
    }
  }
  return { isUp: true, announce, open }
}
