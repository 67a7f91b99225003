import type { Reading } from '../../api/schema-reader.ts'
import type { ImportedPets, PetImport } from '../../pets/pet-bulk.ts'
import type { NewPet } from '../../pets/pet.ts'
import type { BulkRecord, BulkRecords } from './record.ts'

/** A record that is no animal. */
export type FaultyRecord = BulkRecord & { readonly reading: Extract<Reading, { ok: false }> }

export type ImportPlan = {
  readonly records: BulkRecords
  /** Where the animals go; undefined to look at the file only. */
  readonly store: PetImport | undefined
  readonly skipInvalid: boolean
  /** Called with each record that is no animal. */
  readonly onFault: (record: FaultyRecord) => void
  /** Called now and then with how many records were read. */
  readonly onRead: (read: number) => void
  /** Called now and then with how many animals are in the store, of how many. */
  readonly onMoved: (moved: number, total: number) => void
  /** Called once all is read and before anything is seen, where something will be. */
  readonly beforeCommit: () => void
}

export type ImportOutcome = {
  readonly read: number
  readonly invalid: number
  /** Undefined where nothing was to be imported. */
  readonly imported: ImportedPets | undefined
}

/**
 * Reads every record, then puts all animals into the store at once, or, where a record is none and is not
 * to be skipped, no animal at all.
 */
export const importPets = async (plan: ImportPlan): Promise<ImportOutcome> => {
  const { records, store, skipInvalid, onFault, onRead, onMoved } = plan
  let read = 0
  let invalid = 0
  for await (const batch of records) {
    for (const record of batch) {
      read += 1
      if (isFaulty(record)) {
        invalid += 1
        onFault(record)
      } else if (store !== undefined && (invalid === 0 || skipInvalid)) {
        const added = store.add(newPetOf(record))
        // A promise for each would take longer than the work.
        if (added instanceof Promise) await added
      }
    }
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

/** A reading against the schema of a NewPet is one; an `id` that came along stays behind. */
const newPetOf = ({ reading }: BulkRecord): NewPet => {
  if (!reading.ok) throw new Error('Only a valid record is an animal.')
  return reading.value as NewPet
}
