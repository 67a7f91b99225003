import { closeSync, openSync, writeSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { Command } from 'commander'
import { readCsv } from './bulk/csv.ts'
import type { Format } from './bulk/formats.ts'
import { type FaultyRecord, type ImportOutcome, importRecords } from './bulk/import-records.ts'
import { readNdjson } from './bulk/ndjson.ts'
import { UnreadableFile } from './bulk/record.ts'
import { readConfig } from '../config/config.ts'
import { describeFaults } from '../api/faults.ts'
import { type Import, ImportUnderWay } from '../data/bulk.ts'
import { NewPet } from '../pets/pet.ts'
import { pets } from '../pets/table.ts'
import { pollInterval, type Storage } from '../storage/port.ts'
import { chooseFormat, openInput } from './bulk-file.ts'
import { beginFile } from './new-file.ts'
import { openStore } from './open-store.ts'
import { type EnvironmentOptions, environmentOption, formatOption, jsonOption } from './options.ts'
import { startProgress } from './progress.ts'
import { Failure, jsonLine, type Terminal, UsageError } from './terminal.ts'

type ImportOptions = EnvironmentOptions & {
  readonly format?: Format
  readonly ignoreIds?: true
  readonly skipInvalid?: true
  readonly rejects?: string
  readonly dryRun?: true
}

const animals = { table: pets, creation: NewPet }

/** How many faulty lines are reported one by one. */
const mostLinesTold = 20

/** `petstore pets import`: animals of a file into a store, all of them or none. */
export const addImportCommand = (program: Command, terminal: Terminal): void => {
  program
    .command('import <file>')
    .description('adds the animals of a file (- for standard input), all of them or none')
    .addOption(environmentOption('whose animals'))
    .addOption(formatOption())
    .option('--ignore-ids', 'take animals that bring an id, and give them new ones')
    .option('--skip-invalid', 'import the valid ones; goes with --rejects')
    .option('--rejects <file>', 'a new file for the lines that are no animal, with the reasons')
    .option('--dry-run', 'only check whether the file can be imported')
    .addOption(jsonOption())
    .action(async (file: string, options: ImportOptions) => {
      await runImport(terminal, file, options)
    })
}

const runImport = async (
  terminal: Terminal,
  file: string,
  options: ImportOptions,
): Promise<void> => {
  const { environment, rejects } = options
  const skipInvalid = options.skipInvalid === true
  const ignoreIds = options.ignoreIds === true
  const format = chooseFormat(file, options.format)
  if (skipInvalid && rejects === undefined) {
    throw new UsageError('--skip-invalid needs --rejects FILE, so that no line is lost.')
  }
  const config = readConfig(terminal.env)
  const input = openInput(file, terminal)
  const faults = new FaultyLines(rejects)
  try {
    const storage = options.dryRun === true ? undefined : openStore(config, environment)
    const reading = startProgress(terminal, 'Reading')
    const moving = startProgress(terminal, 'Importing')
    const store = await beginImport(storage)
    let outcome: ImportOutcome
    try {
      outcome = await importRecords({
        records: (format === 'csv' ? readCsv : readNdjson)(animals, input.bytes, ignoreIds),
        store,
        skipInvalid,
        onFault: (record) => faults.add(record),
        onRead: (count) => reading.update({ count, done: input.done() }),
        onMoved: (count, total) => moving.update({ count, done: count / total }),
        beforeCommit: () => faults.publish(),
      })
    } finally {
      reading.end()
      moving.end()
      await store?.end()
      await storage?.close()
    }
    faults.publish()
    // A running service caches pages and polls for changes. Wait until it has seen this one.
    if (outcome.imported !== undefined) await wait(2 * pollInterval)
    report(terminal, options, outcome, faults)
  } catch (error) {
    faults.discard()
    if (!(error instanceof UnreadableFile)) throw error
    throw new Failure(`${error.message} Nothing was imported.`, { cause: error })
  }
}

const beginImport = async (storage: Storage | undefined): Promise<Import | undefined> => {
  try {
    return await storage?.bulk.beginImport(pets)
  } catch (error) {
    await storage?.close()
    if (error instanceof ImportUnderWay) throw new Failure(error.message, { cause: error })
    throw error
  }
}

/** Faulty lines: the first ones for the terminal, all of them for the file of rejects, if there is one. */
class FaultyLines {
  readonly told: string[] = []
  readonly #file: ReturnType<typeof beginFile> | undefined
  #descriptor: number | undefined
  #published = false

  constructor(path: string | undefined) {
    if (path === undefined) return
    this.#file = beginFile(path)
    this.#descriptor = openSync(this.#file.temporary, 'a')
  }

  add({ line, reading: { faults }, text }: FaultyRecord): void {
    if (this.told.length < mostLinesTold) this.told.push(`line ${line}: ${describeFaults(faults)}`)
    if (this.#descriptor !== undefined) {
      writeSync(this.#descriptor, jsonLine({ line, faults, record: text() }))
    }
  }

  /** The file of rejects must be on disk before the imported animals become visible. */
  publish(): void {
    if (this.#published) return
    this.#close()
    this.#file?.publish()
    this.#published = true
  }

  discard(): void {
    this.#close()
    if (!this.#published) this.#file?.discard()
  }

  #close(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor)
    this.#descriptor = undefined
  }
}

const report = (
  { out, error }: Terminal,
  { environment, json, rejects, dryRun }: ImportOptions,
  { read, invalid, imported }: ImportOutcome,
  { told }: FaultyLines,
): void => {
  for (const line of told) error(`${line}\n`)
  if (invalid > told.length) error(`… and ${invalid - told.length} lines more.\n`)
  const ids = imported?.ids
  if (json === true) {
    out(
      jsonLine({
        environment,
        read,
        invalid,
        imported: imported?.count ?? 0,
        firstId: ids?.first ?? null,
        lastId: ids?.last ?? null,
        longestHoldMs: imported === undefined ? null : Math.round(imported.heldUp),
        rejects: rejects ?? null,
      }),
    )
  }
  if (imported === undefined && (invalid > 0 || dryRun !== true)) {
    const where = rejects === undefined ? '--rejects FILE writes them all down' : `see ${rejects}`
    throw new Failure(`Nothing was imported: ${invalid} of ${read} lines are no animal; ${where}.`)
  }
  if (json === true) return
  if (imported === undefined) {
    out(`All ${read} animals can be imported into ${environment}.\n`)
    return
  }
  const range = ids === undefined ? '' : `, ids ${ids.first} to ${ids.last}`
  out(`Imported ${imported.count} animals into ${environment}${range}.\n`)
  if (invalid > 0) out(`Left out ${invalid} lines, which are in ${rejects}.\n`)
}
