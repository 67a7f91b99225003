import {
  closeSync,
  fsyncSync,
  linkSync,
  lstatSync,
  openSync,
  renameSync,
  unlinkSync,
} from 'node:fs'
import { codeOf } from './errors/message-of.ts'

/** Syncs a file to disk, or a folder: the name of a file is an entry of its folder, which is synced on its own. */
export const syncPath = (path: string): void => {
  using opened = new DisposableStack()
  fsyncSync(opened.adopt(openSync(path, 'r'), closeSync))
}

/** Moves a file to a name, and never replaces another; false if the name is taken, even by a broken link. */
export const giveName = (from: string, to: string): boolean => {
  try {
    linkSync(from, to)
    unlinkSync(from)
    return true
  } catch (error) {
    if (lstatSync(to, { throwIfNoEntry: false }) !== undefined) return false
    if (!noLinks.has(codeOf(error))) throw error
    renameSync(from, to)
    return true
  }
}

/** What a file system without links says, like FAT. */
const noLinks = new Set<string | undefined>(['EPERM', 'ENOTSUP', 'ENOSYS'])
