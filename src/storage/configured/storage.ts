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

/** Where the data of an environment is, by configuration. This file alone chooses the adapter that keeps it. */
export type StoragePlace = {
  readonly dataDir: string
  readonly environment: Environment
  readonly contents: Contents
}

/**
 * Opens the store for the thread that writes.
 *
 * @param changes shared with the other threads of the environment
 * @param isReplacement whether the thread takes the place of one that failed
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

/** Opens the store for a thread that reads by itself, and hands its writes to the one that writes. */
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
 * @param makes whether to make a store if there is none; an older one is refused either way
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
