import type { Contents } from '../../src/base/data/contents.ts'
import { contents } from '../../src/resources/index.ts'
import { Changes } from '../../src/store/changes.ts'
import { openPostgresStorage } from '../../src/store/postgres/storage.ts'
import type { Cleanup } from './cleanup.ts'
import { type PostgresDatabases, startPostgres } from './postgres.ts'

export type PostgresStorage = Awaited<ReturnType<typeof openPostgresStorage>>

/** Opens the store in a database, with times that no loaded machine exceeds. It is closed with the test. */
export const openInPostgres = async (
  t: Cleanup,
  address: ReturnType<PostgresDatabases['address']>,
  of: Contents = contents,
  changes = new Changes(),
): Promise<PostgresStorage> => {
  const patience = { read: 30_000, lock: 30_000, write: 30_000 }
  const parts = { address, environment: 'staging', contents: of, patience, changes } as const
  const storage = await openPostgresStorage(parts)
  t.after(() => storage.close())
  return storage
}

/** An empty database on a server of the test's own. */
export const newPostgresDatabase = async (t: Cleanup) => {
  const server = await startPostgres()
  t.after(() => server.close())
  const database = await server.newDatabase()
  return {
    server,
    client: async () => await server.client(database),
    open: async (of?: Contents, changes?: Changes) =>
      await openInPostgres(t, server.address(database), of, changes),
  }
}
