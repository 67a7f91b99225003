import { createHash } from 'node:crypto'
import { after } from 'node:test'
import { type Environment, environments } from '../../src/base/environments.ts'
import type { Storage } from '../../src/store/port.ts'
import { dataFiles } from '../../src/store/data-files.ts'
import { isOnPostgres, sharedPortVariable } from './on-postgres.ts'
import type { PostgresDatabases } from './postgres.ts'

/** The reason to skip a test that looks into the file of a store, or false. */
export const needsFile = isOnPostgres && 'needs the store to be a file'

let started: Promise<PostgresDatabases> | undefined
/** Those that stand for files, by name. */
const made = new Map<string, Promise<string>>()
const closing: Array<() => Promise<void>> = []
// Of the file: inside a test it would be of the test.
if (isOnPostgres) {
  after(async () => {
    for (const close of closing) await close()
  })
}

/** Loads the server and the adapter only for tests that run on them. */
const server = async (): Promise<PostgresDatabases> => await (started ??= connectOrStart())

const connectOrStart = async (): Promise<PostgresDatabases> => {
  const { databasesAt, startPostgres } = await import('./postgres.ts')
  const port = process.env[sharedPortVariable]
  if (port === undefined) {
    const own = await startPostgres()
    closing.push(async () => await own.close())
    return own
  }
  const shared = databasesAt(Number(port))
  closing.push(async () => {
    const admin = await shared.client('postgres')
    for (const name of made.keys())
      await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    await admin.end()
  })
  return shared
}

/** A database with all tables and nothing else. */
const template = 'petstore_tables'

/** Makes the template, unless another file of the test run did. To copy it takes less than the steps of the schema. */
const makeTemplate = async (databases: PostgresDatabases): Promise<void> => {
  const { connect } = await import('../../src/store/postgres/connection.ts')
  const { makeSchema } = await import('../../src/store/postgres/schema.ts')
  const admin = await databases.client('postgres')
  try {
    // Until the connection ends.
    await admin.query('SELECT pg_advisory_lock(1)')
    const { rows } = await admin.query('SELECT 1 FROM pg_database WHERE datname = $1', [template])
    if (rows.length > 0) return
    await admin.query(`CREATE DATABASE ${template}_made`)
    const settings = { patience: 30_000, session: {} }
    const connection = await connect(databases.address(`${template}_made`), settings)
    await makeSchema(connection, 0)
    await connection.end()
    await admin.query(`ALTER DATABASE ${template}_made RENAME TO ${template}`)
  } finally {
    await admin.end()
  }
}

let templating: Promise<void> | undefined

/** The database that stands for a file. A file always has the same. */
const databaseFor = (file: string): string =>
  `test_${createHash('sha256').update(file).digest('hex').slice(0, 16)}`

/** @param copied as in `PostgresDatabases.newDatabase` */
const ensure = async (file: string, copied: string): Promise<string> => {
  const name = databaseFor(file)
  const make = async (): Promise<string> => {
    const databases = await server()
    if (copied === template) await (templating ??= makeTemplate(databases))
    return await databases.newDatabase(copied, name)
  }
  const making = made.get(name) ?? make()
  made.set(name, making)
  return await making
}

/** Files in whose place there is a store. */
const stores = new Set<string>()

/** Makes an empty store in the place of a file, once anybody asks for it. */
export const makeOnPostgres = (file: string): void => void stores.add(file)

/** Opens a store on PostgreSQL in the place of the one in a file. */
export const openOnPostgres = async (file: string, environment: Environment): Promise<Storage> => {
  const name = await ensure(file, template)
  const { openAt } = await import('./postgres-store.ts')
  return await openAt((await server()).address(name), { environment })
}

/** Removes the store in the place of a file, which takes megabytes. */
export const dropOnPostgres = async (file: string): Promise<void> => {
  const name = databaseFor(file)
  if (!made.delete(name)) return
  const admin = await (await server()).client('postgres')
  await admin.query(`DROP DATABASE ${name} WITH (FORCE)`)
  await admin.end()
}

/**
 * Variables for `petstore` with a database in the place of each file of its data folder, if tests run on PostgreSQL and
 * the variables name no store. The databases are empty, but for those that were made.
 */
export const placedOnPostgres = async (
  env: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, string>>> => {
  const { PETSTORE_DATA_DIR: dataDir } = env
  if (!isOnPostgres || dataDir === undefined) return env
  const placed = environments.map(async (environment) => {
    const file = dataFiles(dataDir, environment).database
    const name = await ensure(file, stores.has(file) ? template : 'template0')
    return [`PETSTORE_${environment.toUpperCase()}_STORE`, (await server()).url(name)] as const
  })
  return { ...Object.fromEntries(await Promise.all(placed)), ...env }
}
