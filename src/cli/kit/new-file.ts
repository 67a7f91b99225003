import { closeSync, lstatSync, openSync, renameSync, rmSync, unlinkSync } from 'node:fs'
import { dirname } from 'node:path'
import { messageOf } from '../../base/errors/message-of.ts'
import { linkFile, syncPath } from '../../base/new-name.ts'
import { Failure } from './terminal.ts'

/** A file that is being written under a temporary name, so that nobody reads half of it. Deleted unless it is published. */
export type NewFile = Disposable & {
  /** The temporary path. The file exists, is empty, and only its owner can read it. */
  readonly temporary: string
  publish(): void
}

/** Begins a file that must not replace another. Throws Failure if the name is taken, or the folder is missing. */
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
      syncPath(temporary)
      giveName(temporary, path)
      syncPath(dirname(path))
    },
    [Symbol.dispose]: () => rmSync(temporary, { force: true }),
  }
}

/** Whether anything has the name, even a broken link. */
const isNameTaken = (path: string): boolean =>
  lstatSync(path, { throwIfNoEntry: false }) !== undefined

const alreadyThere = (path: string): Failure =>
  new Failure(`${path} is there already and was left as it is; name another file or move it away.`)

const giveName = (from: string, to: string): void => {
  try {
    if (linkFile(from, to)) {
      unlinkSync(from)
      return
    }
  } catch (error) {
    throw isNameTaken(to) ? alreadyThere(to) : error
  }
  if (isNameTaken(to)) throw alreadyThere(to)
  renameSync(from, to)
}
