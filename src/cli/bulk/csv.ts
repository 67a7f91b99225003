import { isUtf8 } from 'node:buffer'
import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { stringify } from 'csv-stringify/sync'
import type { JsonMember } from '../../kit/json-text.ts'
import { schemaName } from '../../kit/field-schema.ts'
import { compileTextReader } from '../../kit/schema-reader.ts'
import { faulty, type Reading } from '../../kit/read-value.ts'
import { type Field, fieldsOf, type Row, type Table } from '../../base/data/table.ts'
import { describeFaults, type Fault } from '../../kit/faults.ts'
import { findSeparator } from './csv-input.ts'
import {
  cellAt,
  columnOf,
  compilePartReader,
  type PartCells,
  partColumns,
  type PartPath,
  pathOf,
} from './part-columns.ts'
import {
  type BulkRecord,
  type BulkRecords,
  type IdUse,
  maxRecordBytes,
  type RecordKind,
  type RecordPart,
  recordSchema,
  UnreadableFile,
} from './record.ts'

/** A row from the parser with the options below, which counts a CR inside a record as one more line. */
type CsvRow = {
  readonly record: readonly string[]
  readonly raw: string
  /** The lines up to the end of the record. */
  readonly info: { readonly lines: number }
}

const batchSize = 500

/**
 * Reads a CSV file (RFC 4180, with commas or semicolons) whose header line names the fields, in any order. An empty cell
 * is a missing field. Cells must follow the rules for fields of a request.
 */
export async function* readCsv(
  kind: RecordKind,
  bytes: AsyncIterable<Buffer>,
  ids: IdUse,
): BulkRecords & AsyncGenerator<readonly BulkRecord[]> {
  const { separator, whole } = await findSeparator(bytes)
  const rows = Readable.from(whole, { objectMode: false }).compose(
    parse({
      delimiter: separator,
      // Bytes as characters, so that a cell that is not UTF-8 is reported, and not silently altered.
      encoding: 'latin1',
      record_delimiter: ['\r\n', '\n'],
      // This file checks the number of cells itself, to report it with the other faults.
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: maxRecordBytes,
      info: true,
      raw: true,
    }),
  )
  let readRow: ((cells: readonly string[]) => Reading) | undefined
  let batch: BulkRecord[] = []
  let surplus = 0
  try {
    // With the options above, the parser's rows have this type.
    for await (const { record, raw, info } of rows as AsyncIterable<CsvRow>) {
      const content = contentOf(raw)
      const text = content.trimEnd()
      surplus += countOf('\r', content)
      // Messages name the first line of a record.
      const line = info.lines - surplus - countOf('\n', text)
      // Spreadsheet programs write rows below the last one, like `;;;`.
      if (record.every((cell) => cell.trim() === '')) continue
      if (readRow === undefined) {
        readRow = compileHeader(kind, record, ids)
        continue
      }
      batch.push({ line, reading: readRow(record), text: () => fromLatin1(text) })
      if (batch.length < batchSize) continue
      yield batch
      batch = []
    }
  } catch (error) {
    if (batch.length > 0) yield batch
    if (!(error instanceof CsvError)) throw error
    const problem = `is no CSV (RFC 4180): ${fromLatin1(error.message)}.`
    throw new UnreadableFile(Number(error['lines'] ?? 1), problem)
  }
  if (readRow === undefined) {
    const fields = Object.keys(rowSchema(kind, ids).properties).join(', ')
    throw new UnreadableFile(1, `the header line, which names the fields (${fields}), is missing.`)
  }
  if (batch.length > 0) yield batch
}

const rowSchema = (kind: RecordKind, ids: IdUse) => recordSchema({ ...kind, part: undefined }, ids)

/** @throws UnreadableFile if the header names an unknown field or lacks a required one */
const compileHeader = (
  kind: RecordKind,
  names: readonly string[],
  ids: IdUse,
): ((cells: readonly string[]) => Reading) => {
  csvFieldsOf(kind.table)
  const schema = rowSchema(kind, ids)
  const readPart = kind.part && compilePartReader(kind.part)
  const fields = Object.keys(schema.properties)
  const paths = readHeader(kind.part, names, fields, ids)
  for (const name of schema.required ?? []) {
    if (!names.includes(name)) throw new UnreadableFile(1, `the header lacks ${name}.`)
  }
  for (const path of paths) {
    // A member may have any text, so what is refused is its name.
    const named = path?.[1] === undefined ? undefined : readPart?.([[path, '-']])
    if (named?.ok === false) throw new UnreadableFile(1, describeFaults(named.faults))
  }
  const read = compileTextReader(schema, `a field of ${schemaName(schema)}`)

  return (cells) => {
    if (cells.length !== names.length) {
      const count = cells.length === 1 ? '1 cell' : `${cells.length} cells`
      return faulty(`The line has ${count}, but the header has ${names.length}`)
    }
    const members: JsonMember[] = []
    const partCells: Array<PartCells[number]> = []
    for (const [at, name] of names.entries()) {
      const cell = cells[at] ?? ''
      if (cell === '') continue
      const token = decodeCell(cell)
      if (token === undefined)
        return invalid([
          { field: decodeCell(name), problem: 'is not UTF-8; save the file as CSV UTF-8' },
        ])
      const path = paths[at]
      if (path === undefined) members.push({ name, token })
      else partCells.push([path, token])
    }
    const row = read(members)
    return readPart === undefined || partCells.length === 0 ? row : both(row, readPart(partCells))
  }
}

/**
 * The path of each column that is no field of the row itself.
 * @throws UnreadableFile if a cell of the header line names nothing that a record takes, or names it twice
 */
const readHeader = (
  part: RecordPart | undefined,
  names: readonly string[],
  fields: readonly string[],
  ids: IdUse,
): ReadonlyArray<PartPath | undefined> => {
  const taken = [...fields, ...partColumns(part).map(({ column }) => column)].join(', ')
  const columns = new Set<string>()
  return names.map((name, at) => {
    const refuse = (problem: string): never => {
      throw new UnreadableFile(1, problem)
    }
    const cell = `cell ${at + 1} of the header is`
    const text = decodeCell(name)
    if (name === 'id' && ids === 'refused')
      refuse('id is assigned by the service; --ignore-ids imports without it.')
    if (name === '') refuse(`${cell} empty, but must name a field: ${taken}.`)
    if (text === undefined) return refuse(`${cell} not UTF-8; save the file as CSV UTF-8.`)
    const path = fields.includes(name) ? undefined : pathOf(part, text)
    const shown = JSON.stringify(text.slice(0, 40))
    if (path === undefined && !fields.includes(name)) {
      const more = part === undefined ? '' : ' With --facts, other columns become facts.'
      refuse(`the header names ${shown}, but takes ${taken}.${more}`)
    }
    const column = path === undefined || part === undefined ? name : columnOf(part, path)
    if (columns.has(column)) refuse(`the header names ${path === undefined ? name : shown} twice.`)
    columns.add(column)
    return path
  })
}

const both = (one: Reading, other: Reading): Reading =>
  one.ok && other.ok
    ? { ok: true, value: { ...one.value, ...other.value } }
    : invalid([one, other].flatMap((each) => (each.ok ? [] : each.faults)))

const invalid = (faults: readonly Fault[]): Reading => ({ ok: false, kind: 'invalid', faults })

const fromLatin1 = (text: string): string => Buffer.from(text, 'latin1').toString('utf8')

/** The text of a cell, or undefined if its bytes are not UTF-8. */
const decodeCell = (cell: string): string | undefined => {
  if (/^[\0-\x7f]*$/.test(cell)) return cell
  const bytes = Buffer.from(cell, 'latin1')
  return isUtf8(bytes) ? bytes.toString('utf8') : undefined
}

const countOf = (part: string, text: string): number => text.split(part).length - 1

/** The parser's raw text of a record has the blank lines before it, and a part of the line break after it. */
const contentOf = (raw: string): string => raw.replace(/^[\r\n]+/, '').replace(/[\r\n]$/, '')

/**
 * Writes the rows of a table as CSV, every cell exactly as stored. A missing field is an empty cell.
 * @param members those of the part's map that have a column
 * @throws Error if no CSV file can hold the rows of a table
 */
export const csvWriter = (table: Table, part?: RecordPart, members?: readonly string[]) => {
  const fields = csvFieldsOf(table)
  const columns = partColumns(part, members)
  const write = (lines: ReadonlyArray<readonly unknown[]>): string =>
    // The parser takes a line break of any kind for the end of a record, unless it is quoted.
    stringify([...lines], { record_delimiter: 'windows', quoted_match: /[\r\n]/ })
  return {
    header: write([[...fields.map((field) => field.name), ...columns.map(({ column }) => column)]]),
    lines: (rows: readonly Row[]): string =>
      write(
        rows.map((row) => [
          // Cells are text, and integers that keep their digits.
          ...fields.map(({ name: field }) => row[field]),
          ...columns.map(({ path }) => cellAt(row[part?.name ?? ''], path)),
        ]),
      ),
  }
}

/**
 * The fields of a table whose rows are lines of CSV.
 * @throws Error if one may be an empty text, which would read as missing, or is an array or an object
 */
const csvFieldsOf = (table: Table): readonly Field[] => {
  const fields = fieldsOf(table)
  for (const { name, kind } of fields) {
    const rules: object = table.schema.properties[name] ?? {}
    const isNeverEmpty =
      'enum' in rules || 'format' in rules || ('minLength' in rules && Number(rules.minLength) > 0)
    const what = kind === 'json' ? 'an array or an object' : 'which may be empty'
    if (kind === 'json' || (kind === 'string' && !isNeverEmpty))
      throw new Error(`A CSV file cannot hold ${table.name}.${name}, ${what}.`)
  }
  return fields
}
