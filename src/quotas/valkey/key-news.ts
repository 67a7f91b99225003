import type { ValkeyPlace } from '../../config/valkey-place.ts'
import { bounded, connect } from './connection.ts'
import { Names } from './names.ts'
import { moveScript } from './small-scripts.ts'

/**
 * Tells all nodes that count in the engine that an API key was changed, by `PersistentCounters.keyRevision`.
 *
 * @throws Error if the engine does not answer; they may know nevertheless
 */
export const announceKeys = async (place: ValkeyPlace): Promise<void> => {
  const connection = await connect(place)
  try {
    await bounded(connection.run(moveScript, [new Names(place.prefix).marks], ['keys']))
  } finally {
    connection.close()
  }
}
