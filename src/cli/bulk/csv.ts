import { isUtf8 } from 'node:buffer'
import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { stringify } from 'csv-stringify/sync'
import type { TSchema } from 'typebox'
import { int64FromText } from '../../kit/tokens.ts'
import { kindOf } from '../../kit/field-schema.ts'
import { compileBodyReader } from '../../kit/schema-reader.ts'
import { faulty, type Reading } from '../../kit/read-value.ts'
import { type Field, fieldsOf, type Row, type Table } from '../../base/data/table.ts'
import { describeFaults } from '../../kit/faults.ts'
import { findSeparator } from './csv-input.ts'
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

/** A row from the parser with the options below. A CR inside a record counts as one more line until `on_record` corrects that. */
type CsvRow = {
  readonly record: readonly string[]
  readonly raw: string
  /** The lines up to the end of the record. */
  readonly info: { readonly lines: number }
}

/** What is wrong with a record, by the error code of the parser. */
const problems: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'the quote of a cell is never closed',
  CSV_INVALID_CLOSING_QUOTE: 'something follows the closing quote of a cell',
  INVALID_OPENING_QUOTE: 'a quote is inside a cell that does not begin with one',
  CSV_MAX_RECORD_SIZE: `a record has more than ${maxRecordBytes} bytes`,
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
  // Set as soon as the parser has read a row, because it may fail before that row is taken from it.
  let [surplus, ended] = [0, 0]
  const rows = Readable.from(whole, { objectMode: false }).compose(
    parse({
      delimiter: separator,
      // Bytes as characters, so that a cell that is not UTF-8 is reported, and not silently altered.
      encoding: 'latin1',
      record_delimiter: ['\r\n', '\n'],
      // The number of cells is checked below, to report it with the other faults.
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: maxRecordBytes,
      info: true,
      raw: true,
      on_record: (record) => {
        // With these options, the parser's rows have this type.
        const { raw, info } = record as unknown as CsvRow
        surplus += countOf('\r', contentOf(raw))
        ended = info.lines - surplus
        return Object.assign(record, { info: { lines: ended } })
      },
    }),
  )
  let readRow: ((cells: readonly string[]) => Reading) | undefined
  let batch: BulkRecord[] = []
  try {
    for await (const { record, raw, info } of rows as AsyncIterable<CsvRow>) {
      const text = contentOf(raw).trimEnd()
      // Messages name the first line of a record.
      const line = info.lines - countOf('\n', text)
      // Spreadsheet programs write empty rows below the last one, like `;;;`.
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
    throw new UnreadableFile(ended + 1, `${problems[error.code] ?? fromLatin1(error.message)}.`)
  }
  if (readRow === undefined) {
    const fields = fieldsIn(kind, ids).join(', ')
    throw new UnreadableFile(1, `the header line, which names the fields (${fields}), is missing.`)
  }
  if (batch.length > 0) yield batch
}

/** The place of a column in a record: a field; the part and a field of it; or the part, its map and a member of the map. */
type Path = readonly string[]

/** The names of the fields of the record itself. */
const fieldsIn = (kind: RecordKind, ids: IdUse): readonly string[] =>
  Object.keys(recordSchema({ ...kind, part: undefined }, ids).properties)

const mapOf = ({ creation }: RecordPart): string | undefined =>
  Object.entries(creation.properties).find(([, schema]) => 'propertyNames' in schema)?.[0]

/** Returns the columns of a part. @param members the members of its map that have a column */
const pathsIn = (
  part: RecordPart | undefined,
  members: readonly string[] = [],
): readonly Path[] => {
  if (part === undefined) return []
  const map = mapOf(part)
  const texts = Object.keys(part.creation.properties).filter((name) => name !== map)
  const ofMap = members.map((member) => [part.name, map ?? '', member])
  return [...texts.map((name) => [part.name, name]), ...ofMap]
}

/** Returns the path of a column that is not a field of the record itself, or undefined if the part does not take it. */
const pathOf = (part: RecordPart | undefined, column: string): Path | undefined => {
  const map = part && mapOf(part)
  const known = pathsIn(part).find((path) => path.join('.') === column)
  if (known !== undefined || part === undefined || map === undefined) return known
  const [name, field, ...member] = column.split('.')
  if (name !== part.name) return part.takesUnknown === true ? [part.name, map, column] : undefined
  return field === map && member.length > 0 ? [name, map, member.join('.')] : undefined
}

/** @throws UnreadableFile if the header names an unknown field or lacks a required one */
const compileHeader = (
  kind: RecordKind,
  names: readonly string[],
  ids: IdUse,
): ((cells: readonly string[]) => Reading) => {
  csvFieldsOf(kind.table)
  const schema = recordSchema(kind, ids)
  const paths = readHeader(kind.part, names, fieldsIn(kind, ids), ids)
  for (const name of schema.required ?? []) {
    if (!names.includes(name)) throw new UnreadableFile(1, `the header lacks ${name}.`)
  }
  const integers = Object.entries<TSchema>(schema.properties).filter(
    ([name, field]) => kindOf(name, field) === 'integer',
  )
  const isInteger = new Set(integers.map(([name]) => name))
  const readJson = compileBodyReader(schema, 'line')
  const read = (cells: ReadonlyArray<readonly [path: Path, text: string]>): Reading => {
    const record = emptyObject()
    for (const [path, text] of cells) {
      const isExact = isInteger.has(path.join('.')) && typeof int64FromText(text) === 'bigint'
      put(record, path, isExact ? JSON.rawJSON(text) : text)
    }
    return readJson(Buffer.from(JSON.stringify(record)))
  }
  for (const path of paths.filter(({ length }) => length > 2)) {
    // A member of the map may have any text, so only its name can be refused.
    const named = read([[path, '-']])
    const wrong = named.ok ? [] : named.faults.filter(({ field }) => field === kind.part?.name)
    if (wrong.length > 0) throw new UnreadableFile(1, describeFaults(wrong))
  }

  return (cells) => {
    if (cells.length !== names.length) {
      const count = cells.length === 1 ? '1 cell' : `${cells.length} cells`
      return faulty(`The line has ${count}, but the header has ${names.length}`)
    }
    const given: Array<readonly [path: Path, text: string]> = []
    for (const [at, path] of paths.entries()) {
      const text = decodeCell(cells[at] ?? '')
      const problem = 'is not UTF-8; save the file as CSV UTF-8'
      if (text === undefined)
        return { ok: false, kind: 'invalid', faults: [{ field: path.join('.'), problem }] }
      if (text !== '') given.push([path, text])
    }
    return read(given)
  }
}

type Nested = Record<string, unknown>

/** Without a prototype, `__proto__` is a name like any other. */
const emptyObject = (): Nested => ({ __proto__: null })

const put = (object: Nested, [name = '', ...rest]: Path, value: unknown): void => {
  if (rest.length === 0) object[name] = value
  else put((object[name] ??= emptyObject()) as Nested, rest, value)
}

/**
 * Returns the path of each column.
 * @throws UnreadableFile if a cell of the header line names something that a record does not take, or names it twice
 */
const readHeader = (
  part: RecordPart | undefined,
  names: readonly string[],
  fields: readonly string[],
  ids: IdUse,
): readonly Path[] => {
  const taken = [...fields, ...pathsIn(part).map((path) => path.join('.'))].join(', ')
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
    const path = fields.includes(name) ? [name] : pathOf(part, text)
    const shown = fields.includes(name) ? name : JSON.stringify(text.slice(0, 40))
    const more = part === undefined ? '' : ' With --facts, other columns become facts.'
    if (path === undefined) return refuse(`the header names ${shown}, but takes ${taken}.${more}`)
    const column = path.join('.')
    if (columns.has(column)) refuse(`the header names ${shown} twice.`)
    columns.add(column)
    return path
  })
}

const fromLatin1 = (text: string): string => Buffer.from(text, 'latin1').toString('utf8')

/** The text of a cell, or undefined if its bytes are not UTF-8. */
const decodeCell = (cell: string): string | undefined => {
  if (/^[\0-\x7f]*$/.test(cell)) return cell
  const bytes = Buffer.from(cell, 'latin1')
  return isUtf8(bytes) ? bytes.toString('utf8') : undefined
}

const countOf = (part: string, text: string): number => text.split(part).length - 1

/** Removes what the parser's raw text of a record also has: the blank lines before, and part of the line break after it. */
const contentOf = (raw: string): string => raw.replace(/^[\r\n]+/, '').replace(/[\r\n]$/, '')

/**
 * Writes the rows of a table as CSV, every cell exactly as stored. A missing field is an empty cell.
 * @param members the members of the part's map that have a column
 * @throws Error if no CSV file can hold the rows of a table
 */
export const csvWriter = (table: Table, part?: RecordPart, members?: readonly string[]) => {
  const own = csvFieldsOf(table).map(({ name }): Path => [name])
  const paths = [...own, ...pathsIn(part, members)]
  const write = (lines: ReadonlyArray<readonly unknown[]>): string =>
    // By default, only CR LF would be quoted, but a reader may also end a record at a lone LF or CR.
    stringify([...lines], { record_delimiter: 'windows', quoted_match: /[\r\n]/ })
  return {
    header: write([paths.map((path) => path.join('.'))]),
    // Cells are text, and integers that keep their digits.
    lines: (rows: readonly Row[]): string =>
      write(rows.map((row) => paths.map((path) => cellAt(row, path)))),
  }
}

/** Returns the value at a path of a record, if there is one. */
const cellAt = (record: unknown, path: Path): unknown =>
  path.reduce<unknown>((value, name) => {
    // A part is an object, and so is its map, in which `__proto__` is a name like any other.
    const row = (value ?? {}) as Row
    return Object.hasOwn(row, name) ? row[name] : undefined
  }, record)

/**
 * Returns the fields of a table whose rows are lines of CSV.
 * @throws Error if a field may be an empty text, which would read as missing, or is an array or an object
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
