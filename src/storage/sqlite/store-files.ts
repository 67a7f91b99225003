import { realpathSync, statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { StorageUnavailable } from '../../core/errors/storage-errors.ts'
import type { Changes } from '../changes.ts'

/**
 * The files that a store consists of while it is open: the database, its log, and the index of the log. SQLite
 * keeps each of them open. If one is deleted or moved, SQLite goes on writing to what no name leads to any more, and
 * loses it when the process ends. If the log or its index is gone, another process makes a new one, and the two
 * destroy each other's data (https://www.sqlite.org/howtocorrupt.html, section 4).
 */
const endings = ['', '-wal', '-shm'] as const

/**
 * Looks whether the files of a store still are where they were opened, by their device and inode, as SQLite itself
 * tells files apart. An inode has no second file while SQLite has the first one open.
 */
export class StoreFiles {
  readonly #paths: readonly string[]
  readonly #opened: BigUint64Array

  /**
   * @param path of the database, as it was opened; if that is a link, the link belongs to what is looked at
   * @param location of the database, with links resolved: the others lie beside it
   * @param changes which all threads of the store share, and which outlives each of them
   */
  constructor(path: string, location: string, changes: Changes) {
    this.#paths = endings.map((ending) => (ending === '' ? path : location + ending))
    this.#opened = changes.files
  }

  /** Notes the files that are there now as those of the store. To be called while a connection has them open. */
  note(): void {
    for (const [index, path] of this.#paths.entries()) {
      this.#opened.set(identityOf(path) ?? unknown, 2 * index)
    }
  }

  /** What is wrong with the files, in a sentence; undefined if nothing is. Costs 10 to 30 microseconds. */
  get fault(): string | undefined {
    return this.#faultOf(this.#paths)
  }

  /**
   * Whether SQLite may end as it does, which brings the log into the database and removes it by its name. It may
   * not if another store's log has the name. (If the database is gone SQLite itself leaves the log, which is then
   * all that is left of it.)
   */
  get mayRemoveLog(): boolean {
    return !this.#paths.slice(1).some((path, index) => this.#stateOf(index + 1, path) === 'other')
  }

  /**
   * What keeps a connection from being opened in the place of one that has ended. If that was the last, SQLite has
   * removed the log and its index, both of them.
   */
  get faultToOpen(): string | undefined {
    const [, log, index] = this.#paths.map((path, at) => this.#stateOf(at, path))
    const isClosed = log === 'gone' && index === 'gone'
    return this.#faultOf(isClosed ? this.#paths.slice(0, 1) : this.#paths)
  }

  #faultOf(paths: readonly string[]): string | undefined {
    for (const [index, path] of paths.entries()) {
      const state = this.#stateOf(index, path)
      if (state === 'gone') return `${path} is not there any more`
      if (state === 'other') return `${path} is another file than the one that was opened`
    }
    return undefined
  }

  #stateOf(index: number, path: string): 'in place' | 'gone' | 'other' {
    const device = this.#opened[2 * index]
    const inode = this.#opened[2 * index + 1]
    // What was not there when the store was opened is not missed.
    if (inode === 0n) return 'in place'
    const found = identityOf(path)
    if (found === undefined) return 'gone'
    return found[0] === device && found[1] === inode ? 'in place' : 'other'
  }
}

/** What is noted of a file that is not there: on some file systems SQLite can have no log. */
const unknown = [0n, 0n] as const

const identityOf = (path: string): readonly [device: bigint, inode: bigint] | undefined => {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false })
  return found && [found.dev, found.ino]
}

/** The files of the store that a connection has open. */
export const filesOf = (path: string, database: DatabaseSync, changes: Changes): StoreFiles =>
  new StoreFiles(path, database.location() ?? path, changes)

/**
 * Keeps a thread that opens a store after another one did from opening, or making, another store.
 *
 * @throws Error if the files are not those that were opened first
 */
export const refuseMovedFiles = (path: string, changes: Changes): void => {
  let location = path
  try {
    location = realpathSync(path)
  } catch {
    // It is gone, which is told below; or it was never there, and may be made.
  }
  const fault = new StoreFiles(path, location, changes).faultToOpen
  if (fault !== undefined) throw new Error(fault)
}

/** The files of the stores that connections write to. */
const watched = new WeakMap<DatabaseSync, StoreFiles>()

/** Has each transaction of a connection look at the files before it commits. */
export const watchFiles = (database: DatabaseSync, files: StoreFiles): void => {
  watched.set(database, files)
}

/** @throws StorageUnavailable if the files of a watched connection are not where they were opened */
export const assertInPlace = (database: DatabaseSync): void => {
  const fault = watched.get(database)?.fault
  if (fault !== undefined) throw new StorageUnavailable('moved', new Error(fault))
}
