import type { PostgresAddress } from '../../base/config/store-address.ts'
import type { Environment } from '../../base/environments.ts'
import type { dataFiles } from '../data-files.ts'
import type { MoveSource, MoveTarget } from '../moving.ts'
import { openMoveSource } from '../sqlite/move-source.ts'

/** The two sides of a move. */
export type Move = {
  readonly source: MoveSource
  /** @throws UnusableDatabase; StorageUnavailable */
  readonly openTarget: (address: PostgresAddress) => Promise<MoveTarget>
}

/**
 * Opens the file of an environment, to move what it has to PostgreSQL.
 *
 * @throws UnusableDatabase
 */
export const openMove = (files: ReturnType<typeof dataFiles>, environment: Environment): Move => {
  const source = openMoveSource(files, environment)
  return {
    source,
    openTarget: async (address) => {
      const { openMoveTarget } = await import('../postgres/move-target.ts')
      return await openMoveTarget(address, environment, source.secret)
    },
  }
}
