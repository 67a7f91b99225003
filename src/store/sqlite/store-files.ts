import { type BigIntStats, realpathSync, statSync } from 'node:fs'
import type { Changes } from '../changes.ts'

/**
 * The files of an open store. Data written to a deleted file is lost in the end; a second log would destroy both stores
 * (https://www.sqlite.org/howtocorrupt.html, section 4).
 */
const endings = ['', '-wal', '-shm'] as const

/** Checks by device and inode, as SQLite does, that the files of a store are still the ones that were opened. */
export type StoreFiles = ReturnType<typeof storeFiles>

/** `path` may be a link, which is checked too. `location` is the resolved path; the other files are beside it. */
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
    /** Records the current files as those of the store. Call it while a connection has them open. */
    note: (): void => {
      for (const [index, each] of paths.entries()) {
        const { dev, ino } = identityOf(each) ?? unknown
        opened.set([dev, ino], 2 * index)
      }
    },
    /** A sentence about what is wrong with the files; undefined if nothing is. Takes 10 to 30 microseconds. */
    fault: () => faultOf(endings.length),
    /** Whether SQLite may close normally, which deletes the log by name. It must not if the name leads to another store's log. */
    mayRemoveLog: () => stateOf(1) !== 'other' && stateOf(2) !== 'other',
    /** Why a new connection must not be opened after another has closed and perhaps removed the log; undefined if it may. */
    faultToOpen: () => faultOf(stateOf(1) === 'gone' && stateOf(2) === 'gone' ? 1 : endings.length),
  }
}

/** Stands for a file that does not exist. On some file systems SQLite cannot use a log. */
const unknown = { dev: 0n, ino: 0n }

const identityOf = (path: string): Pick<BigIntStats, 'dev' | 'ino'> | undefined =>
  statSync(path, { bigint: true, throwIfNoEntry: false })

/** Keeps a replacement worker from opening or creating a different store. */
export const refuseMovedFiles = (path: string, changes: Changes): void => {
  let location = path
  try {
    location = realpathSync(path)
  } catch {
    // The file is gone, which is reported below, or it never existed and may be created.
  }
  const fault = storeFiles(path, location, changes).faultToOpen()
  if (fault !== undefined) throw new Error(fault)
}
