import { createWriteStream } from 'node:fs'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Command } from 'commander'
import { csvWriter } from './bulk/csv.ts'
import type { Format } from './bulk/formats.ts'
import { ndjsonWriter } from './bulk/ndjson.ts'
import { readConfig } from '../config/config.ts'
import { pets } from '../pets/table.ts'
import type { Storage } from '../storage/port.ts'
import { chooseFormat, standardStream } from './bulk-file.ts'
import { beginFile } from './new-file.ts'
import { openStore } from './open-store.ts'
import { type EnvironmentOptions, environmentOption, formatOption, jsonOption } from './options.ts'
import { startProgress } from './progress.ts'
import { noRoom, openSpool } from './spool.ts'
import { counted, Failure, jsonLine, type Terminal } from './terminal.ts'

const csv = csvWriter(pets)
const ndjson = ndjsonWriter(pets)

type ExportOptions = EnvironmentOptions & { readonly format?: Format }

/** `petstore pets export`: every animal of a store, as of one moment, ascending by id. */
export const addExportCommand = (program: Command, terminal: Terminal): void => {
  program
    .command('export <file>')
    .description('writes every animal into a new file (- for standard output)')
    .addOption(environmentOption('whose animals'))
    .addOption(formatOption())
    .addOption(jsonOption())
    .action(async (file: string, options: ExportOptions) => {
      const format = chooseFormat(file, options.format)
      const config = readConfig(terminal.env)
      const { environment } = options
      const withStore: WithStore = async (work) => {
        const storage = await openStore(config, environment)
        try {
          return await work(storage)
        } finally {
          await storage.close()
        }
      }
      await (file === standardStream
        ? exportToStream(terminal, withStore, format, options)
        : exportToFile(terminal, withStore, file, format, options))
    })
}

/** Runs work with the store open. */
type WithStore = <T>(work: (storage: Storage) => Promise<T>) => Promise<T>

const exportToFile = async (
  terminal: Terminal,
  withStore: WithStore,
  file: string,
  format: Format,
  { environment, json }: ExportOptions,
): Promise<void> => {
  const target = beginFile(file)
  try {
    const count = await withStore((storage) => {
      // The stream opens the file later. Unlike `w`, `r+` does not make it again if it was discarded meanwhile.
      const output = createWriteStream(target.temporary, { flags: 'r+', highWaterMark: 262_144 })
      return writePets(terminal, storage, format, output)
    })
    target.publish()
    terminal.out(
      json === true
        ? jsonLine({ environment, exported: count, file })
        : `Exported ${counted(count, 'animals')} of ${environment} to ${file}.\n`,
    )
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
  withStore: WithStore,
  format: Format,
  { environment, json }: ExportOptions,
): Promise<void> => {
  const spool = await openSpool()
  try {
    const count = await withStore(async (storage) => {
      try {
        return await writePets(terminal, storage, format, spool.input)
      } catch (error) {
        throw isFileFull(error) ? noRoom(error) : error
      }
    })
    // A standard stream stays open for other writers.
    await pipeline(spool.output(), terminal.output, { end: false })
    // Standard output carries the data.
    terminal.error(
      json === true
        ? jsonLine({ environment, exported: count })
        : `Exported ${counted(count, 'animals')} of ${environment}.\n`,
    )
  } catch (error) {
    if (codeOf(error) !== 'EPIPE') throw error
    throw new Failure('The reader of the output has left; the output is not whole.', {
      cause: error,
    })
  } finally {
    await spool.close()
  }
}

const isFileFull = (error: unknown): boolean =>
  ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(String(codeOf(error)))

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined

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
