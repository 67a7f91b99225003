import { Type } from 'typebox'
import type { Reading } from '../../api/schema-reader.ts'
import { NewPet, Pet } from '../../pets/pet.ts'

/** One animal of a file, as read. */
export type BulkRecord = {
  /** The line on which it begins, from 1 on. */
  readonly line: number
  readonly reading: Reading
  /** What stands in the file, for who is to mend it. */
  readonly text: () => string
}

/** Records in batches: a promise for each of a million would cost more than reading them. */
export type BulkRecords = AsyncIterable<readonly BulkRecord[]>

/** The file cannot be read on, from a line on; nothing can be said of what follows it. */
export class UnreadableFile extends Error {
  constructor(line: number, problem: string) {
    super(`Line ${line}: ${problem}`)
    this.name = 'UnreadableFile'
  }
}

/** What a record may take, as the body of a request may. In bytes. */
export { wireLimits as bulkLimits } from '../../core/limits.ts'

/** A NewPet that may bring an `id` along, as an export writes one; the `id` is checked, not kept. */
const NewPetWithId = Type.Object(
  { ...NewPet.properties, id: Type.Optional(Pet.properties.id) },
  { title: 'NewPet', additionalProperties: false },
)

/** The schema that records are held against: that of the API, but for an `id` that is ignored. */
export const recordSchema = (ignoreIds: boolean) => (ignoreIds ? NewPetWithId : NewPet)
