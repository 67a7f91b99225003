import type { RequestStorage } from '../port.ts'
import { storeOf, type StoreReads } from '../store.ts'
import type { ForwardedWrites } from './forwarded-writes.ts'

/** What a thread reads by itself. */
export type ReadingStorage = Pick<RequestStorage, 'secret' | 'ping'> & {
  close(): void
  readonly data: StoreReads
  readonly keys: Pick<RequestStorage['keys'], 'findByHash' | 'revision'>
}

/** A store that is read here, and written by the thread that writes. Closed, it has handed over its last write. */
export const forwardingStorage = (
  reading: ReadingStorage,
  writes: ForwardedWrites,
): RequestStorage => ({
  data: storeOf(reading.data, (change, once) => writes.apply(change, once)),
  keys: {
    findByHash: (hash) => reading.keys.findByHash(hash),
    revision: () => reading.keys.revision(),
    touch: (uses) => writes.touchKeys(uses),
  },
  secret: reading.secret,
  ping: () => reading.ping(),
  close: async () => {
    reading.close()
    // The one that writes closes the file after all who read it, which it takes this for.
    writes.close()
  },
})
