import type { Environment } from '../../core/environments.ts'
import type { Contents } from '../../data/contents.ts'
import type { Changes } from '../changes.ts'
import { dataFiles } from '../data-files.ts'
import type { ForwardedWrites } from '../forwarding/forwarded-writes.ts'
import { forwardingStorage } from '../forwarding/storage.ts'
import type { RequestStorage, Storage } from '../port.ts'
import { refuseDamagedFile } from '../sqlite/damage.ts'
import { busyTimeouts } from '../sqlite/database.ts'
import { openSqliteReads } from '../sqlite/reads.ts'
import { openSqliteStorage } from '../sqlite/storage.ts'

/** The place of an environment's data, from the configuration. Only this file chooses the adapter. */
export type StoragePlace = {
  readonly dataDir: string
  readonly environment: Environment
  readonly contents: Contents
}

/**
 * Opens the store for the writer.
 *
 * @param changes shared with the other workers of the environment
 * @param isReplacement whether this worker replaces one that failed
 * @throws UnusableDatabase
 */
export const openWriterStorage = (
  { dataDir, environment, contents }: StoragePlace,
  changes: Changes,
  isReplacement: boolean,
): Storage => {
  const { database: path } = dataFiles(dataDir, environment)
  if (!isReplacement) refuseDamagedFile(path)
  const busyTimeout = busyTimeouts.service
  return openSqliteStorage({
    path,
    environment,
    contents,
    busyTimeout,
    changes,
    isKnown: isReplacement,
  })
}

/** Opens the store for a worker that reads by itself and sends its writes to the writer. */
export const openForwardingStorage = (
  { dataDir, environment, contents }: StoragePlace,
  changes: Changes,
  writes: ForwardedWrites,
): RequestStorage => {
  const { database: path } = dataFiles(dataDir, environment)
  return forwardingStorage(openSqliteReads(path, contents, busyTimeouts.service, changes), writes)
}

/**
 * Opens the store for a command, beside a service that may be running.
 *
 * @param makes whether to make a store if there is none; a store with an older schema is always refused
 * @throws UnusableDatabase
 */
export const openCommandStorage = (
  { dataDir, environment, contents }: StoragePlace,
  makes: boolean,
): Storage =>
  openSqliteStorage({
    path: dataFiles(dataDir, environment).database,
    environment,
    contents,
    busyTimeout: busyTimeouts.command,
    makes,
    migrates: false,
  })
