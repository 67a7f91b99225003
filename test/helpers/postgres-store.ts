import type { Contents } from '../../src/base/data/contents.ts'
import { contents } from '../../src/resources/index.ts'
import type { Storage } from '../../src/store/port.ts'
import { openPostgresStorage } from '../../src/store/postgres/storage.ts'
import type { Cleanup } from './cleanup.ts'
import { type PostgresDatabases, startPostgres } from './postgres.ts'

/** Opens the store in a database, with times that no loaded machine exceeds. It is closed with the test. */
export const openInPostgres = async (
  t: Cleanup,
  address: ReturnType<PostgresDatabases['address']>,
  of: Contents = contents,
): Promise<Storage> => {
  const patience = { read: 30_000, lock: 30_000, write: 30_000 }
  const storage = await openPostgresStorage({
    address,
    environment: 'staging',
    contents: of,
    patience,
  })
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
    open: async (of?: Contents) => await openInPostgres(t, server.address(database), of),
  }
}
