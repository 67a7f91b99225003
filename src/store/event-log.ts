import { dateTimeText } from '../base/date-time.ts'
import { compileSerializer } from '../base/exact-json.ts'
import { type ChangeContext, isSameValue } from '../base/data/change.ts'
import { type TableEvents, fieldsOf, idFieldOf, type Row, type Table } from '../base/data/table.ts'
import type { Insertion, Transaction } from './engine.ts'
import { type Cell, columnNameOf } from './sql/columns.ts'

/** How many ids a restored store skips: more than any store assigns between a backup and its loss. */
export const idsPassedOver = 1_000_000_000n

/** The id of the oldest or newest event, or zero, over public and private events together. */
export const edge = (which: 'min' | 'max'): string => `
  (SELECT coalesce(${which}(id), 0) FROM (
    SELECT ${which}(id) AS id FROM events UNION ALL SELECT ${which}(id) FROM own_events
  ) AS edges)`

export type TopicColumn = Readonly<ReturnType<typeof topicsOf>[number]>

/** The distinct topics of the events of all tables. */
export const topicsOf = (tables: readonly Table[]) => {
  const names = new Set(tables.flatMap(({ events }) => Object.keys(events?.topics ?? {})))
  return [...names].map((name) => {
    const about = tables.flatMap(({ events }) =>
      events !== undefined && Object.hasOwn(events.topics, name) ? [events] : [],
    )
    const column = columnNameOf(name)
    return {
      name,
      column,
      /** All types of events by writes that concern the topic. */
      types: about.flatMap(({ types }) => types),
      /** The type of import events that concern the topic. */
      imported: about.flatMap(({ imported, topics }) =>
        imported !== undefined && topics[name] === 'id' ? [imported] : [],
      ),
    }
  })
}

/** Finds a topic by name. Throws if no event has this topic. */
export const topicFinder = (tables: readonly Table[]): ((name: string) => TopicColumn) => {
  const topics = new Map(topicsOf(tables).map((topic) => [topic.name, topic]))
  return (name) => {
    const found = topics.get(name)
    if (found === undefined) throw new Error(`No event is about ${name}.`)
    return found
  }
}

export type EventLog = (
  transaction: Pick<Transaction, 'next' | 'insert'>,
) => Omit<ReturnType<ReturnType<typeof eventLog>>, never>

const ownEvents: Insertion = {
  table: 'own_events',
  columns: { id: 'bigint', type: 'text', at: 'bigint', owner_id: 'text', body: 'text' },
}

const traces: Insertion = { table: 'event_traces', columns: { id: 'bigint', trace: 'text' } }

const ranges: Insertion = {
  table: 'event_ranges',
  columns: { topic: 'text', last: 'bigint', first: 'bigint', event_id: 'bigint' },
}

/** @param tables all tables, whether their writes are events or not */
export const eventLog = (tables: readonly Table[]) => {
  const topics = topicsOf(tables)
  const writers = new Map(
    tables.flatMap((table) => {
      const { name, events } = table
      return events === undefined ? [] : [[name, writerOf(table, events, topics)] as const]
    }),
  )
  const insertion: Insertion = {
    table: 'events',
    columns: {
      id: 'bigint',
      type: 'text',
      at: 'bigint',
      ...Object.fromEntries(topics.map(({ column }) => [column, 'bigint' as const])),
      body: 'text',
    },
  }
  // A class, because closures would be allocated for each transaction.
  class EventWriter {
    readonly #transaction: Pick<Transaction, 'next' | 'insert'>
    #noted: Array<readonly Cell[]> | undefined
    #own: Array<readonly Cell[]> | undefined
    #traced: Array<readonly Cell[]> | undefined

    constructor(transaction: Pick<Transaction, 'next' | 'insert'>) {
      this.#transaction = transaction
    }

    /** Records a write by the row before and the row after it; either may be missing. */
    note({ name }: Table, before: Row | undefined, after: Row | undefined, act: ChangeContext) {
      const event = writers.get(name)?.(before, after)
      if (event === undefined) return
      const { type, data, about, ownerId } = event
      if (ownerId === undefined) this.#add(act, type, data, about)
      else this.addOwn({ type, ownerId, data, ...act })
    }

    noteImport({ events }: Table, range: ImportedRange, act: ChangeContext): void {
      if (events?.imported === undefined) return
      const { first, last, count } = range
      const data = `{"first":${first},"last":${last},"count":${count}}`
      const nothing = topics.map(() => null)
      const id = this.#add(act, events.imported, data, nothing)
      const named = Object.entries(events.topics).filter(([, field]) => field === 'id')
      const rows = named.map(([topic]) => [topic, last, first, id])
      this.#transaction.insert(ranges, rows)
    }

    addOwn({ type, ownerId, at, by, trace, data }: OwnEvent): void {
      const id = this.#nextId(trace)
      ;(this.#own ??= []).push([id, type, at, ownerId, bodyOf(type, at, by, data)])
    }

    /** Writes the recorded events. Call it last in the transaction. */
    save(): void {
      if (this.#noted !== undefined) this.#transaction.insert(insertion, this.#noted)
      if (this.#own !== undefined) this.#transaction.insert(ownEvents, this.#own)
      if (this.#traced !== undefined) this.#transaction.insert(traces, this.#traced)
      this.#noted = this.#own = this.#traced = undefined
    }

    #nextId(trace: string | undefined): bigint {
      const id = this.#transaction.next('events')
      if (trace !== undefined) (this.#traced ??= []).push([id, trace])
      return id
    }

    #add(
      { at, by, trace }: ChangeContext,
      type: string,
      data: string,
      about: ReadonlyArray<bigint | null>,
    ): bigint {
      const id = this.#nextId(trace)
      const start: readonly Cell[] = [id, type, at]
      // A spread allocates an object for each element, and a push reserves room for many more.
      const cells = start.concat(about, bodyOf(type, at, by, data))
      if (this.#noted === undefined) this.#noted = [cells]
      else this.#noted.push(cells)
      return id
    }
  }
  return (transaction: Pick<Transaction, 'next' | 'insert'>) => new EventWriter(transaction)
}

/** A private event, visible only to the owner of certain keys. */
export type OwnEvent = Pick<ChangeContext, 'at' | 'by' | 'trace'> & {
  readonly type: string
  readonly ownerId: string
  /** A JSON object. */
  readonly data: string
}

type ImportedRange = { readonly first: bigint; readonly last: bigint; readonly count: number }

/** The JSON of an event after its id. */
const bodyOf = (type: string, at: number, by: string | undefined, data: string): string => {
  const name = by === undefined ? '' : `"by":${JSON.stringify(by)},`
  return `,"type":"${type}","timestamp":"${dateTimeText(at)}",${name}"data":${data}}`
}

/** Describes a write by the row before and the row after it; undefined if the write is not an event. */
const writerOf = (table: Table, events: TableEvents, topics: readonly TopicColumn[]) => {
  const shown = events.schema ?? table.schema
  const hasPrevious = Object.keys(shown.properties).some((name) => name !== idFieldOf(table))
  const fields = fieldsOf(table).map(({ name }) => name)
  // It omits what the event does not show, and can also write only some fields of a row.
  const write = compileSerializer(shown)
  // Every row has an owner.
  const ownerOf = (row: Row): string | undefined =>
    events.owner === undefined ? undefined : (row[events.owner] as string)
  const start = `{${JSON.stringify(events.name)}:`
  const fieldOfTopics = topics.map(({ name }) => events.topics[name])
  // The id for each topic, an int64; null if the event does not have the topic.
  const aboutRow = (row: Row): ReadonlyArray<bigint | null> =>
    fieldOfTopics.map((field) =>
      field === undefined ? null : ((row[field] ?? null) as bigint | null),
    )
  return (before: Row | undefined, after: Row | undefined) => {
    const row = after ?? before ?? {}
    const type = events.type(before, after)
    if (type === undefined) return undefined
    if (before === undefined || after === undefined) {
      return { type, about: aboutRow(row), ownerId: ownerOf(row), data: `${start}${write(row)}}` }
    }
    const previous: Record<string, unknown> = {}
    let hasChanged = false
    for (const field of fields) {
      if (isSameValue(before[field], after[field])) continue
      hasChanged = true
      previous[field] = before[field]
    }
    if (!hasChanged) return undefined
    const former = hasPrevious ? `,"previous":${write(previous)}` : ''
    const data = `${start}${write(after)}${former}}`
    return { type, about: aboutRow(row), ownerId: ownerOf(row), data }
  }
}
