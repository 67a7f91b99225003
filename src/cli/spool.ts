import { mkdtempSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { messageOf } from '../core/errors/message-of.ts'
import { Failure } from './terminal.ts'

/** A file in the temporary folder. It has no name where the system allows that, and then vanishes with the process. */
export type Spool = {
  /** Writes the file. */
  readonly input: Writable
  /** Reads the file from its beginning. Call it after everything is written. */
  output(): Readable
  close(): Promise<void>
}

/**
 * Opens a file for data whose reader sets the pace. Only its owner can read it.
 *
 * @throws Failure if the temporary folder cannot hold a file
 */
export const openSpool = async (): Promise<Spool> => {
  try {
    const folder = mkdtempSync(join(tmpdir(), 'petstore-'))
    const path = join(folder, 'spool')
    const file = await open(path, 'wx+', 0o600)
    removeIfPossible(folder)
    const input = file.createWriteStream({ autoClose: false, highWaterMark: 262_144 })
    let output: Readable | undefined
    return {
      input,
      output: () =>
        (output = file.createReadStream({ autoClose: false, start: 0, highWaterMark: 262_144 })),
      close: async () => {
        // A file waits with its closing for all of its streams.
        input.destroy()
        output?.destroy()
        await file.close()
        removeIfPossible(folder)
      },
    }
  } catch (error) {
    throw noRoom(error)
  }
}

/** Some systems remove no file that is open. */
const removeIfPossible = (folder: string): void => {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch {
    // It is removed once it is closed.
  }
}

/** The failure if the temporary folder is full or cannot hold a file. */
export const noRoom = (error: unknown): Failure =>
  new Failure(
    `The temporary folder ${tmpdir()} cannot hold the animals: ${messageOf(error)}. Set TMPDIR to a folder with room for all of them.`,
    { cause: error },
  )
