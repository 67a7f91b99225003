import type { DatabaseSync } from 'node:sqlite'
import { type Environment, environments } from '../../base/environments.ts'
import { UnusableDatabase } from '../unusable-database.ts'

/**
 * The environment that a file names as its own. So a copy of a staging store is not taken for one of production,
 * whatever its path.
 *
 * @returns undefined if the file does not say
 */
export const environmentOf = (database: DatabaseSync): Environment | undefined => {
  const row = database.prepare("SELECT value FROM settings WHERE name = 'environment'").get()
  return environments.find((environment) => environment === row?.['value'])
}

/**
 * Marks a file as an environment's, for good. Closes a file that belongs to the other one.
 *
 * @throws UnusableDatabase
 */
export const claimEnvironment = (
  database: DatabaseSync,
  path: string,
  environment: Environment,
): void => {
  if (environmentOf(database) === undefined) {
    // Another process may be faster; its mark stays.
    database
      .prepare(
        "INSERT INTO settings (name, value) VALUES ('environment', ?) ON CONFLICT DO NOTHING",
      )
      .run(environment)
  }
  const named = environmentOf(database)
  if (named === environment) return
  database.close()
  throw new UnusableDatabase(
    `${path} holds the data of ${named ?? 'another environment'}, not of ${environment}. It was left as it is; move it away.`,
  )
}
