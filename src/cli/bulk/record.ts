import type { TObject, TSchema } from 'typebox'
import { Type } from '../../core/schema/type.ts'
import type { Reading } from '../../api/read-members.ts'
import { fieldsOf, type Table } from '../../data/table.ts'

/** What the records of a file are: rows of a table, read by the schema of their creation. */
export type RecordKind<T extends Table = Table> = { readonly table: T; readonly creation: TObject }

/** One record of a file, as read. */
export type BulkRecord = {
  /** The line on which it begins, from 1 on. */
  readonly line: number
  readonly reading: Reading
  /** The record's text in the file, for the person who repairs it. */
  readonly text: () => string
}

/** Records in batches: one promise per record would cost more than reading it. */
export type BulkRecords = AsyncIterable<readonly BulkRecord[]>

/** The file cannot be read from a line on, so nothing is known about the rest. */
export class UnreadableFile extends Error {
  constructor(line: number, problem: string) {
    super(`Line ${line}: ${problem}`)
    this.name = 'UnreadableFile'
  }
}

/** The limits of a record, the same as those of a request's body. In bytes. */
export { wireLimits as bulkLimits } from '../../core/limits.ts'

/**
 * The schema of records: that of the API. With `ignoreIds` a record may have an `id`, as exported ones do; it is
 * checked, then dropped.
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
