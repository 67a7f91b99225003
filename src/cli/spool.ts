import { mkdtempSync, rmdirSync, unlinkSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { messageOf } from '../core/errors/message-of.ts'
import { Failure } from './terminal.ts'

/** A file without a name in the temporary folder, which is gone with the process, however that ends. */
export type Spool = {
  /** To write it. */
  readonly input: Writable
  /** Reads it from its beginning. To be called once all is written. */
  output(): Readable
  close(): Promise<void>
}

/**
 * Opens a file for what is to be read at the pace of somebody else. It is its owner's alone.
 *
 * @throws Failure if the temporary folder takes no file
 */
export const openSpool = async (): Promise<Spool> => {
  try {
    const folder = mkdtempSync(join(tmpdir(), 'petstore-'))
    const path = join(folder, 'spool')
    const file = await open(path, 'wx+', 0o600)
    unlinkSync(path)
    rmdirSync(folder)
    return {
      input: file.createWriteStream({ autoClose: false, highWaterMark: 262_144 }),
      output: () => file.createReadStream({ autoClose: false, start: 0, highWaterMark: 262_144 }),
      close: async () => await file.close(),
    }
  } catch (error) {
    throw noRoom(error)
  }
}

/** What to tell if the temporary folder is full, or takes no file. */
export const noRoom = (error: unknown): Failure =>
  new Failure(
    `The temporary folder ${tmpdir()} cannot hold the animals: ${messageOf(error)}. Set TMPDIR to a folder with room for all of them.`,
    { cause: error },
  )
