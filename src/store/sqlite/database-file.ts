import { closeSync, existsSync, lstatSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { UnusableDatabase } from '../unusable-database.ts'

/** @param fault what SQLite says is wrong */
export const damagedDatabase = (path: string, fault: string, cause?: unknown): UnusableDatabase =>
  new UnusableDatabase(
    `The database ${path} is damaged (${fault}). It was not changed. Keep it and the files beside it, and restore a backup into another folder.`,
    { cause },
  )

export const fullDisk = (path: string, cause: unknown): UnusableDatabase =>
  new UnusableDatabase(
    `The disk of ${dirname(path)} is full. Nothing was changed; free some space, and try again.`,
    { cause },
  )

/** Opens an existing file. SQLite would create a missing one with a mode that lets others read it. */
export const openFile = (path: string, busyTimeout: number): DatabaseSync => {
  const url = pathToFileURL(path)
  url.searchParams.set('mode', 'rw')
  return new DatabaseSync(url, { timeout: busyTimeout })
}

/** Opens a file read-only, without a lock or a log. A file without a log is not being changed. */
export const openAlone = (path: string): DatabaseSync => {
  const url = pathToFileURL(path)
  url.searchParams.set('immutable', '1')
  return new DatabaseSync(url, { readOnly: true })
}

/** Creates an empty file, if there is none, that only its owner can access. SQLite gives its other files the same mode. */
export const makeOwnFile = (path: string): void => {
  try {
    // Do not open an existing file: closing it would drop SQLite's locks on it.
    closeSync(openSync(path, 'wx', 0o600))
  } catch {
    // The file exists, or it cannot be created, which SQLite reports better.
  }
}

/** Which files of a database exist. An empty file counts as missing. */
export const presenceOf = (path: string): 'there' | 'nothing' | 'a log alone' | 'a broken link' => {
  const isFilled = (name: string) => (statSync(name, { throwIfNoEntry: false })?.size ?? 0) > 0
  if (isFilled(path)) return 'there'
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true
  if (isLink && !existsSync(path)) return 'a broken link'
  return isFilled(`${path}-wal`) ? 'a log alone' : 'nothing'
}

export const bytesOf = (path: string): number | undefined => {
  const main = statSync(path, { throwIfNoEntry: false })
  const log = statSync(`${path}-wal`, { throwIfNoEntry: false })
  return main && main.size + (log?.size ?? 0)
}

/** Creates a folder that only its owner can access. Node's recursive `mkdir` never returns if a parent is denied (`/proc`). */
export const makeFolder = (path: string): void => {
  if (existsSync(path)) return
  makeFolder(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    // Another process may have created it in the meantime.
    if (!existsSync(path)) throw error
  }
}
