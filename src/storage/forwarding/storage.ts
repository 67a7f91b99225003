import type { ServingStorage } from '../port.ts'
import type { ForwardedWrites } from './forwarded-writes.ts'

/** What a thread reads by itself. */
export type ReadingStorage = Pick<ServingStorage, 'secret' | 'ping'> & {
  close(): void
  readonly pets: Pick<ServingStorage['pets'], 'find' | 'list' | 'changes'>
  readonly keys: Pick<ServingStorage['keys'], 'findByHash' | 'revision'>
}

/** A store that is read here, and written by the thread that writes. Closed, it has handed over its last write. */
export const forwardingStorage = (
  reading: ReadingStorage,
  writes: ForwardedWrites,
): ServingStorage => {
  const { pets, keys } = reading
  return {
    pets: {
      create: (pet) => writes.call('pets.create', pet),
      createOnce: (pet, once, location) => writes.call('pets.createOnce', pet, once, location),
      find: (id) => pets.find(id),
      list: (query) => pets.list(query),
      changes: pets.changes,
    },
    keys: {
      findByHash: (hash) => keys.findByHash(hash),
      revision: () => keys.revision(),
      touch: (uses) => writes.call('keys.touch', uses),
    },
    secret: reading.secret,
    ping: () => reading.ping(),
    close: () => {
      reading.close()
      // The one that writes closes the file after all who read it, which it takes this for.
      writes.close()
    },
  }
}
