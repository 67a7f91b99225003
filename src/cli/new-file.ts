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
import { messageOf } from '../core/errors/message-of.ts'
import { Failure } from './terminal.ts'

/** A file in the making, under a name beside its own, so that nobody meets half of it. */
export type NewFile = {
  /** Where to write it. It is there, empty, and for its owner's eyes only. */
  readonly temporary: string
  /** Brings it to disk and gives it its name. */
  publish(): void
  /** Takes it away, unless it was published. */
  discard(): void
}

/**
 * Begins a file that is not to replace another.
 *
 * @throws Failure where there is a file of that name, or no folder to put one in
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
      // The name is an entry of the folder, which has a place on disk of its own.
      flush(dirname(path))
    },
    discard: () => rmSync(temporary, { force: true }),
  }
}

/** Whether anything has the name: a link that leads nowhere too. */
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

/** A link, unlike a renaming, never takes the place of a file that came up meanwhile. */
const giveName = (from: string, to: string): void => {
  try {
    linkSync(from, to)
    unlinkSync(from)
  } catch (error) {
    if (isNameTaken(to)) throw alreadyThere(to)
    // Some file systems have no links: FAT, and network shares of its kind.
    if (!noLinks.has(codeOf(error))) throw error
    renameSync(from, to)
  }
}

const noLinks = new Set<unknown>(['EPERM', 'ENOTSUP', 'ENOSYS'])

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined
