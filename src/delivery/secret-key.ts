import { randomBytes } from 'node:crypto'
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Config } from '../base/config/config.ts'
import { codeOf, messageOf } from '../base/errors/message-of.ts'
import { giveName, syncPath } from '../base/new-name.ts'
import { type Sealer, sealerWith, sealingKeyBytes, sealingKeyOf } from '../base/sealing.ts'
import { secretKeyFile } from '../store/data-files.ts'

/** Returns a sealer. Its key is `PETSTORE_SECRET_KEY`, or else in a file in the data folder that is created on first use. */
export const openSealer = ({ secretKey, dataDir }: Pick<Config, 'secretKey' | 'dataDir'>): Sealer =>
  sealerWith(() => secretKey ?? keyInFile(secretKeyFile(dataDir)))

/**
 * Returns the key in a file. If there is no file, one of all threads and processes creates it, and all get its key.
 * @throws Error with advice for the operator if the file is open to other users, or has no key
 */
export const keyInFile = (path: string): Uint8Array => readKey(path) ?? makeKey(path)

/** Returns the key in a file; undefined if there is no file. Throws as `keyInFile`. */
export const readKey = (path: string): Uint8Array | undefined => {
  let mode: number
  let text: string
  try {
    mode = statSync(path).mode & 0o777
    text = readFileSync(path, 'latin1')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw new Error(`The key file ${path} cannot be read: ${messageOf(error)}.`, { cause: error })
  }
  if ((mode & 0o077) !== 0) {
    throw new Error(
      `The key file ${path} is open to other users (mode ${mode.toString(8)}), so the service does not use it. Run chmod 600 ${path}.`,
    )
  }
  const key = sealingKeyOf(text.trim())
  if (key !== undefined) return key
  throw new Error(
    `The key file ${path} has no key of ${sealingKeyBytes} bytes in base64 or hexadecimal digits. Restore it from its copy.`,
  )
}

/** Writes a new key to a temporary file first, so that nobody ever reads half of it. */
const makeKey = (path: string): Uint8Array => {
  const text = `${randomBytes(sealingKeyBytes).toString('base64')}\n`
  const temporary = `${path}.${randomBytes(6).toString('hex')}.partial`
  try {
    writeFileSync(temporary, text, { flag: 'wx', mode: 0o600, flush: true })
    // If another thread has created the file by now, its key stays.
    giveName(temporary, path)
    syncPath(dirname(path))
  } catch (error) {
    throw new Error(`The key file ${path} cannot be made: ${messageOf(error)}.`, { cause: error })
  } finally {
    rmSync(temporary, { force: true })
  }
  const key = readKey(path)
  if (key === undefined) throw new Error(`The key file ${path} was removed while it was made.`)
  return key
}
