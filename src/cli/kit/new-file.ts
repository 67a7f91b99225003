import {
  closeSync,
  fsyncSync,
  linkSync,
  lstatSync,
  openSync,
  renameSync,
  rmSync,
  unlinkSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { codeOf, messageOf } from '../../base/errors/message-of.ts'
import { Failure } from './terminal.ts'

/** A file that is being written under a temporary name, so that nobody reads half of it. */
export type NewFile = {
  /** The temporary path. The file exists, is empty, and only its owner can read it. */
  readonly temporary: string
  /** Syncs the file to disk and gives it its name. */
  publish(): void
  /** Deletes the file, unless it was published. */
  discard(): void
}

/**
 * Begins a file that must not replace another.
 *
 * @throws Failure if a file of that name exists, or if its folder does not
 */
export const beginFile = (path: string): NewFile => {
  if (isNameTaken(path)) throw alreadyThere(path)
  const temporary = `${path}.${process.pid}.partial`
  try {
    closeSync(openSync(temporary, 'wx', 0o600))
  } catch (error) {
    throw new Failure(`${path} cannot be written: ${messageOf(error)}.`, { cause: error })
  }
  return {
    temporary,
    publish: () => {
      flush(temporary)
      giveName(temporary, path)
      // The name is an entry of the folder, which has to be synced on its own.
      flush(dirname(path))
    },
    discard: () => rmSync(temporary, { force: true }),
  }
}

/** Whether anything has the name, even a broken link. */
const isNameTaken = (path: string): boolean =>
  lstatSync(path, { throwIfNoEntry: false }) !== undefined

const alreadyThere = (path: string): Failure =>
  new Failure(`${path} is there already and was left as it is; name another file or move it away.`)

const flush = (path: string): void => {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** Unlike a rename, a link never replaces a file that was created meanwhile. */
const giveName = (from: string, to: string): void => {
  try {
    linkSync(from, to)
    unlinkSync(from)
  } catch (error) {
    if (isNameTaken(to)) throw alreadyThere(to)
    // Some file systems have no links, for example FAT and network shares of it.
    if (!noLinks.has(codeOf(error))) throw error
    renameSync(from, to)
  }
}

const noLinks = new Set<unknown>(['EPERM', 'ENOTSUP', 'ENOSYS'])
