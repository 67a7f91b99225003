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

/** Syncs a file or a folder to disk. A file's name is an entry of its folder, so the folder needs its own sync. */
export const syncPath = (path: string): void => {
  using opened = new DisposableStack()
  fsyncSync(opened.adopt(openSync(path, 'r'), closeSync))
}

/** Renames a file without replacing another. Returns false if the name is taken, even by a broken link. */
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

/** Error codes of file systems without hard links, like FAT. */
const noLinks = new Set<string | undefined>(['EPERM', 'ENOTSUP', 'ENOSYS'])
