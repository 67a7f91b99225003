import { setTimeout as wait } from 'node:timers/promises'
import type { StoreAddress } from '../../base/config/store-address.ts'
import type { Awaitable } from '../../base/awaitable.ts'
import type { Environment } from '../../base/environments.ts'
import type { Observe } from '../../base/observation.ts'
import type { Contents } from '../../base/data/contents.ts'
import type { Changes } from '../changes.ts'
import { dataFiles } from '../data-files.ts'
import { pollInterval, type Storage } from '../port.ts'
import type { PostgresParts } from '../postgres/storage.ts'
import { refuseLostLog } from '../sqlite/marks.ts'
import { refuseDamagedFile } from '../sqlite/inspection.ts'
import { busyTimeouts } from '../sqlite/database.ts'
import { openSqliteStorage } from '../sqlite/storage.ts'

/** The place of an environment's data, from the configuration. Only this file chooses the adapter. */
type StoragePlace = {
  readonly dataDir: string
  readonly environment: Environment
  readonly store: StoreAddress
  readonly contents: Contents
  /** Takes what the connections to servers do. A store in a file has none. */
  readonly observe?: Observe
}

/** How long the service and commands wait for PostgreSQL, in milliseconds. */
const patience = {
  service: { read: 2_000, lock: 4_000, write: 5_000 },
  command: { read: 10_000, lock: 10_000, write: 60_000 },
} as const

/** Tells other nodes of a change. If they cannot be told, waits until they have noticed by themselves. */
export const announcing = (announce: () => Promise<void>) => async (): Promise<void> => {
  try {
    await announce()
  } catch {
    await wait(2 * pollInterval)
  }
}

const openPostgres = async (parts: PostgresParts): Promise<Storage> =>
  await (await import('../postgres/storage.ts')).openPostgresStorage(parts)

/** Opens the store for the service; a replacement gets `changes` of the failed worker. It throws UnusableDatabase. */
export const openServiceStorage = (
  { dataDir, environment, contents, store, observe }: StoragePlace,
  changes: Changes,
  isReplacement: boolean,
  announce?: () => Promise<void>,
): Awaitable<Storage> => {
  if (store !== 'sqlite') {
    return openPostgres({
      address: store,
      environment,
      contents,
      ...(observe && { observe, watches: true }),
      patience: patience.service,
      changes,
      ...(announce && { announce: announcing(announce) }),
    })
  }
  const { database: path } = dataFiles(dataDir, environment)
  if (!isReplacement) {
    refuseLostLog(path)
    refuseDamagedFile(path)
  }
  const busyTimeout = busyTimeouts.service
  const place = { path, environment, contents, busyTimeout, isKnown: isReplacement }
  return openSqliteStorage({ ...place, changes, marks: true })
}

/** Opens the store for a command, beside a service; `makes` if there is none. It throws UnusableDatabase. */
export const openCommandStorage = (
  { dataDir, environment, contents, store }: StoragePlace,
  makes: boolean,
): Awaitable<Storage> => {
  const common = { environment, contents, makes, migrates: false }
  if (store !== 'sqlite') {
    return openPostgres({ ...common, address: store, patience: patience.command })
  }
  const { database: path } = dataFiles(dataDir, environment)
  return openSqliteStorage({ ...common, path, busyTimeout: busyTimeouts.command })
}
