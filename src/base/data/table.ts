import type { Static, TObject, TSchema } from 'typebox'
import { isBytes, isOptional } from '../schema/type.ts'
import type { Awaitable } from '../awaitable.ts'
import type { Direction } from './store.ts'

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
  /**
   * The rows that become due by a date-time, told from others by values. Each value of the field `of` has due rows of its own.
   * SQL has an index of only these rows, named after the table with `_due`, by `of` if there is one, then the date-time.
   */
  readonly due?: {
    readonly field: string
    readonly where: Readonly<Record<string, string>>
    readonly of?: string
  }
  /** Fields of text by whose beginning a page may be selected, in any case of letters. Each has an index. */
  readonly prefixes?: readonly string[]
  /** The tables whose rows own its rows, and the field with the owner's id: its own id, or the first of a filter. They are removed together, without events. */
  readonly belongsTo?: Readonly<Record<string, string>>
  /** The tables whose rows its rows refer to, by a field that begins a filter. A store clears it if the other row is removed, without an event. */
  readonly refersTo?: Readonly<Record<string, string>>
  /** A field of text whose values are few: the store always knows how many rows have each. */
  readonly totals?: string
  /** What its writes count for: a store keeps the sums of each quarter of an hour for good. */
  readonly sums?: SumOf
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

/** The events of a table: one for each write to a row that changes more than hidden fields, in its transaction. */
export type TableEvents = {
  /** What a row is called in the data of an event: `book`. */
  readonly name: string
  readonly types: readonly string[]
  /** The type of the event of a write, one of `types`; undefined for none. An added row has no `before`, a removed one no `after`. */
  readonly type: (before: Row | undefined, after: Row | undefined) => string | undefined
  /** The field with the owner of the row, if the owner alone sees its events. They have no topics then. */
  readonly owner?: string
  /** The fields that events show; by default those of the table's schema. If only the id is shown, no event has `previous`. */
  readonly schema?: TObject
  /** The type of the one event that tells of an import into the table, if it takes imports. */
  readonly imported?: string
  /** The int64 field with the id of each topic, which a row may lack. An import has the topic whose field is `id`, for each row. */
  readonly topics: Readonly<Record<string, string>>
}

/** The types `book.created`, `book.updated` and `book.deleted` for rows that are called `book`. */
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
  /** Whose own events are among them: the id of an owner of API keys. */
  readonly reader: string
  /** Only events of these types; each once. */
  readonly types?: readonly string[] | undefined
  readonly topic?: { readonly name: string; readonly id: bigint } | undefined
  /** Only events from this time on, and before this one, in milliseconds since the Unix epoch. */
  readonly since?: number | undefined
  readonly until?: number | undefined
  /** Only what the API key of this name asked for. */
  readonly by?: string | undefined
  /** `ascending` unless given. */
  readonly order?: Direction | undefined
  /** The id behind which the page begins; undefined for the first page. */
  readonly after: bigint | undefined
  /** The most events of the page; a whole number from 1 on. */
  readonly limit: number
}

export type EventPage =
  | {
      readonly outcome: 'page'
      /** An array of events in the order of the query. */
      readonly json: string
      /** Where the next page begins; undefined only at an end. With `since`, `until` or `by`, a page reads at most `maxScanned` events, so it may end early. */
      readonly next: bigint | undefined
    }
  /** Ascending: the log has no such position any more, or does not have it yet. */
  | { readonly outcome: 'expired'; readonly range: EventRange }

/** The ids of the oldest and the newest event; zero if there is none. Only those that a restore passed over are missing between. */
export type EventRange = { readonly oldest: bigint; readonly newest: bigint }

export type StoredEvent = {
  readonly id: bigint
  readonly type: string
  /** The owner of API keys who alone may see it; undefined if all may. */
  readonly ownerId: string | undefined
  /** The whole event as JSON, as a page has it. */
  readonly json: string
}

/** The log of all events. Ids become visible in order, without a gap: who reads on from the last one misses none. */
export interface EventLog {
  page(query: EventQuery): Awaitable<EventPage>
  /** The events after an id, ascending, those of all owners, `max` at most. */
  after(id: bigint, max: number): Promise<readonly StoredEvent[]>
  /** The `traceparent` of the request that an event is of, if that was traced. */
  trace(id: bigint): Promise<string | undefined>
  range(): Promise<EventRange>
  /** The id of an event behind which are all from a time on, and only some that happened shortly before it. */
  before(time: number): Promise<bigint>
}

/** What a write counts for: the sum with this name, part and measure, of its slot of time. */
export type Sum = {
  /** No other table has it. */
  readonly name: string
  readonly part?: bigint | string | undefined
  /** A whole number from 0 on. */
  readonly measure?: number | undefined
}

/** Says what a write to a row counts for, if it does, at a Unix time in milliseconds. It is pure. */
export type SumOf = (before: Row | undefined, after: Row | undefined, at: number) => Sum | undefined

/** Milliseconds of a slot of time. Every time zone is ahead of UTC, or behind it, by a multiple. */
const slotLength = 900_000

/** @param at milliseconds since the Unix epoch */
export const slotOf = (at: number): number => Math.floor(at / slotLength)

/** Sums of ranges of slots, each from its first slot to the one before its end. */
export type SumsQuery = {
  /** All parts together, if it is undefined. */
  readonly part: Sum['part']
  readonly ranges: ReadonlyArray<{ readonly first: number; readonly end: number }>
}

export type RangeSum = {
  readonly range: number
  readonly name: string
  readonly measure: number | undefined
  readonly count: number
}

/** Finds what a store has for a table. It throws Error if it has nothing. */
export const tableIn =
  <T>(tables: ReadonlyMap<string, T>): ((table: Pick<Table, 'name'>) => T) =>
  ({ name }) => {
    const found = tables.get(name)
    if (found === undefined) throw new Error(`This store has no table ${name}.`)
    return found
  }
