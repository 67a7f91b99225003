import type { Contents } from '../../src/base/data/contents.ts'
import { contents } from '../../src/resources/index.ts'
import { Changes } from '../../src/store/changes.ts'
import { openPostgresStorage } from '../../src/store/postgres/storage.ts'
import type { Cleanup } from './cleanup.ts'
import { type PostgresDatabases, type PostgresServer, startPostgres } from './postgres.ts'

/** Opens the store in a database, of staging unless a test says otherwise, with times that no loaded machine exceeds. */
export const openAt = async (
  address: ReturnType<PostgresDatabases['address']>,
  parts: Partial<Parameters<typeof openPostgresStorage>[0]> = {},
) => {
  const patience = { read: 30_000, lock: 30_000, write: 30_000 }
  return await openPostgresStorage({
    address,
    environment: 'staging',
    contents,
    patience,
    ...parts,
  })
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
    /** The store in it is closed with the test. */
    open: async (of: Contents = contents, changes = new Changes()) => {
      const storage = await openAt(server.address(database), { contents: of, changes })
      t.after(() => storage.close())
      return storage
    },
  }
}
