import { setTimeout as wait } from 'node:timers/promises'
import type { Command } from 'commander'
import { readConfig } from '../../base/config/config.ts'
import { maxChanges } from '../../store/apply.ts'
import type { Bulk, Imported } from '../../store/bulk.ts'
import { unconditional } from '../../base/data/change.ts'
import type { Updated } from '../../kit/row-changes.ts'
import { arriving, petUpdate } from '../../resources/pets/changes.ts'
import { profileUpdate } from '../../resources/profiles/changes.ts'
import type { ProfilePatch } from '../../resources/profiles/profile.ts'
import { NewPet, PetPatch } from '../../resources/pets/pet.ts'
import { pets } from '../../resources/pets/table.ts'
import { pollInterval } from '../../store/port.ts'
import { byCommand, environmentCommand, type EnvironmentOptions } from '../kit/options.ts'
import { withStore } from '../kit/open-store.ts'
import { startProgress } from '../kit/progress.ts'
import { counted, Failure, report, type Terminal, UsageError } from '../kit/terminal.ts'
import { readCsv } from './csv.ts'
import { chooseFormat, type Format, formatOption, openInput } from './file.ts'
import { readNdjson } from './ndjson.ts'
import { importPhotos, picturesIn } from './photos.ts'
import { type BulkRecord, type IdUse, UnreadableFile } from './record.ts'
import { arrivalsOf, profilePart } from './profiles.ts'
import { beginRejects, faultOf, type Rejects, type ValidRecord } from './rejects.ts'

type ImportOptions = EnvironmentOptions & {
  readonly format?: Format
  readonly update?: true
  readonly ignoreIds?: true
  readonly skipInvalid?: true
  readonly rejects?: string
  readonly dryRun?: true
  readonly photos?: string
  readonly facts?: true
}

/** `petstore pets import`: adds or changes the animals of a file, all of them or none. */
export const addImportCommand = (program: Command, terminal: Terminal): void => {
  const about = 'add the animals of a file (- for standard input), all of them or none'
  const sample = 'animals.csv --environment production --dry-run'
  environmentCommand(program, 'import <file>', about, 'whose animals', sample)
    .addOption(formatOption())
    .option('--update', 'change the animals whose ids the lines have, instead of adding any')
    .option('--ignore-ids', 'accept lines that have an id, and assign new ids')
    .option('--skip-invalid', 'import the valid ones; needs --rejects')
    .option('--rejects <file>', 'a new file for the faulty lines, with the reasons')
    .option('--facts', 'take unknown columns of CSV as facts of the profiles')
    .option('--dry-run', 'only check whether the file can be imported')
    .option(
      '--photos <folder>',
      'pictures of the animals, named by the id in the file or the chip: 17.jpg, 17-2.jpg',
    )
    .action((file: string, options: ImportOptions) => runImport(terminal, file, options))
}

const runImport = async (
  terminal: Terminal,
  file: string,
  options: ImportOptions,
): Promise<void> => {
  const format = chooseFormat(file, options.format)
  refuseOptions(options, format)
  const { photos: folder } = options
  if (folder !== undefined) picturesIn(folder)
  readConfig(terminal.env)
  const input = openInput(file, terminal)
  using rejects = beginRejects(options.rejects)
  using reading = startProgress(terminal, 'Reading')
  const read: Work['read'] = async (ids, take) => {
    const part = { ...profilePart, takesUnknown: options.facts === true }
    const kind = { table: pets, creation: NewPet, change: PetPatch, part }
    const records = (format === 'csv' ? readCsv : readNdjson)(kind, input.bytes, ids)
    let count = 0
    for await (const batch of records) {
      await take(
        batch.flatMap((record): ValidRecord | readonly [] => {
          if (record.reading.ok) return { record, value: record.reading.value }
          rejects.add(record, record.reading.faults)
          return []
        }),
      )
      count += batch.length
      reading.update({ count, done: input.done() })
    }
    return count
  }
  const work = { terminal, options, rejects, read }
  try {
    const outcome = await (options.update === true ? change(work) : add(work))
    rejects.publish()
    reading.end()
    print(work, outcome)
    if (!outcome.isDone) return
    if (folder !== undefined) {
      await withStore(terminal, options, (storage) =>
        importPhotos(terminal, storage, folder, outcome.ids),
      )
    }
    // A running service caches pages and polls for changes. Wait until it has seen this one.
    await wait(2 * pollInterval)
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    throw new Failure(`${error.message} ${nothing(options)}.`, { cause: error })
  }
}

const refuseOptions = (options: ImportOptions, format: Format): void => {
  const { update, ignoreIds, skipInvalid, rejects, facts } = options
  if (facts === true && format !== 'csv')
    throw new UsageError('--facts is for CSV; a line of JSON has "profile": {"facts": {…}}.')
  if (update === true && (ignoreIds === true || skipInvalid === true))
    throw new UsageError('--update cannot be combined with --ignore-ids or --skip-invalid.')
  if (skipInvalid === true && rejects === undefined)
    throw new UsageError('--skip-invalid needs --rejects FILE, so that no line is lost.')
}

const nothing = ({ update }: ImportOptions): string =>
  `Nothing was ${update === true ? 'changed' : 'imported'}`

type Work = {
  readonly terminal: Terminal
  readonly options: ImportOptions
  readonly rejects: Rejects
  /** Reads the file and passes on valid records in batches. @returns the number of all records */
  readonly read: (
    ids: IdUse,
    take: (valid: readonly ValidRecord[]) => void | Promise<void>,
  ) => Promise<number>
}

type Outcome = {
  readonly read: number
  readonly isDone: boolean
  readonly facts: Readonly<Record<string, unknown>>
  /** What happened to the store, or would happen without `--dry-run`, for people. */
  readonly text: string
  /** The ids of the animals by the ids in the file. */
  readonly ids: ReadonlyMap<string, bigint>
}

/** Adds all animals at once. If a line is faulty, it adds none, unless faulty lines are to be skipped. */
const add = async (work: Work): Promise<Outcome> => {
  const { terminal, options, rejects, read } = work
  const { environment } = options
  const arrivals = arrivalsOf(rejects)
  if (options.dryRun === true) {
    const count = await read(idUseOf(options), (valid) => void arrivals.take(valid))
    if (arrivals.hasChips) {
      await withStore(terminal, options, async ({ data }) => arrivals.rejectTaken(data))
    }
    const all = count === 1 ? 'The 1 animal' : `All ${count} animals`
    return addition(count, undefined, `${all} can be imported into ${environment}.\n`)
  }
  return await withStore(terminal, options, async ({ bulk, data }, there) => {
    const added = await addRows({ ...work, terminal: there }, arrivals, bulk)
    let { imported, named } = added
    if (arrivals.hasProfiles && !isStopped(work)) await arrivals.rejectTaken(data)
    if (arrivals.hasProfiles && !isStopped(work)) {
      rejects.publish()
      const audit = audited(there, arrivals.records.length, 'added')
      imported = await arrivals.add(bulk, { at: there.now(), audit })
      named = arrivals.records.map(idInFile)
    }
    if (imported === undefined) return addition(added.count, undefined, '')
    const { first, last } = imported.ids ?? {}
    const range = first === undefined ? '' : `, ids ${first} to ${last}`
    const left = rejects.count
    const which = left === 1 ? 'which is' : 'which are'
    return addition(
      added.count,
      imported,
      `Imported ${counted(imported.count, 'animals')} into ${environment}${range}.\n` +
        (left > 0 ? `Left out ${counted(left, 'lines')}, ${which} in ${options.rejects}.\n` : ''),
      new Map(named.map((id, at) => [String(id), (first ?? 0n) + BigInt(at)])),
    )
  })
}

const idUseOf = ({ ignoreIds }: ImportOptions): IdUse =>
  ignoreIds === true ? 'ignored' : 'refused'

const isStopped = ({ rejects, options }: Work): boolean =>
  rejects.count > 0 && options.skipInvalid !== true

const audited = (terminal: Terminal, count: number, done: string) =>
  byCommand(terminal, 'pets.imported', 'pets', `${counted(count, 'animals')} ${done}`)

const idInFile = ({ value }: ValidRecord): unknown => Reflect.get(value, 'id')

/**
 * Reads the file, and adds its animals if none has a profile.
 * @returns what was imported, if anything, and the ids in the file in the order of the animals
 */
const addRows = async (work: Work, arrivals: ReturnType<typeof arrivalsOf>, bulk: Bulk) => {
  const { terminal, options, rejects, read } = work
  const isLeft = (): boolean => isStopped(work) || arrivals.hasProfiles
  using moving = startProgress(terminal, 'Importing')
  const now = terminal.now()
  const store = await bulk.beginImport(pets)
  const named: unknown[] = []
  try {
    const count = await read(idUseOf(options), async (valid) => {
      const taken = arrivals.take(valid)
      if (isLeft()) return
      // A value that matches the schema of a creation is a row. An `id` in it is dropped.
      await store.add(taken.map(({ value }) => arriving(value as NewPet, now)))
      if (options.photos !== undefined) named.push(...taken.map(idInFile))
    })
    if (isLeft()) return { count, imported: undefined, named }
    rejects.publish()
    const total = count - rejects.count
    const imported = await store.commit(
      terminal.now,
      (moved) => moving.update({ count: moved, done: moved / total }),
      audited(terminal, total, 'added'),
    )
    return { count, imported, named }
  } finally {
    await store.end()
  }
}

const addition = (
  read: number,
  imported: Imported | undefined,
  text: string,
  ids: Outcome['ids'] = new Map(),
): Outcome => ({
  read,
  ids,
  isDone: imported !== undefined,
  facts: {
    imported: imported?.count ?? 0,
    firstId: imported?.ids?.first ?? null,
    lastId: imported?.ids?.last ?? null,
    longestHoldMs: imported === undefined ? null : Math.round(imported.heldUp),
  },
  text,
})

type Update = ReturnType<typeof petUpdate> | ReturnType<typeof profileUpdate>
type LinePatch = PetPatch & { readonly id: bigint; readonly profile?: ProfilePatch }

/** Changes the animals that the lines name by their ids, and their profiles, all of them or none. */
const change = async ({ terminal, options, rejects, read }: Work): Promise<Outcome> => {
  const { environment, dryRun } = options
  const now = terminal.now()
  const lines = new Map<bigint, BulkRecord>()
  const changes: Array<{ readonly record: BulkRecord; readonly change: Update }> = []
  const count = await read('changed', (valid) => {
    for (const { record, value } of valid) {
      // The value matches the schema of a change, with the id.
      const { id, profile, ...patch } = value as LinePatch
      const before = lines.get(id)
      if (before !== undefined) {
        rejects.add(record, faultOf(`id ${id} is already on line ${before.line}`))
        continue
      }
      lines.set(id, record)
      if (profile === undefined || Object.keys(patch).length > 0)
        changes.push({ record, change: petUpdate(id, patch, unconditional) })
      if (profile !== undefined)
        changes.push({ record, change: profileUpdate(id, profile, unconditional, now) })
    }
    if (changes.length <= maxChanges) return
    const most = `An update takes ${maxChanges} ${lines.size > maxChanges ? 'animals' : 'changes'} at most`
    const two = lines.size > maxChanges ? '' : ', and an animal and its profile are two'
    throw new Failure(`${most}${two}. Nothing was changed.`)
  })
  if (dryRun === true) {
    const all = count === 1 ? 'The 1 line is' : `All ${count} lines are`
    const text = `${all} well-formed. Only the update itself finds out whether ${environment} has these animals.\n`
    return { read: count, isDone: false, facts: { updated: 0 }, text, ids: new Map() }
  }
  if (rejects.count === 0) {
    const all = changes.map((each) => each.change)
    const applied = await withStore(terminal, options, ({ bulk }, there) =>
      bulk.applyAll<Updated>(all, {
        at: there.now(),
        audit: audited(there, lines.size, 'changed'),
      }),
    )
    const refused = new Set<BulkRecord>()
    for (const { at, result } of applied.outcome === 'refused' ? applied.refused : []) {
      const { record } = changes[at] ?? {}
      if (record === undefined || result.outcome === 'updated')
        throw new Error(`There is no refused update ${at}.`)
      // A line may have two changes, but counts once.
      if (!refused.has(record)) rejects.add(record, faultOf(result.refusal.message))
      refused.add(record)
    }
  }
  const updated = rejects.count > 0 ? 0 : count
  const text = `Updated ${counted(updated, 'animals')} of ${environment}.\n`
  const ids = new Map([...lines.keys()].map((id) => [String(id), id]))
  return { read: count, isDone: rejects.count === 0, facts: { updated }, text, ids }
}

/** @throws Failure if the store was not changed because of faulty lines */
const print = ({ terminal, options, rejects }: Work, outcome: Outcome): void => {
  const { read, isDone, facts, text } = outcome
  const { environment, json } = options
  const { count: invalid } = rejects
  terminal.error(rejects.summary())
  const isRefused = invalid > 0 && !isDone
  const all = { environment, read, invalid, ...facts, rejects: options.rejects ?? null }
  if (!isRefused || json === true) report(terminal, options, all, text)
  if (!isRefused) return
  const where =
    options.rejects === undefined ? '--rejects FILE writes them all down' : `see ${options.rejects}`
  const lines = `${invalid} of ${counted(read, 'lines')} ${invalid === 1 ? 'is' : 'are'} faulty`
  throw new Failure(`${nothing(options)}: ${lines}; ${where}.`)
}
