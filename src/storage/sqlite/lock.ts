import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** A lock that one process holds and that ends with the process, however that ends. */
export type ServiceLock = { release(): void }

/**
 * Takes the lock of an environment's data: a transaction held open on a SQLite file beside it, since
 * the operating system's own file locks are not to be had from Node otherwise.
 *
 * @returns undefined where another process holds it
 */
export const takeServiceLock = (path: string): ServiceLock | undefined => {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const database = new DatabaseSync(path)
  try {
    database.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    database.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === 5) return undefined
    throw error
  }
  return { release: () => database.close() }
}
