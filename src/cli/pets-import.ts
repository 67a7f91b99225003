import { setTimeout as wait } from 'node:timers/promises'
import type { Command } from 'commander'
import { type ImportOutcome, importRecords } from './bulk/import-records.ts'
import { UnreadableFile } from './bulk/record.ts'
import { readConfig } from '../config/config.ts'
import { type Import, ImportUnderWay } from '../data/bulk.ts'
import { pets } from '../pets/table.ts'
import { pollInterval, type Storage } from '../storage/port.ts'
import { chooseFormat, openInput } from './bulk-file.ts'
import { openStore } from './open-store.ts'
import { environmentOption, formatOption, jsonOption } from './options.ts'
import { FaultyLines, type ImportOptions, readAnimals } from './pets-file.ts'
import { runUpdate } from './pets-import-update.ts'
import { startProgress } from './progress.ts'
import { counted, Failure, jsonLine, type Terminal, UsageError } from './terminal.ts'

/** `petstore pets import`: animals of a file into a store, all of them or none. */
export const addImportCommand = (program: Command, terminal: Terminal): void => {
  program
    .command('import <file>')
    .description('adds the animals of a file (- for standard input), all of them or none')
    .addOption(environmentOption('whose animals'))
    .addOption(formatOption())
    .option(
      '--update',
      'change the animals that the lines name by their id, in place of adding any',
    )
    .option('--ignore-ids', 'take animals that bring an id, and give them new ones')
    .option('--skip-invalid', 'import the valid ones; goes with --rejects')
    .option('--rejects <file>', 'a new file for the lines that are no animal, with the reasons')
    .option('--dry-run', 'only check whether the file can be imported')
    .addOption(jsonOption())
    .action(async (file: string, options: ImportOptions) => {
      await (options.update === true ? runUpdate : runImport)(terminal, file, options)
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
    const storage = options.dryRun === true ? undefined : await openStore(config, environment)
    const reading = startProgress(terminal, 'Reading')
    const moving = startProgress(terminal, 'Importing')
    const store = await beginImport(storage)
    let outcome: ImportOutcome
    try {
      outcome = await importRecords({
        records: readAnimals(format, input.bytes, ignoreIds ? 'ignored' : 'refused'),
        store,
        skipInvalid,
        clock: terminal.now,
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

const report = (
  { out, error }: Terminal,
  { environment, json, rejects, dryRun }: ImportOptions,
  { read, invalid, imported }: ImportOutcome,
  faults: FaultyLines,
): void => {
  faults.tell(error)
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
    throw new Failure(
      `Nothing was imported: ${invalid} of ${counted(read, 'lines')} ${invalid === 1 ? 'is' : 'are'} no animal; ${where}.`,
    )
  }
  if (json === true) return
  if (imported === undefined) {
    out(
      read === 1
        ? `The 1 animal can be imported into ${environment}.\n`
        : `All ${read} animals can be imported into ${environment}.\n`,
    )
    return
  }
  const range = ids === undefined ? '' : `, ids ${ids.first} to ${ids.last}`
  out(`Imported ${counted(imported.count, 'animals')} into ${environment}${range}.\n`)
  if (invalid > 0)
    out(
      `Left out ${counted(invalid, 'lines')}, ${invalid === 1 ? 'which is' : 'which are'} in ${rejects}.\n`,
    )
}
