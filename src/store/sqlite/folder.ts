import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a folder and its missing parents, accessible to their owner alone. It makes them one by one: Node's recursive
 * `mkdir` never ends if the system denies that an existing parent exists (`/proc`).
 *
 * @throws the system's error if one cannot be made
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
