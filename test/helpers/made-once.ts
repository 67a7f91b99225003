import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The variable that names a folder of the whole test run. A file that runs alone has a folder of its own. */
export const sharedFolderVariable = 'PETSTORE_TEST_SHARED'

let own: string | undefined

const folder = (): string => {
  const shared = process.env[sharedFolderVariable]
  if (shared !== undefined) return shared
  if (own === undefined) {
    const made = mkdtempSync(join(tmpdir(), 'petstore-shared-'))
    process.once('exit', () => rmSync(made, { recursive: true, force: true }))
    own = made
  }
  return own
}

/**
 * A folder with something that many tests copy, made once in a test run. If several processes make it at once, the first
 * to be ready wins.
 *
 * @param make fills an empty folder
 */
export const madeOnce = (name: string, make: (path: string) => void): string => {
  const path = join(folder(), name)
  if (existsSync(path)) return path
  const making = join(mkdtempSync(join(folder(), 'making-')), name)
  mkdirSync(making)
  make(making)
  try {
    renameSync(making, path)
  } catch (error) {
    if (!existsSync(path)) throw error
  }
  return path
}
