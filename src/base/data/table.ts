import type { Static, TObject, TSchema } from 'typebox'
import { isBytes, isOptional } from '../schema/type.ts'
import type { TableEvents } from './events.ts'
import type { SumOf } from './sums.ts'

/** The table of a resource. The properties of its schemas are the only list of its fields. */
export type Table<S extends TObject = TObject> = {
  /** The name for adapters, in the plural: `books`. */
  readonly name: string
  /** What people call the rows, in the plural, if it is another word. */
  readonly words?: string
  /** Of a row, with the int64 `idField`. A row may lack optional fields; the published `required` may promise less. */
  readonly schema: S
  /** Further fields, which rules read and write and which nobody else sees. */
  readonly hidden?: TObject
  /** `assigned`: the store counts ids from 1 and never reuses one. `chosen`: the creator of a row chooses its id. */
  readonly id: 'assigned' | 'chosen'
  /** The field with the id of the row, if it is not `id`: for rows that have the id of a row of another table. */
  readonly idField?: string
  /** The fields, alone or together, hidden ones too, by which a page may be filtered. Each entry has an index. */
  readonly filters: ReadonlyArray<readonly string[]>
  /** Set if an adapter is to read each page by a filter from its index alone, which has all fields that are shown. */
  readonly hasCoveredPages?: true
  /**
   * The rows that become due by a date-time, told from others by values. Each value of the field `of` has due rows of its own.
   * SQL has an index of only these rows, named after the table with `_due`, by `of` if there is one, then the date-time.
   */
  readonly due?: {
    readonly field: string
    readonly where: Readonly<Record<string, string>>
    readonly of?: string
  }
  /** Fields of text by whose beginning a page may be selected, in any case of letters. Each has a covering index. */
  readonly prefixes?: readonly string[]
  /** The tables whose rows own its rows, and the field with the owner's id: its own id, or the first of a filter. They are removed together, without events. */
  readonly belongsTo?: Readonly<Record<string, string>>
  /** The tables whose rows its rows refer to, by a field that begins a filter. A store clears it if the other row is removed, without an event. */
  readonly refersTo?: Readonly<Record<string, string>>
  /** A field of text whose values are few: the store always knows how many rows have each. */
  readonly totals?: string
  /** What its writes count for: a store keeps the sums of each quarter of an hour for good. */
  readonly sums?: SumOf
  /** Set if each write to a row is an event. */
  readonly events?: TableEvents
  /** What a search finds its rows by. The text that it looks into has a column of its own, `search_text`. */
  readonly search?: TableSearch
}

/** The fields by which a search finds rows, and those that its results show. */
export type TableSearch = SearchedFields & (SearchResults | { readonly shownAs: string })

type SearchedFields = {
  /** Fields of text, or of JSON, whose texts are searched. */
  readonly texts?: readonly string[]
  /** Fields of which only the digits are searched. */
  readonly digits?: readonly string[]
}

/** Rows that are results themselves. The others stand for the row of the table `shownAs` that has the same id. */
export type SearchResults = {
  readonly kind: string
  /** The field that names a row, which is searched too. A row may lack it. */
  readonly title: string
  /** A field that a result shows beside the title. */
  readonly detail?: string
  /** Fields with the ids of what a row is about, its own or that of another row, by their names in a result. */
  readonly about?: Readonly<Record<string, string>>
  /** A field, and its value for rows that come behind others. */
  readonly behind?: readonly [field: string, value: string]
}

/** A row of a table, as rules see it: with its hidden fields. */
export type RowOf<T extends Table> = Static<T['schema']> &
  (T extends { readonly hidden: infer Hidden extends TObject } ? Static<Hidden> : unknown)

export type PublicRowOf<T extends Table> = Static<T['schema']>

export type NewRowOf<T extends Table> = Omit<RowOf<T>, 'id'>

export type Row = Readonly<Record<string, unknown>>

/** A row as it stands. Its version moves with each change. No two states of the rows that ever had one id share one. */
export type Stored<R extends object = Row> = { readonly row: R; readonly version: bigint }

/** The row that was read from this table, with its hidden fields. */
export const rowOf = <T extends Table>(_table: T, stored: Stored | undefined) =>
  stored?.row as RowOf<T> | undefined

/** How a field is stored. Only hidden fields are bytes; a date-time is text that sorts; JSON is an array or object, its integers `bigint`. */
export type FieldKind = 'int64' | 'int32' | 'string' | 'json' | 'bytes'

export type Field = {
  readonly name: string
  readonly kind: FieldKind
  readonly isOptional: boolean
}

/** The fields that are shown, in the order of the schema. It throws Error if no store could keep one. */
export const fieldsOf = ({ name, schema }: Table): readonly Field[] => fieldsIn(schema, name)

/** The fields by which a search finds the rows of a table, the title first. */
export const searchedFieldsOf = ({ search }: Table): readonly string[] =>
  search === undefined
    ? []
    : [
        ...('title' in search ? [search.title] : []),
        ...(search.texts ?? []),
        ...(search.digits ?? []),
      ]

export const idFieldOf = ({ idField = 'id' }: Table): string => idField

/** The hidden fields of a table, in their order. It throws Error if no store could keep one. */
export const hiddenFieldsOf = ({ name, hidden }: Table): readonly Field[] =>
  hidden === undefined ? [] : fieldsIn(hidden, name)

/** A row without its hidden fields. */
export const publicRow = <T extends Table>(table: T, row: RowOf<T>): PublicRowOf<T> => {
  if (table.hidden === undefined) return row
  const all: Row = row
  const shown: Record<string, unknown> = {}
  for (const name in table.schema.properties) {
    if (all[name] !== undefined) shown[name] = all[name]
  }
  // These are the fields of the schema.
  return shown as PublicRowOf<T>
}

const fieldsIn = ({ properties }: TObject, table: string): readonly Field[] =>
  Object.entries(properties).map(([name, field]) => ({
    name,
    kind: kindOf(field, `${table}.${name}`),
    isOptional: isOptional(field),
  }))

/** Of JSON, its serialiser refuses what it cannot write. */
const kindOf = (field: TSchema, name: string): FieldKind => {
  // The author of the schema typed the values of its keywords.
  const { anyOf, type, format } = field as {
    readonly anyOf?: readonly TSchema[]
    readonly type?: string
    readonly format?: string
  }
  if (anyOf?.every((choice) => kindOf(choice, name) === 'string') === true) return 'string'
  if (type === 'integer' && (format === 'int64' || format === 'int32')) return format
  if (isBytes(field)) return 'bytes'
  if (type === 'string' && (format === undefined || format === 'date-time')) return 'string'
  if (type === 'array' || type === 'object') return 'json'
  throw new Error(
    `No store keeps ${name}: it is no integer, string or date-time, no array or object of these, and no bytes of a row.`,
  )
}
