import { closeSync, lstatSync, openSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { messageOf } from '../../base/errors/message-of.ts'
import { giveName, syncPath } from '../../base/new-name.ts'
import { Failure } from './terminal.ts'

/**
 * Begins a file under a temporary name, so that nobody reads half of it. It must not replace another, and is deleted unless
 * it is published. Throws Failure if the name is taken, or the folder is missing.
 */
export const beginFile = (path: string) => {
  const temporary = `${path}.${process.pid}.partial`
  try {
    if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) throw alreadyThere(path)
    closeSync(openSync(temporary, 'wx', 0o600))
  } catch (error) {
    if (error instanceof Failure) throw error
    throw new Failure(`${path} cannot be written: ${messageOf(error)}.`, { cause: error })
  }
  return {
    /** The temporary path. The file exists, is empty, and only its owner can read it. */
    temporary,
    publish: (): void => {
      syncPath(temporary)
      if (!giveName(temporary, path)) throw alreadyThere(path)
      syncPath(dirname(path))
    },
    [Symbol.dispose]: () => rmSync(temporary, { force: true }),
  }
}

export const alreadyThere = (path: string): Failure =>
  new Failure(`${path} is there already and was left as it is; name another file or move it away.`)
