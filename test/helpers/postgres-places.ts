import { after } from 'node:test'
import type { Environment } from '../../src/core/environments.ts'
import { contents } from '../../src/resources.ts'
import type { Storage } from '../../src/storage/port.ts'
import type { PostgresServer } from './postgres.ts'

/** Whether tests are to run on PostgreSQL: `PETSTORE_TEST_STORE=postgres npm test -- 'test/api/*.test.ts'`. */
export const isOnPostgres = process.env['PETSTORE_TEST_STORE'] === 'postgres'

/** The reason to skip a test that looks into the file of a store, or false. */
export const needsFile = isOnPostgres && 'needs the store to be a file'

let started: Promise<PostgresServer> | undefined
// Of the file: inside a test it would be of the test.
if (isOnPostgres) after(async () => await (await started)?.close())

/** The databases that stand for files. */
const databases = new Map<string, Promise<string>>()

/** Loads the server and the adapter only for tests that run on them. */
const start = async (): Promise<PostgresServer> => {
  const { startPostgres } = await import('./postgres.ts')
  return await startPostgres()
}

/**
 * Opens a store on PostgreSQL in the place of the one in a file. All stores of a test file are on one server, and a file
 * always has the same database.
 */
export const openOnPostgres = async (file: string, environment: Environment): Promise<Storage> => {
  const server = await (started ??= start())
  const making = databases.get(file) ?? server.newDatabase()
  databases.set(file, making)
  const { openPostgresStorage } = await import('../../src/storage/postgres/storage.ts')
  return await openPostgresStorage({
    address: server.address(await making),
    environment,
    contents,
    patience: { read: 30_000, lock: 30_000, write: 30_000 },
  })
}
