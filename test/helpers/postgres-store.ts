import type { Contents } from '../../src/base/data/contents.ts'
import { contents } from '../../src/resources/index.ts'
import { Changes } from '../../src/store/changes.ts'
import { openPostgresStorage } from '../../src/store/postgres/storage.ts'
import type { Cleanup } from './cleanup.ts'
import { type PostgresDatabases, type PostgresServer, startPostgres } from './postgres.ts'

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

/** An empty database, on a server of its own unless there is one. */
export const newPostgresDatabase = async (t: Cleanup, given?: PostgresServer) => {
  const server = given ?? (await startPostgres())
  if (given === undefined) t.after(() => server.close())
  const database = await server.newDatabase()
  return {
    server,
    /** Its connection ends with the test. */
    client: async () => {
      const client = await server.client(database)
      t.after(async () => await client.end())
      return client
    },
    open: async (of?: Contents, changes?: Changes) =>
      await openInPostgres(t, server.address(database), of, changes),
  }
}
