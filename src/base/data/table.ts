import type { Static, TObject, TSchema } from 'typebox'
import { isBytes, isOptional } from '../schema/type.ts'
import type { Awaitable } from '../awaitable.ts'
import type { Direction } from './store.ts'

/** The table of a resource. The properties of its schemas are the only list of its fields. */
export type Table<S extends TObject = TObject> = {
  /** The name for adapters, in the plural: `books`. */
  readonly name: string
  /** The plural that people use for the rows, if it differs from `name`. */
  readonly words?: string
  /** The schema of a row, with the int64 `idField`. Only optional fields may be missing; `required` may list fewer fields. */
  readonly schema: S
  /** Further fields for internal use. Rules read and write them; clients never see them. */
  readonly hidden?: TObject
  /** `assigned`: the store counts ids from 1 and never reuses one. `chosen`: the creator of a row chooses its id. */
  readonly id: 'assigned' | 'chosen'
  /** The field with the id of the row, if not `id`: for rows that share the id of a row of another table. */
  readonly idField?: string
  /** The combinations of fields, hidden ones included, by which a page may be filtered. Each entry has an index. */
  readonly filters: ReadonlyArray<readonly string[]>
  /**
   * Rows that match `where` become due at the date-time in `field`. With `of`, due rows are read for one value of that field.
   * SQL has a partial index of these rows, named after the table with `_due`: on `of`, if given, then on `field`.
   */
  readonly due?: {
    readonly field: string
    readonly where: Readonly<Record<string, string>>
    readonly of?: string
  }
  /** Text fields by whose prefix a page may be selected, ignoring case. Each has an index. */
  readonly prefixes?: readonly string[]
  /** Owner tables, with the field of the owner's id: `idField`, or the first of a filter. Removal cascades, without events. */
  readonly belongsTo?: Readonly<Record<string, string>>
  /** Tables referred to, with the referring field, the first of a filter. Removing the other row clears it, without an event. */
  readonly refersTo?: Readonly<Record<string, string>>
  /** A text field with few values. The store maintains how many rows have each value. */
  readonly totals?: string
  /** What writes count for. A store keeps the sums of each quarter of an hour permanently. */
  readonly sums?: SumOf
  readonly events?: TableEvents
  /** How a search finds the rows. The searched text has its own column, `search_text`. */
  readonly search?: TableSearch
}

/** The fields by which a search finds rows, and those that its results show. */
export type TableSearch = SearchedFields & (SearchResults | { readonly shownAs: string })

type SearchedFields = {
  /** Text fields, and JSON fields whose strings are searched. */
  readonly texts?: readonly string[]
  /** Fields of which only the digits are searched. */
  readonly digits?: readonly string[]
}

/** Rows that are search results themselves. Others stand for the row with the same id in the table `shownAs`. */
export type SearchResults = {
  readonly kind: string
  /** The field that names a row, which is searched too. A row may lack it. */
  readonly title: string
  /** A field that a result shows beside the title. */
  readonly detail?: string
  /** Fields with the ids of what a row is about, itself or other rows, by their names in a result. */
  readonly about?: Readonly<Record<string, string>>
  /** A field, and the value that ranks rows behind others. */
  readonly behind?: readonly [field: string, value: string]
}

/** A row of a table, as rules see it: with its hidden fields. */
export type RowOf<T extends Table> = Static<T['schema']> &
  (T extends { readonly hidden: infer Hidden extends TObject } ? Static<Hidden> : unknown)

export type PublicRowOf<T extends Table> = Static<T['schema']>

export type NewRowOf<T extends Table> = Omit<RowOf<T>, 'id'>

export type Row = Readonly<Record<string, unknown>>

/** The current state of a row. Each change gives it a new version. An id never has a version twice, even if it is re-used. */
export type Stored<R extends object = Row> = { readonly row: R; readonly version: bigint }

/** Types a row that was read from this table, with its hidden fields. */
export const rowOf = <T extends Table>(_table: T, stored: Stored | undefined) =>
  stored?.row as RowOf<T> | undefined

/** How a field is stored. `bytes` are only for hidden fields, a `string` may be a sortable date-time, `json` has `bigint`s. */
export type FieldKind = 'int64' | 'int32' | 'string' | 'json' | 'bytes'

export type Field = {
  readonly name: string
  readonly kind: FieldKind
  readonly isOptional: boolean
}

/** Returns the public fields, in the order of the schema. Throws Error if no store could keep one. */
export const fieldsOf = ({ name, schema }: Table): readonly Field[] => fieldsIn(schema, name)

/** Returns the fields by which a search finds the rows of a table, the title first. */
export const searchedFieldsOf = ({ search }: Table): readonly string[] =>
  search === undefined
    ? []
    : [
        ...('title' in search ? [search.title] : []),
        ...(search.texts ?? []),
        ...(search.digits ?? []),
      ]

export const idFieldOf = ({ idField = 'id' }: Table): string => idField

/** Returns the hidden fields of a table, in the order of the schema. Throws Error if no store could keep one. */
export const hiddenFieldsOf = ({ name, hidden }: Table): readonly Field[] =>
  hidden === undefined ? [] : fieldsIn(hidden, name)

/** Returns a row without its hidden fields. */
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

/** The contents of JSON are not checked here: the serialiser rejects types that it cannot write. */
const kindOf = (field: TSchema, name: string): FieldKind => {
  // The values of the keywords were typed where the schema was written.
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

/** The events of a table: one for each write that changes more than hidden fields of a row, in the same transaction. */
export type TableEvents = {
  /** What a row is called in the data of an event: `book`. */
  readonly name: string
  readonly types: readonly string[]
  /** Returns the event type of a write, or undefined for no event. An added row has no `before`, a removed one no `after`. */
  readonly type: (before: Row | undefined, after: Row | undefined) => string | undefined
  /** The field with the owner of the row, if only the owner sees its events. Such events have no topics. */
  readonly owner?: string
  /** The fields that events show; by default those of the table's schema. If only the id is shown, no event has `previous`. */
  readonly schema?: TObject
  /** The type of the single event of an import into the table, if imports are allowed. */
  readonly imported?: string
  /** The int64 field with the id of each topic; a row may lack it. An import has, for each row, the topic whose field is `id`. */
  readonly topics: Readonly<Record<string, string>>
}

/** Returns the types `book.created`, `book.updated` and `book.deleted` for rows called `book`. */
export const plainTypes = (name: string): Pick<TableEvents, 'name' | 'types' | 'type'> => {
  const [created, updated, deleted] = [`${name}.created`, `${name}.updated`, `${name}.deleted`]
  return {
    name,
    types: [created, updated, deleted],
    type: (before, after) =>
      before === undefined ? created : after === undefined ? deleted : updated,
  }
}

export type EventQuery = {
  /** The id of an owner of API keys, whose own events are included. */
  readonly reader: string
  /** Only events of these types, without duplicates. */
  readonly types?: readonly string[] | undefined
  readonly topic?: { readonly name: string; readonly id: bigint } | undefined
  /** Only events from this time on, and before this one, in milliseconds since the Unix epoch. */
  readonly since?: number | undefined
  readonly until?: number | undefined
  /** Only events that a request of the API key with this name caused. */
  readonly by?: string | undefined
  /** `ascending` unless given. */
  readonly order?: Direction | undefined
  /** The id after which the page begins; undefined for the first page. */
  readonly after: bigint | undefined
  /** The most events of the page; an integer of at least 1. */
  readonly limit: number
}

export type EventPage =
  | {
      readonly outcome: 'page'
      /** An array of events in the order of the query. */
      readonly json: string
      /** Where the next page begins; undefined only at an end. A page by `since`, `until` or `by` scans at most `maxScanned`. */
      readonly next: bigint | undefined
    }
  /** Only in ascending order: the log no longer has this position, or does not have it yet. */
  | { readonly outcome: 'expired'; readonly range: EventRange }

/** The ids of the oldest and the newest event; 0 if there is none. Between them only ids that a restore skipped are missing. */
export type EventRange = { readonly oldest: bigint; readonly newest: bigint }

export type StoredEvent = {
  readonly id: bigint
  readonly type: string
  /** The only owner of API keys who may see it; undefined if all may. */
  readonly ownerId: string | undefined
  /** The whole event as JSON, as a page has it. */
  readonly json: string
}

/** The log of all events. Ids become visible in order, without a gap, so a reader that resumes after the last one misses none. */
export interface EventLog {
  page(query: EventQuery): Awaitable<EventPage>
  /** Returns at most `max` events after an id, ascending, for all owners. */
  after(id: bigint, max: number): Promise<readonly StoredEvent[]>
  /** Returns the `traceparent` of the request that caused an event, if it was traced. */
  trace(id: bigint): Promise<string | undefined>
  range(): Promise<EventRange>
  /** Returns an id after which come all events since a time, and perhaps a few from shortly before it. */
  before(time: number): Promise<bigint>
}

/** What a write counts for: the sum with this name, part and measure, in its time slot. */
export type Sum = {
  /** Unique among the tables. */
  readonly name: string
  readonly part?: bigint | string | undefined
  /** An integer of at least 0. */
  readonly measure?: number | undefined
}

/** Returns what a write to a row at a Unix time in milliseconds counts for; undefined for nothing. Pure. */
export type SumOf = (before: Row | undefined, after: Row | undefined, at: number) => Sum | undefined

/** The length of a time slot in milliseconds. The UTC offset of every time zone is a multiple of it. */
const slotLength = 900_000

/** @param at milliseconds since the Unix epoch */
export const slotOf = (at: number): number => Math.floor(at / slotLength)

/** Selects sums of ranges of slots, each from `first` to the slot before `end`. */
export type SumsQuery = {
  /** Undefined for all parts together. */
  readonly part: Sum['part']
  readonly ranges: ReadonlyArray<{ readonly first: number; readonly end: number }>
}

export type RangeSum = {
  readonly range: number
  readonly name: string
  readonly measure: number | undefined
  readonly count: number
}

/** Returns a function that looks up the entry of a table. It throws Error if there is none. */
export const tableIn =
  <T>(tables: ReadonlyMap<string, T>): ((table: Pick<Table, 'name'>) => T) =>
  ({ name }) => {
    const found = tables.get(name)
    if (found === undefined) throw new Error(`This store has no table ${name}.`)
    return found
  }
