import { copyFileSync, existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Environment } from '../../src/base/environments.ts'
import { petCreate } from '../../src/resources/pets/changes.ts'
import type { NewPet, Pet } from '../../src/resources/pets/pet.ts'
import { contents } from '../../src/resources/index.ts'
import type { Storage } from '../../src/store/port.ts'
import { presenceOf } from '../../src/store/sqlite/database-file.ts'
import { openDatabase } from '../../src/store/sqlite/database.ts'
import { openSqliteStorage, type SqliteParts } from '../../src/store/sqlite/storage.ts'
import { act } from './act.ts'
import { madeOnce } from './made-once.ts'

/** A database with all tables and nothing else. To copy it costs a tenth of the steps of the schema. */
export const emptyDatabase = (): string => {
  const folder = madeOnce('database', (path) => {
    openDatabase(join(path, 'empty.sqlite'), { busyTimeout: 1_000 }).close()
  })
  return join(folder, 'empty.sqlite')
}

/** Each copy gets a secret of its own, as each store has. */
const copyEmptyDatabase = (path: string): void => {
  copyFileSync(emptyDatabase(), path)
  const database = new DatabaseSync(path)
  database.exec("UPDATE settings SET value = randomblob(32) WHERE name = 'secret'")
  database.close()
}

/** Opens the store in a file, of staging unless a test says otherwise. If there is no file, makes an empty store. */
export const openStorage = (
  path: string,
  options: Partial<SqliteParts> & { readonly environment?: Environment } = {},
): Storage => {
  const isNew = presenceOf(path) === 'nothing' && existsSync(dirname(path))
  if (isNew && options.makes !== false) copyEmptyDatabase(path)
  return openSqliteStorage({
    path,
    environment: 'staging',
    contents,
    busyTimeout: 1_000,
    ...options,
  })
}

/** What wraps a store so that its data does something else. */
export const overData =
  (other: (data: Storage['data']) => Partial<Storage['data']>) =>
  (storage: Storage): Storage => ({
    ...storage,
    data: { ...storage.data, ...other(storage.data) },
  })

/** Adds an animal, as a request does. */
export const addPet = async ({ data }: Pick<Storage, 'data'>, pet: NewPet): Promise<Pet> => {
  const applied = await data.apply(petCreate(pet), act)
  if (applied.outcome === 'reused') throw new Error('Nothing can be reused without a key.')
  return applied.result.pet
}
