import assert from 'node:assert/strict'
import type { Client } from 'pg'
import { petCreate } from '../../src/resources/pets/changes.ts'
import { pets } from '../../src/resources/pets/table.ts'
import { migrations } from '../../src/store/postgres/schema.ts'
import { stepsFor } from '../../src/store/sql/steps.ts'
import { act } from '../helpers/act.ts'
import { testWith } from '../helpers/needs.ts'
import {
  laterContents,
  nicknamed,
  nicknamedPage,
  nicknamedPets,
  nicknameStep,
} from '../helpers/nickname.ts'
import { assertTakenOver, oldDeliveries, versionsBefore } from '../helpers/old-deliveries.ts'
import { keysAfter, oldKeys } from '../helpers/old-keys.ts'
import { noPostgres } from '../helpers/postgres.ts'
import { openAt } from '../helpers/postgres-store.ts'
import { newDatabase, sharedPostgres } from './postgres-server.ts'

const it = testWith(noPostgres())

/** Makes the schema of an older version in an empty database, with these rows. */
const makeOlder = async (older: Client, version: number, rows: string): Promise<void> => {
  for (const step of migrations.slice(0, version)) await older.query(step)
  await older.query(rows)
  await older.query(`INSERT INTO settings (name, number) VALUES ('schema_version', ${version})`)
}

it('a key of an older version in PostgreSQL that could do everything with orders still can', async (t) => {
  const { open, client } = await newDatabase(t)
  const number = (at: number): string => String(at + 1)
  const rows = oldKeys('sha256(gen_random_uuid()::text::bytea)', { number })
  await makeOlder(await client(), 2, rows)
  const storage = await open({ tables: [], rules: [] })
  assert.deepEqual(
    (await storage.keys.list()).map(({ scopes }) => scopes),
    keysAfter,
  )
})

it('a field comes to PostgreSQL by the same step', async (t) => {
  const { open, client } = await newDatabase(t)
  await (await open()).close()
  await assert.rejects(open(laterContents), /does not fit the table pets/)
  const later = await client()
  for (const step of stepsFor('postgres', [nicknameStep])) await later.query(step)
  const storage = await open(laterContents)
  await storage.data.apply(petCreate(nicknamed), act)
  const all = { where: { status: 'available' }, after: undefined, limit: 10 }
  assert.equal((await storage.data.page(nicknamedPets, all)).json, nicknamedPage)
})

it('the deliveries of an older version in PostgreSQL are queued where they stood', async (t) => {
  const { open, client } = await newDatabase(t)
  const older = await client()
  const position = "INSERT INTO positions (name, value) VALUES ('ids of deliveries', 4)"
  await makeOlder(older, versionsBefore.postgres, oldDeliveries + position)
  await assertTakenOver(await open())
  const { rows } = await older.query("SELECT value FROM positions WHERE name = 'ids of deliveries'")
  assert.equal(Number(rows[0].value), 11, 'the next delivery gets a new id')
})

it('the animals of an older version in PostgreSQL are searched, with trigrams or without', async (t) => {
  const server = await sharedPostgres()
  for (const user of ['petstore', 'plain']) {
    const database = await server.newDatabase()
    const older = await server.client(database)
    // More than one statement fills.
    const animals = `
        INSERT INTO pets (id, name, category_id, status, row_version)
        SELECT id, 'Rex ' || id, 1, 'sold', 1 FROM generate_series(1, 2500) AS id`
    await makeOlder(older, versionsBefore.postgres, animals)
    if (user === 'plain') {
      await older.query(`
          CREATE ROLE plain LOGIN;
          REVOKE CREATE ON DATABASE ${database} FROM PUBLIC;
          DO $$ DECLARE made record; BEGIN
            EXECUTE 'ALTER SCHEMA public OWNER TO plain';
            FOR made IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP
              EXECUTE format('ALTER TABLE %I OWNER TO plain', made.tablename);
            END LOOP;
          END $$;
        `)
    }
    const storage = await openAt({ ...server.address(database), user })
    t.after(() => storage.close())
    const found = async (text: string) =>
      (await storage.data.search({ text, tables: [pets], limit: 2 })).map(({ id }) => id)
    assert.deepEqual(await found('EX 2499'), [])
    assert.deepEqual(await found('rex 2499'), [2499n])
    assert.deepEqual(await found('REX'), [2500n, 2499n])
    const { rows } = await older.query(
      `SELECT to_regclass('pets_search') IS NOT NULL AS made, relallvisible > 0 AS vacuumed
       FROM pg_class WHERE oid = to_regclass('pets')`,
    )
    // Pages are read from their indexes alone, though each row was written anew.
    assert.deepEqual(rows[0], { made: user === 'petstore', vacuumed: true })
    await older.end()
  }
})
