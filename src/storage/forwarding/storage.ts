import type { RequestStorage } from '../port.ts'
import { storeOf, type StoreReads } from '../store.ts'
import type { ForwardedWrites } from './forwarded-writes.ts'

/** What a worker reads by itself. */
export type ReadingStorage = Pick<RequestStorage, 'whole' | 'standings' | 'secret' | 'ping'> & {
  close(): void
  readonly data: StoreReads
  readonly keys: Pick<RequestStorage['keys'], 'findByHash' | 'validChains' | 'revision'>
  readonly history: Omit<RequestStorage['history'], 'add'>
}

/** A store that this worker reads and the writer writes. Once closed, it has sent its last write. */
export const forwardingStorage = (
  reading: ReadingStorage,
  writes: ForwardedWrites,
): RequestStorage => ({
  data: storeOf(reading.data, (change, act) => writes.apply(change, act)),
  whole: reading.whole,
  keys: {
    findByHash: (hash) => reading.keys.findByHash(hash),
    validChains: (now) => reading.keys.validChains(now),
    revision: () => reading.keys.revision(),
    touch: (uses) => writes.touchKeys(uses),
  },
  history: {
    entries: (chainId, interval, range, now) =>
      reading.history.entries(chainId, interval, range, now),
    add: (sums) => writes.addRequests(sums),
  },
  standings: reading.standings,
  // One process has the store, and one thread of it does this work.
  lease: async () => true,
  secret: reading.secret,
  ping: () => reading.ping(),
  close: async () => {
    reading.close()
    // Closing the port tells the writer that this reader has closed; the writer must close the file last.
    writes.close()
  },
})
