import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a folder, and those above it that are missing, for its owner alone. One after the other: Node's own
 * recursive `mkdir` never ends where the system says of an existing parent that it is not there (`/proc`).
 *
 * @throws what the system says where one cannot be made
 */
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
