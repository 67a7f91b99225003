import { join } from 'node:path'
import type { Environment } from '../base/environments.ts'

/** The files of one environment in the data directory; no two environments share one. */
export const dataFiles = (dataDir: string, environment: Environment) => ({
  database: join(dataDir, `${environment}.sqlite`),
  lock: join(dataDir, `${environment}.lock`),
  /** The command socket of the process whose first environment this is, and its settings at the last start. */
  control: join(dataDir, `${environment}.control`),
  settings: join(dataDir, `${environment}.settings`),
})

/** The file with the key that encrypts secrets, unless a variable gives the key. All environments of the folder share it. */
export const secretKeyFile = (dataDir: string): string => join(dataDir, 'secret.key')
