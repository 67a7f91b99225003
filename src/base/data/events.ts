import type { TObject } from 'typebox'
import type { Awaitable } from '../awaitable.ts'
import type { Direction } from './store.ts'
import type { Row } from './table.ts'

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
  /** Only events about one row of a topic. */
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
