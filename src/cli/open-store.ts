import type { Config } from '../config/config.ts'
import type { Environment } from '../core/environments.ts'
import { dataFiles } from '../storage/data-files.ts'
import type { Storage } from '../storage/port.ts'
import { busyTimeouts, UnusableDatabase } from '../storage/sqlite/database.ts'
import { openSqliteStorage } from '../storage/sqlite/storage.ts'
import { Failure } from './terminal.ts'

/**
 * Opens the store of an environment beside a service that may be running.
 *
 * @throws Failure
 */
export const openStore = (config: Config, environment: Environment): Storage => {
  try {
    const { database } = dataFiles(config.dataDir, environment)
    return openSqliteStorage(database, environment, busyTimeouts.command)
  } catch (error) {
    if (error instanceof UnusableDatabase) throw new Failure(error.message, { cause: error })
    throw error
  }
}
