import type { TObject } from 'typebox'
import { wireLimits } from '../../base/limits.ts'
import { Type } from '../../base/schema/type.ts'
import type { Reading } from '../../kit/read-value.ts'
import { fieldsOf, type Table } from '../../base/data/table.ts'

/** What the records of a file are: rows of a table, read by the schema of their creation, or of a change of them. */
export type RecordKind<T extends Table = Table> = {
  readonly table: T
  readonly creation: TObject
  /** Missing if no file may change rows. */
  readonly change?: TObject
  readonly part?: RecordPart | undefined
}

/**
 * A row of another table that a record may bring along: an object in JSON, columns like `profile.breed` in CSV. Its fields
 * are texts that are never empty, and at most one map of such texts (`profile.facts.diet`).
 */
export type RecordPart = {
  readonly name: string
  readonly creation: TObject
  readonly change: TObject
  /** Whether columns that are no fields are members of the map. */
  readonly takesUnknown?: boolean
}

/** What an `id` in a record is: a fault, since the store assigns it; ignored, as exported rows have one; or the row that the record changes. */
export type IdUse = 'refused' | 'ignored' | 'changed'

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

/** How long a record may be, in bytes: a whole profile may have twice the size of a request's body. */
export const maxRecordBytes = 4 * wireLimits.bodyBytes

/**
 * The schema of records: that of the API, with the `id` as it is used.
 * @throws Error if the table has a field that no record could fill
 */
export const recordSchema = (
  { table, creation, change, part }: RecordKind,
  ids: IdUse,
): TObject => {
  if (ids === 'changed') {
    if (change === undefined) throw new Error(`No record can change ${table.name}.`)
    return withPart(withId(table, change, ['id']), part?.name, part?.change)
  }
  for (const { name, isOptional } of fieldsOf(table)) {
    if (name !== 'id' && !isOptional && !Object.hasOwn(creation.properties, name))
      throw new Error(`No record can fill ${table.name}.${name}.`)
  }
  const schema = ids === 'refused' ? creation : withId(table, creation, creation.required ?? [])
  return withPart(schema, part?.name, part?.creation)
}

/** A schema with an object more, which may be missing. */
export const withPart = (schema: TObject, name = '', part?: TObject): TObject =>
  part === undefined
    ? schema
    : { ...schema, properties: { ...schema.properties, [name]: Type.Optional(part) } }

const withId = (table: Table, schema: TObject, required: readonly string[]): TObject => {
  const title = 'title' in schema ? String(schema.title) : table.name
  const { id } = table.schema.properties
  if (id === undefined) throw new Error(`The schema of ${table.name} has no id.`)
  const options = { title, required: [...required], additionalProperties: false }
  return Type.Object({ ...schema.properties, id: Type.Optional(id) }, options)
}
