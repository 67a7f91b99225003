import type { Clock } from '../../core/clock.ts'
import type { Reading } from '../../api/read-value.ts'
import type { Import, Imported } from '../../data/bulk.ts'
import type { BulkRecord, BulkRecords } from './record.ts'

/** A record that breaks the rules of its schema. */
export type FaultyRecord = BulkRecord & { readonly reading: Extract<Reading, { ok: false }> }

export type ImportPlan = {
  readonly records: BulkRecords
  /** The import that takes the rows; undefined to only check the file. */
  readonly store: Import | undefined
  readonly skipInvalid: boolean
  /** Gives the time at which the rows become visible. */
  readonly clock: Clock
  /** Called with each faulty record. */
  readonly onFault: (record: FaultyRecord) => void
  /** Called now and then with the number of records read. */
  readonly onRead: (read: number) => void
  /** Called now and then with the number of rows in the store, and of all rows. */
  readonly onMoved: (moved: number, total: number) => void
  /** Called after all is read and before any row becomes visible, if rows are imported. */
  readonly beforeCommit: () => void
}

export type ImportOutcome = {
  readonly read: number
  readonly invalid: number
  /** Undefined for a dry run. */
  readonly imported: Imported | undefined
}

/**
 * Reads every record, then adds all rows to the store at once. If a record is faulty and faulty ones are not to be
 * skipped, it adds none.
 */
export const importRecords = async (plan: ImportPlan): Promise<ImportOutcome> => {
  const { records, store, skipInvalid, onFault, onRead, onMoved } = plan
  let read = 0
  let invalid = 0
  for await (const batch of records) {
    const rows: object[] = []
    for (const record of batch) {
      if (isFaulty(record)) {
        invalid += 1
        onFault(record)
      } else {
        rows.push(rowOf(record))
      }
    }
    if (invalid === 0 || skipInvalid) await store?.add(rows)
    read += batch.length
    onRead(read)
  }
  if (store === undefined || (invalid > 0 && !skipInvalid)) {
    return { read, invalid, imported: undefined }
  }
  plan.beforeCommit()
  const total = read - invalid
  const imported = await store.commit(plan.clock, (moved) => onMoved(moved, total))
  return { read, invalid, imported }
}

const isFaulty = (record: BulkRecord): record is FaultyRecord => !record.reading.ok

/** A record that fits the schema of a creation is a row; an `id` in it is dropped. */
const rowOf = ({ reading }: BulkRecord): object => {
  if (!reading.ok) throw new Error('Only a valid record is a row.')
  return reading.value
}
