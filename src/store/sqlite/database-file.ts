import { closeSync, existsSync, lstatSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { UnusableDatabase } from '../unusable-database.ts'

/** @param fault what SQLite says is wrong */
export const damagedDatabase = (path: string, fault: string, cause?: unknown): UnusableDatabase =>
  new UnusableDatabase(
    `The database ${path} is damaged (${fault}). It was left as it is. Keep it and the files beside it, and restore a backup into another folder.`,
    { cause },
  )

export const fullDisk = (path: string, cause: unknown): UnusableDatabase =>
  new UnusableDatabase(
    `The disk of ${dirname(path)} is full. Nothing was changed; free some space, and try again.`,
    { cause },
  )

/** Opens an existing file. SQLite would make a missing one, with a mode that lets others read it. */
export const openFile = (path: string, busyTimeout: number): DatabaseSync => {
  const url = pathToFileURL(path)
  url.searchParams.set('mode', 'rw')
  return new DatabaseSync(url, { timeout: busyTimeout })
}

/** Opens a file to read it alone: takes no lock, and makes no log. Nobody changes a file that has no log. */
export const openAlone = (path: string): DatabaseSync => {
  const url = pathToFileURL(path)
  url.searchParams.set('immutable', '1')
  return new DatabaseSync(url, { readOnly: true })
}

/** Makes an empty file if there is none, accessible to its owner alone. SQLite gives its other files the same mode. */
export const makeOwnFile = (path: string): void => {
  try {
    // An existing file is not opened: closing it again would drop SQLite's locks on it.
    closeSync(openSync(path, 'wx', 0o600))
  } catch {
    // The file exists, or cannot be made, which SQLite reports better.
  }
}

/** What exists of a database, judged by names alone. An empty file counts as nothing. */
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

/** Makes a folder for its owner alone. Node's recursive `mkdir` never ends if the system denies a parent (`/proc`). */
export const makeFolder = (path: string): void => {
  if (existsSync(path)) return
  makeFolder(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!existsSync(path)) throw error
  }
}
