import type { TObject } from 'typebox'
import { wireLimits } from '../../base/limits.ts'
import { Type } from '../../base/schema/type.ts'
import type { Reading } from '../../kit/read-value.ts'
import { fieldsOf, type Table } from '../../base/data/table.ts'

/** The kind of the records of a file: rows of a table, validated by the schema of their creation or of a change. */
export type RecordKind<T extends Table = Table> = {
  readonly table: T
  readonly creation: TObject
  /** Missing if files cannot change rows. */
  readonly change?: TObject
  readonly part?: RecordPart | undefined
}

/**
 * A row of another table that a record may include: an object in JSON, columns like `profile.breed` in CSV. Its fields
 * are texts that are never empty, and at most one map of such texts (`profile.facts.diet`).
 */
export type RecordPart = {
  readonly name: string
  readonly creation: TObject
  readonly change: TObject
  /** Whether columns that are not fields become members of the map. */
  readonly takesUnknown?: boolean
}

/** An `id` in a record: a fault, since the store assigns ids; ignored, as exported rows have one; or the row to change. */
export type IdUse = 'refused' | 'ignored' | 'changed'

export type BulkRecord = {
  /** The line on which it begins, from 1. */
  readonly line: number
  readonly reading: Reading
  /** The record's text in the file, for the person who repairs it. */
  readonly text: () => string
}

/** Records in batches: one promise per record would cost more than reading it. */
export type BulkRecords = AsyncIterable<readonly BulkRecord[]>

/** The file cannot be read from this line onwards, so nothing is known about the rest. */
export class UnreadableFile extends Error {
  constructor(line: number, problem: string) {
    super(`Line ${line}: ${problem}`)
    this.name = 'UnreadableFile'
  }
}

/** Maximum length of a record in bytes. A whole profile may be twice as large as the body of a request. */
export const maxRecordBytes = 4 * wireLimits.bodyBytes

/**
 * Returns the schema of records: that of the API, with an `id` according to its use.
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

/** Adds an optional object to a schema. */
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
