import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Command } from 'commander'
import { codeOf, messageOf } from '../../base/errors/message-of.ts'
import { pets } from '../../resources/pets/table.ts'
import type { Storage } from '../../store/port.ts'
import { example } from '../kit/help.ts'
import { beginFile } from '../kit/new-file.ts'
import { withStore } from '../kit/open-store.ts'
import { environmentCommand, type EnvironmentOptions } from '../kit/options.ts'
import { startProgress } from '../kit/progress.ts'
import { counted, Failure, report, type Terminal } from '../kit/terminal.ts'
import { csvWriter } from './csv.ts'
import { chooseFormat, type Format, formatOption, standardStream } from './file.ts'
import { ndjsonWriter } from './ndjson.ts'

const csv = csvWriter(pets)
const ndjson = ndjsonWriter(pets)
const highWaterMark = 262_144

type ExportOptions = EnvironmentOptions & { readonly format?: Format }

/** `petstore pets export`: every animal of a store, as of one moment, ascending by id. */
export const addExportCommand = (program: Command, terminal: Terminal): void => {
  const about = 'write every animal into a new file (- for standard output)'
  const command = environmentCommand(program, 'export <file>', about, 'whose animals')
    .addOption(formatOption())
    .action(async (file: string, options: ExportOptions) => {
      const format = chooseFormat(file, options.format)
      await (file === standardStream
        ? exportToStream(terminal, format, options)
        : exportToFile(terminal, file, format, options))
    })
  example(command, 'animals.ndjson --environment production')
}

const exportToFile = async (
  terminal: Terminal,
  file: string,
  format: Format,
  options: ExportOptions,
): Promise<void> => {
  const { environment } = options
  const target = beginFile(file)
  try {
    const count = await withStore(terminal, options, async (storage) => {
      // The stream opens the file later. Unlike `w`, `r+` does not make it again if it was discarded meanwhile.
      const output = createWriteStream(target.temporary, { flags: 'r+', highWaterMark })
      return await writePets(terminal, storage, format, output)
    })
    target.publish()
    const text = `Exported ${counted(count, 'animals')} of ${environment} to ${file}.\n`
    report(terminal, options, { environment, exported: count, file }, text)
  } finally {
    target.discard()
  }
}

/**
 * Reads all animals before it writes the first. The reader of the stream may pause as long as it likes. A read
 * transaction of that length would let the write-ahead log grow without bound.
 */
const exportToStream = async (
  terminal: Terminal,
  format: Format,
  options: ExportOptions,
): Promise<void> => {
  const { environment } = options
  const spool = await openSpool()
  try {
    const count = await withStore(terminal, options, async (storage) => {
      try {
        return await writePets(terminal, storage, format, spool.input)
      } catch (error) {
        throw isFileFull(error) ? noRoom(error) : error
      }
    })
    // A standard stream stays open for other writers.
    await pipeline(spool.output(), terminal.output, { end: false })
    // Standard output carries the data.
    const text = `Exported ${counted(count, 'animals')} of ${environment}.\n`
    report({ out: terminal.error }, options, { environment, exported: count }, text)
  } catch (error) {
    if (codeOf(error) !== 'EPIPE') throw error
    throw new Failure('The reader of the output has left; the output is not whole.', {
      cause: error,
    })
  } finally {
    await spool.close()
  }
}

/** A file in the temporary folder. It has no name where the system allows that, and then vanishes with the process. */
type Spool = {
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
const openSpool = async (): Promise<Spool> => {
  try {
    const folder = mkdtempSync(join(tmpdir(), 'petstore-'))
    const file = await open(join(folder, 'spool'), 'wx+', 0o600)
    removeIfPossible(folder)
    const options = { autoClose: false, highWaterMark }
    const input = file.createWriteStream(options)
    let output: Readable | undefined
    return {
      input,
      output: () => (output = file.createReadStream({ ...options, start: 0 })),
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
const noRoom = (error: unknown): Failure =>
  new Failure(
    `The temporary folder ${tmpdir()} cannot hold the animals: ${messageOf(error)}. Set TMPDIR to a folder with room for all of them.`,
    { cause: error },
  )

const isFileFull = (error: unknown): boolean =>
  ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(codeOf(error) ?? '')

/** @returns the number of animals */
const writePets = async (
  terminal: Terminal,
  storage: Storage,
  format: Format,
  output: Writable,
): Promise<number> => {
  const total = await storage.bulk.count(pets)
  const progress = startProgress(terminal, 'Exporting')
  let count = 0
  const lines = async function* (): AsyncGenerator<string> {
    if (format === 'csv') yield csv.header
    for await (const rows of storage.bulk.all(pets)) {
      yield format === 'csv' ? csv.lines(rows) : ndjson(rows)
      count += rows.length
      // Animals that were added after the count may be among them.
      progress.update({ count, done: total === 0 ? undefined : Math.min(1, count / total) })
    }
  }
  try {
    await pipeline(Readable.from(lines()), output)
  } finally {
    progress.end()
  }
  return count
}
