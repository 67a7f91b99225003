import { after } from 'node:test'
import { noPostgres, type PostgresServer, startPostgres } from '../helpers/postgres.ts'
import { openInPostgres } from '../helpers/postgres-store.ts'
import { historyContract } from './request-history.ts'

let started: Promise<PostgresServer> | undefined
after(async () => await (await started)?.close())

historyContract({
  name: 'PostgreSQL',
  skip: noPostgres(),
  open: async (t) => {
    const server = await (started ??= startPostgres())
    return (await openInPostgres(t, server.address(await server.newDatabase()))).history
  },
})
