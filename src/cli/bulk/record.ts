import { type TObject, type TSchema, Type } from 'typebox'
import type { Reading } from '../../api/read-members.ts'
import { fieldsOf, type Table } from '../../data/table.ts'

/** What the records of a file are: rows of a table, read by the schema with which one is created. */
export type RecordKind<T extends Table = Table> = { readonly table: T; readonly creation: TObject }

/** One record of a file, as read. */
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

/**
 * The schema that records are held against: that of the API. With `ignoreIds` a record may bring an `id` along, as
 * an export writes one; it is checked, not kept.
 *
 * @throws Error if the table has a field that no record could fill
 */
export const recordSchema = ({ table, creation }: RecordKind, ignoreIds: boolean): TObject => {
  for (const { name, isOptional } of fieldsOf(table)) {
    if (name !== 'id' && !isOptional && !Object.hasOwn(creation.properties, name)) {
      throw new Error(`No record can fill ${table.name}.${name}.`)
    }
  }
  if (!ignoreIds) return creation
  return Type.Object(
    { ...creation.properties, id: Type.Optional(idOf(table)) },
    {
      title: 'title' in creation ? String(creation.title) : table.name,
      required: creation.required ?? [],
      additionalProperties: false,
    },
  )
}

const idOf = ({ name, schema }: Table): TSchema => {
  const { id } = schema.properties
  if (id === undefined) throw new Error(`The schema of ${name} has no id.`)
  return id
}
