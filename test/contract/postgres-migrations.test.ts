import assert from 'node:assert/strict'
import { test } from 'node:test'
import { migrations } from '../../src/storage/postgres/migrations/index.ts'
import { openPostgresStorage } from '../../src/storage/postgres/storage.ts'
import { keysAfter, oldKeys } from '../helpers/old-keys.ts'
import { noPostgres, startPostgres } from '../helpers/postgres.ts'

const patience = { read: 30_000, lock: 30_000, write: 30_000 }

test(
  'a key of an older version in PostgreSQL that could do everything with orders still can',
  { skip: noPostgres() },
  async (t) => {
    const server = await startPostgres()
    t.after(() => server.close())
    const database = await server.newDatabase()
    const older = await server.client(database)
    for (const step of migrations.slice(0, 2)) await older.query(step)
    const number = (at: number): string => String(at + 1)
    await older.query(oldKeys('sha256(gen_random_uuid()::text::bytea)', { number }))
    await older.query("INSERT INTO settings (name, number) VALUES ('schema_version', 2)")
    await older.end()
    const contents = { tables: [], rules: [] }
    const storage = await openPostgresStorage({
      address: server.address(database),
      environment: 'staging',
      contents,
      patience,
    })
    t.after(() => storage.close())
    assert.deepEqual(
      (await storage.keys.list()).map(({ scopes }) => scopes),
      keysAfter,
    )
  },
)
