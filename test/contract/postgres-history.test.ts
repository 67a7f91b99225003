import { after } from 'node:test'
import { contents } from '../../src/resources/index.ts'
import { openPostgresStorage } from '../../src/store/postgres/storage.ts'
import { noPostgres, type PostgresServer, startPostgres } from '../helpers/postgres.ts'
import { historyContract } from './request-history.ts'

let started: Promise<PostgresServer> | undefined
after(async () => await (await started)?.close())

historyContract({
  name: 'PostgreSQL',
  skip: noPostgres(),
  open: async (t) => {
    const server = await (started ??= startPostgres())
    const storage = await openPostgresStorage({
      address: server.address(await server.newDatabase()),
      environment: 'staging',
      contents,
      patience: { read: 30_000, lock: 30_000, write: 30_000 },
    })
    t.after(() => storage.close())
    return storage.history
  },
})
