import { type BigIntStats, realpathSync, statSync } from 'node:fs'
import type { Changes } from '../changes.ts'

/**
 * The files of an open store. Data written to a deleted one is lost at the end; a second log would destroy both stores
 * (https://www.sqlite.org/howtocorrupt.html, section 4).
 */
const endings = ['', '-wal', '-shm'] as const

/** The checks that the files of a store are those that were opened, by device and inode, as SQLite itself does. */
export type StoreFiles = ReturnType<typeof storeFiles>

/** The path may be a link, which is checked too; `location` has links resolved, and the other files beside it. */
export const storeFiles = (path: string, location: string, { files: opened }: Changes) => {
  const paths = endings.map((ending) => (ending === '' ? path : location + ending))
  const stateOf = (index: number): 'in place' | 'gone' | 'other' => {
    const inode = opened[2 * index + 1]
    // A file that did not exist when the store was opened may be missing.
    if (inode === 0n) return 'in place'
    const found = identityOf(paths[index] ?? '')
    if (found === undefined) return 'gone'
    return found.dev === opened[2 * index] && found.ino === inode ? 'in place' : 'other'
  }
  const faultOf = (count: number): string | undefined => {
    for (let index = 0; index < count; index += 1) {
      const state = stateOf(index)
      if (state === 'gone') return `${paths[index]} is not there any more`
      if (state === 'other') return `${paths[index]} is another file than the one that was opened`
    }
    return undefined
  }
  return {
    /** Records the present files as those of the store. Call it while a connection has them open. */
    note: (): void => {
      for (const [index, each] of paths.entries()) {
        const { dev, ino } = identityOf(each) ?? unknown
        opened.set([dev, ino], 2 * index)
      }
    },
    /** What is wrong with the files, in a sentence; undefined if nothing is. Takes 10 to 30 microseconds. */
    fault: () => faultOf(endings.length),
    /** Whether SQLite may close as usual, which removes the log by name: not if another store's log has that name. */
    mayRemoveLog: () => stateOf(1) !== 'other' && stateOf(2) !== 'other',
    /** Why no connection may replace one that has ended, perhaps with the log; undefined if one may. */
    faultToOpen: () => faultOf(stateOf(1) === 'gone' && stateOf(2) === 'gone' ? 1 : endings.length),
  }
}

/** Recorded for a file that does not exist: on some file systems SQLite can have no log. */
const unknown = { dev: 0n, ino: 0n }

const identityOf = (path: string): Pick<BigIntStats, 'dev' | 'ino'> | undefined =>
  statSync(path, { bigint: true, throwIfNoEntry: false })

/** Keeps a worker that opens a store after another one from opening, or making, a different store. */
export const refuseMovedFiles = (path: string, changes: Changes): void => {
  let location = path
  try {
    location = realpathSync(path)
  } catch {
    // The file is gone, which is reported below; or it never existed, and may be made.
  }
  const fault = storeFiles(path, location, changes).faultToOpen()
  if (fault !== undefined) throw new Error(fault)
}
