import { after } from 'node:test'
import type { Cleanup } from '../helpers/cleanup.ts'
import { type PostgresServer, startPostgres } from '../helpers/postgres.ts'
import { newPostgresDatabase } from '../helpers/postgres-store.ts'

let started: Promise<PostgresServer> | undefined
after(async () => await (await started)?.close())

/** The server on which the tests of this process have their databases. */
export const sharedPostgres = async (): Promise<PostgresServer> =>
  await (started ??= startPostgres())

/** An empty database of the test's own. */
export const newDatabase = async (t: Cleanup) =>
  await newPostgresDatabase(t, await sharedPostgres())
