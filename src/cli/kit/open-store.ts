import { type Config, readConfig } from '../../base/config/config.ts'
import type { Environment } from '../../base/environments.ts'
import { contents } from '../../resources/index.ts'
import { aheadIn } from '../../resources/lab/operations.ts'
import { dataFiles } from '../../store/data-files.ts'
import { announcingKeys, keyAnnouncer } from '../../store/configured/counters.ts'
import { openCommandStorage } from '../../store/configured/storage.ts'
import type { Storage } from '../../store/port.ts'
import { presenceOf } from '../../store/sqlite/database-file.ts'
import { isServiceLockHeld } from '../../store/sqlite/lock.ts'
import type { EnvironmentOptions } from './options.ts'
import { Failure, type Terminal } from './terminal.ts'

/**
 * Opens the store of a command's environment. It never upgrades the schema, because a service may be running. The
 * terminal passed to `work` has the clock of that environment. @throws Failure, UnusableDatabase
 */
export const withStore = async <T>(
  terminal: Terminal,
  { environment }: EnvironmentOptions,
  work: (storage: Storage, there: Terminal) => Promise<T>,
  makes = false,
): Promise<T> => {
  const config = readConfig(terminal.env)
  refuseMissingStore(config, environment, makes)
  const { dataDir, stores, counters } = config
  const place = { dataDir, environment, store: stores[environment], contents }
  const storage = await openCommandStorage(place, makes)
  try {
    const keys = announcingKeys(storage.keys, keyAnnouncer(counters[environment]))
    const ahead = environment === 'staging' ? await aheadIn(storage) : 0
    const there = { ...terminal, now: () => terminal.now() + ahead }
    return await work({ ...storage, keys }, there)
  } finally {
    await storage.close()
  }
}

/** @throws Failure if there is no store, unless the command `makes` one and no running service should have one */
export const refuseMissingStore = (
  { dataDir, stores }: Config,
  environment: Environment,
  makes = false,
): void => {
  // Opening a database on a server reports a missing one.
  if (stores[environment] !== 'sqlite') return
  const { database, lock } = dataFiles(dataDir, environment)
  // Opening the file reports any other problem.
  if (presenceOf(database) !== 'nothing') return
  if (isServiceLockHeld(lock)) {
    throw new Failure(
      `The service serves ${environment} from ${dataDir}, but its database no longer exists. Stop the service, and put the database back or restore a backup.`,
    )
  }
  if (makes) return
  throw new Failure(
    `There is no data of ${environment} yet in ${dataDir}. The first start of the service creates it, or the first key (petstore keys create).`,
  )
}
