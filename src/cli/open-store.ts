import type { Config } from '../config/config.ts'
import type { Environment } from '../core/environments.ts'
import { contents } from '../resources.ts'
import { openCommandStorage } from '../storage/configured/storage.ts'
import type { Storage } from '../storage/port.ts'
import { UnusableDatabase } from '../storage/sqlite/database.ts'
import { Failure } from './terminal.ts'

/**
 * Opens the store of an environment beside a service that may be running.
 *
 * @throws Failure
 */
export const openStore = (config: Config, environment: Environment): Storage => {
  try {
    return openCommandStorage({ dataDir: config.dataDir, environment, contents })
  } catch (error) {
    if (error instanceof UnusableDatabase) throw new Failure(error.message, { cause: error })
    throw error
  }
}
