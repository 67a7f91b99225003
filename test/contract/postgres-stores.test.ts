import { openPostgresStorage } from '../../src/store/postgres/storage.ts'
import { locks } from '../../src/store/postgres/transaction.ts'
import { noPostgres } from '../helpers/postgres.ts'
import { importRows } from '../helpers/import-rows.ts'
import { thingsInPostgres } from '../helpers/things-tables.ts'
import { thingContents, things } from '../helpers/things.ts'
import { sharedPostgres } from './postgres-server.ts'
import { storeContract } from './stores.ts'

/** Milliseconds. Waits for the lock are as short as a test can bear; the others are as long as a busy machine may take. */
const patience = { read: 30_000, lock: 500, write: 30_000 }

/** Databases of the places. */
const databases = new Map<string, Promise<string>>()
let places = 0

/** Makes a database with the tables of the contract. Those of the places are copies of it. */
const prepare = async (): Promise<string> => {
  const { newDatabase, address, client } = await sharedPostgres()
  const database = await newDatabase()
  const storage = await openPostgresStorage({
    address: address(database),
    environment: 'staging',
    contents: { tables: [], rules: [] },
    patience,
  })
  await storage.close()
  const connected = await client(database)
  await connected.query(thingsInPostgres)
  await connected.end()
  return database
}

let prepared: Promise<string> | undefined
const copied = async (): Promise<string> => {
  const { newDatabase } = await sharedPostgres()
  return await newDatabase(await (prepared ??= prepare()))
}

storeContract({
  name: 'PostgreSQL',
  skip: noPostgres(),
  newPlace: () => {
    places += 1
    return String(places)
  },
  open: async (place) => {
    const preparing = databases.get(place) ?? copied()
    databases.set(place, preparing)
    const database = await preparing
    const { address, client } = await sharedPostgres()
    const open = async () =>
      await openPostgresStorage({
        address: address(database),
        environment: 'staging',
        contents: thingContents,
        patience,
      })
    const storage = await open()
    let closing: Promise<void> | undefined
    return {
      data: storage.data,
      bulk: storage.bulk,
      whole: storage.whole,
      holdUp: async () => {
        const other = await client(database)
        await other.query(`BEGIN; SELECT pg_advisory_xact_lock(${locks.store})`)
        return async () => await other.end()
      },
      importThings: async (rows) => {
        const importing = await open()
        await importRows(importing.bulk, things, rows)
        await importing.close()
      },
      close: () => (closing ??= storage.close()),
    }
  },
})
