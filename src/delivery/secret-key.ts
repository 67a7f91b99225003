import { randomBytes } from 'node:crypto'
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Config } from '../base/config/config.ts'
import { codeOf, messageOf } from '../base/errors/message-of.ts'
import { giveName, syncPath } from '../base/new-name.ts'
import { type Sealer, sealerWith, sealingKeyBytes, sealingKeyOf } from '../base/sealing.ts'
import { secretKeyFile } from '../store/data-files.ts'

/** The sealer with the key of `PETSTORE_SECRET_KEY`, else of a file of the data folder, which the first need makes. */
export const openSealer = ({ secretKey, dataDir }: Pick<Config, 'secretKey' | 'dataDir'>): Sealer =>
  sealerWith(() => secretKey ?? keyInFile(secretKeyFile(dataDir)))

/**
 * The key in a file. If there is none, one of all threads and processes makes it, and all get its key. Throws Error with
 * advice for the operator if the file is open to others, or has no key.
 */
export const keyInFile = (path: string): Uint8Array => readKey(path) ?? makeKey(path)

/** The key of a file; undefined if there is no file. Throws as `keyInFile`. */
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

/** Writes a new key whole under another name first, so that nobody ever reads half of it. */
const makeKey = (path: string): Uint8Array => {
  const text = `${randomBytes(sealingKeyBytes).toString('base64')}\n`
  const temporary = `${path}.${randomBytes(6).toString('hex')}.partial`
  try {
    writeFileSync(temporary, text, { flag: 'wx', mode: 0o600, flush: true })
    // Another thread may have made one meanwhile.
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
