import { closeSync, fsyncSync, linkSync, openSync } from 'node:fs'
import { codeOf } from './errors/message-of.ts'

/** Syncs a file to disk, or a folder: the name of a file is an entry of its folder, which is synced on its own. */
export const syncPath = (path: string): void => {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** Gives a file a further name, never replacing one (error `EEXIST`). Returns false if the file system has no links, like FAT. */
export const linkFile = (from: string, to: string): boolean => {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (noLinks.has(codeOf(error))) return false
    throw error
  }
}

const noLinks = new Set<string | undefined>(['EPERM', 'ENOTSUP', 'ENOSYS'])
