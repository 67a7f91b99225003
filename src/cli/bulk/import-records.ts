import type { Reading } from '../../api/read-members.ts'
import type { Import, Imported } from '../../data/bulk.ts'
import type { BulkRecord, BulkRecords } from './record.ts'

/** A record that breaks the rules of its schema. */
export type FaultyRecord = BulkRecord & { readonly reading: Extract<Reading, { ok: false }> }

export type ImportPlan = {
  readonly records: BulkRecords
  /** Where the rows go; undefined to look at the file only. */
  readonly store: Import | undefined
  readonly skipInvalid: boolean
  /** Called with each faulty record. */
  readonly onFault: (record: FaultyRecord) => void
  /** Called now and then with how many records were read. */
  readonly onRead: (read: number) => void
  /** Called now and then with how many rows are in the store, of how many. */
  readonly onMoved: (moved: number, total: number) => void
  /** Called once all is read and before anything is seen, if something will be. */
  readonly beforeCommit: () => void
}

export type ImportOutcome = {
  readonly read: number
  readonly invalid: number
  /** Undefined if nothing was to be imported. */
  readonly imported: Imported | undefined
}

/**
 * Reads every record, then puts all rows into the store at once; or, if a record is faulty and is not to be
 * skipped, none at all.
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
  const imported = await store.commit((moved) => onMoved(moved, total))
  return { read, invalid, imported }
}

const isFaulty = (record: BulkRecord): record is FaultyRecord => !record.reading.ok

/** What was read against the schema of a creation is a row; an `id` that came along stays behind. */
const rowOf = ({ reading }: BulkRecord): object => {
  if (!reading.ok) throw new Error('Only a valid record is a row.')
  return reading.value
}
