import { copyFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { temporaryFolder } from '../helpers/app.ts'
import { importRows } from '../helpers/import-rows.ts'
import { madeOnce } from '../helpers/made-once.ts'
import { emptyDatabase, openStorage } from '../helpers/storage.ts'
import { thingsInSqlite } from '../helpers/things-tables.ts'
import { thingContents, things } from '../helpers/things.ts'
import type { OpenStore } from './store-case.ts'
import { storeContract } from './stores.ts'

const newPlace = (t: Parameters<typeof temporaryFolder>[0]): string =>
  join(temporaryFolder(t), 'staging.sqlite')

/** Makes the tables of the contract, if they are not there. */
const prepare = (path: string): void => {
  if (existsSync(path)) return
  const folder = madeOnce('things', (empty) => {
    const made = join(empty, 'things.sqlite')
    copyFileSync(emptyDatabase(), made)
    const database = new DatabaseSync(made)
    database.exec(thingsInSqlite)
    database.close()
  })
  copyFileSync(join(folder, 'things.sqlite'), path)
}

/** Holds the lock that a writer needs. */
const holdUpOf = (path: string): OpenStore['holdUp'] => {
  return () => {
    const other = new DatabaseSync(path)
    other.exec('BEGIN IMMEDIATE')
    return () => other.close()
  }
}

const importsInto =
  (path: string): OpenStore['importThings'] =>
  async (rows) => {
    const importing = openStorage(path, { contents: thingContents, busyTimeout: 5_000 })
    await importRows(importing.bulk, things, rows)
    await importing.close()
  }

/** A function that runs once, however often it is called. */
const onlyOnce = (run: () => Promise<void>): (() => Promise<void>) => {
  let running: Promise<void> | undefined
  return () => (running ??= run())
}

storeContract({
  name: 'SQLite',
  newPlace,
  open: async (path) => {
    prepare(path)
    const storage = openStorage(path, { contents: thingContents, busyTimeout: 0 })
    return {
      data: storage.data,
      bulk: storage.bulk,
      whole: storage.whole,
      holdUp: holdUpOf(path),
      importThings: importsInto(path),
      close: onlyOnce(() => storage.close()),
    }
  },
})
