import { closeSync, lstatSync, openSync, readdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { codeOf, messageOf } from '../../base/errors/message-of.ts'
import { giveName, syncPath } from '../../base/new-name.ts'
import { Failure } from './terminal.ts'

/** Milliseconds without a write after which a file is abandoned, if its process does not run on this machine. */
const abandonedAfter = 3_600_000

/**
 * Creates a file under a temporary name, so that nobody reads half of it. It never replaces another file, and is deleted
 * unless it is published. @throws Failure if the name is taken, or the folder is missing
 */
export const beginFile = (path: string) => {
  const temporary = `${path}.${process.pid}.partial`
  try {
    removeAbandoned(path)
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

/** Removes temporary files that killed processes left for `path`, or for names that differ only in digits, such as a time. */
const removeAbandoned = (path: string): void => {
  const shape = (name: string): string => name.replaceAll(/\d/g, '0')
  for (const entry of readdirSync(dirname(path))) {
    const [, name = '', pid] = /^(.+)\.(\d+)\.partial(?:-\w+)?$/.exec(entry) ?? []
    if (shape(name) !== shape(basename(path)) || isRunning(Number(pid))) continue
    const file = join(dirname(path), entry)
    // A process of another machine or container may still be writing it.
    const { mtimeMs = Infinity } = lstatSync(file, { throwIfNoEntry: false }) ?? {}
    if (mtimeMs < Date.now() - abandonedAfter) rmSync(file, { force: true })
  }
}

/** Whether another process of this machine has the process id. */
const isRunning = (pid: number): boolean => {
  try {
    return pid !== process.pid && process.kill(pid, 0)
  } catch (error) {
    return codeOf(error) !== 'ESRCH'
  }
}

export const alreadyThere = (path: string): Failure =>
  new Failure(`${path} already exists and was not changed; name another file or move it away.`)
