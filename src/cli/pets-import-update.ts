import { setTimeout as wait } from 'node:timers/promises'
import { readConfig } from '../config/config.ts'
import { mostTogether } from '../data/bulk.ts'
import { unconditional } from '../data/precondition.ts'
import { petUpdate } from '../pets/changes.ts'
import type { PetPatch } from '../pets/pet.ts'
import { updateRefused } from '../pets/refusals.ts'
import { pollInterval } from '../storage/port.ts'
import { chooseFormat, openInput } from './bulk-file.ts'
import type { FaultyRecord } from './bulk/import-records.ts'
import { type BulkRecord, type BulkRecords, UnreadableFile } from './bulk/record.ts'
import { openStore } from './open-store.ts'
import { FaultyLines, type ImportOptions, readAnimals } from './pets-file.ts'
import { startProgress } from './progress.ts'
import { counted, Failure, jsonLine, type Terminal, UsageError } from './terminal.ts'

/** The change that a record asks for. */
type Update = { readonly record: BulkRecord; readonly change: ReturnType<typeof petUpdate> }

/** `petstore pets import --update`: changes the animals that a file names by their ids, all of them or none. */
export const runUpdate = async (
  terminal: Terminal,
  file: string,
  options: ImportOptions,
): Promise<void> => {
  const { environment, rejects } = options
  if (options.ignoreIds === true || options.skipInvalid === true) {
    throw new UsageError('--update goes without --ignore-ids and --skip-invalid.')
  }
  const format = chooseFormat(file, options.format)
  const config = readConfig(terminal.env)
  const input = openInput(file, terminal)
  const faults = new FaultyLines(rejects)
  const reading = startProgress(terminal, 'Reading')
  try {
    const records = readAnimals(format, input.bytes, 'changed')
    const { read, updates } = await readUpdates(records, faults, (count) =>
      reading.update({ count, done: input.done() }),
    )
    reading.end()
    if (faults.count === 0 && options.dryRun !== true) {
      const storage = await openStore(config, environment)
      try {
        const applied = await storage.bulk.applyAll(
          updates.map(({ change }) => change),
          { at: terminal.now() },
        )
        if (applied.outcome === 'refused') addRefused(applied.refused, updates, faults)
      } finally {
        await storage.close()
      }
    }
    faults.publish()
    report(terminal, options, read, faults)
    // A running service caches pages and polls for changes. Wait until it has seen these.
    if (options.dryRun !== true) await wait(2 * pollInterval)
  } catch (error) {
    faults.discard()
    if (!(error instanceof UnreadableFile)) throw error
    throw new Failure(`${error.message} Nothing was changed.`, { cause: error })
  } finally {
    reading.end()
  }
}

/** Reads every record. What is faulty goes to the faults; an id that comes twice is a fault too. */
const readUpdates = async (
  records: BulkRecords,
  faults: FaultyLines,
  onRead: (read: number) => void,
): Promise<{ readonly read: number; readonly updates: readonly Update[] }> => {
  const updates: Update[] = []
  const lines = new Map<bigint, number>()
  let read = 0
  for await (const batch of records) {
    for (const record of batch) {
      const { reading, line } = record
      if (!reading.ok) {
        faults.add({ ...record, reading })
        continue
      }
      // The schema of a change, with the id.
      const { id, ...patch } = reading.value as PetPatch & { readonly id: bigint }
      const before = lines.get(id)
      if (before === undefined) {
        lines.set(id, line)
        updates.push({ record, change: petUpdate(id, patch, unconditional) })
      } else {
        addFault(faults, record, `id ${id} is that of line ${before} already`)
      }
    }
    read += batch.length
    onRead(read)
    if (updates.length > mostTogether) {
      throw new Failure(`An update takes ${mostTogether} animals at most. Nothing was changed.`)
    }
  }
  return { read, updates }
}

type Refused = { readonly at: number; readonly result: Parameters<typeof updateRefused>[1] }

const addRefused = (
  refused: ReadonlyArray<{ readonly at: number; readonly result: { readonly outcome: string } }>,
  updates: readonly Update[],
  faults: FaultyLines,
): void => {
  // A refused update has one of its own refusals as its result.
  for (const { at, result } of refused as readonly Refused[]) {
    const update = updates[at]
    if (update === undefined) throw new Error(`There is no update ${at}.`)
    addFault(
      faults,
      update.record,
      updateRefused(update.change.id, result, update.change.precondition).message,
    )
  }
}

const addFault = (faults: FaultyLines, record: BulkRecord, problem: string): void => {
  const reading: FaultyRecord['reading'] = {
    ok: false,
    kind: 'invalid',
    faults: [{ field: undefined, problem }],
  }
  faults.add({ ...record, reading })
}

const report = (
  { out, error }: Terminal,
  { environment, json, rejects, dryRun }: ImportOptions,
  read: number,
  faults: FaultyLines,
): void => {
  faults.tell(error)
  const { count: invalid } = faults
  const updated = invalid > 0 || dryRun === true ? 0 : read
  if (json === true)
    out(jsonLine({ environment, read, invalid, updated, rejects: rejects ?? null }))
  if (invalid > 0) {
    const where = rejects === undefined ? '--rejects FILE writes them all down' : `see ${rejects}`
    throw new Failure(`Nothing was changed: ${invalid} of ${read} lines are at fault; ${where}.`)
  }
  if (json === true) return
  out(
    dryRun === true
      ? `${read === 1 ? 'The 1 line is' : `All ${read} lines are`} well-formed. Only the update itself finds out whether ${environment} has these animals.\n`
      : `Updated ${counted(updated, 'animals')} of ${environment}.\n`,
  )
}
