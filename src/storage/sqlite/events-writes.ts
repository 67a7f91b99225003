import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { isDeepStrictEqual } from 'node:util'
import { compileSerializer } from '../../api/serializer.ts'
import { dateTimeText } from '../../core/date-time.ts'
import type { Act } from '../../data/act.ts'
import { fieldsOf, type Row, type Table } from '../../data/table.ts'
import { edge, topicsOf } from './events-schema.ts'

/** An event that only the owner of some keys may see. */
export type OwnEvent = {
  readonly type: string
  /** The id of the rotation chain. */
  readonly owner: string
  /** Milliseconds since the Unix epoch. */
  readonly at: number
  /** A JSON object. */
  readonly data: string
}

/** The rows of an import, by their ids. */
export type ImportedRange = {
  readonly first: bigint
  readonly last: bigint
  readonly count: number
}

/** Writes events, inside the caller's transactions. */
export type EventWrites = {
  /** Call it before a transaction: another process may have written events since. */
  begin(): void
  /** Notes a write: the row before it and the row after it, where there is one. */
  note(table: Table, before: Row | undefined, after: Row | undefined, act: Act): void
  /** Notes an import into a table, in the transaction that makes its rows visible. */
  noteImport(table: Table, range: ImportedRange, act: Act): void
  addOwn(event: OwnEvent): void
}

/** The text of one write, by its table. */
type Writer = {
  /** The type of the event, and its data as JSON; undefined if nobody sees the write. */
  readonly describe: (
    before: Row | undefined,
    after: Row | undefined,
  ) => readonly [type: string, data: string] | undefined
  /** The field of each topic; undefined if no event of the table is about it. */
  readonly fields: ReadonlyArray<string | undefined>
}

/** @param database the connection that writes */
export const eventWrites = (database: DatabaseSync, tables: readonly Table[]): EventWrites => {
  const topics = topicsOf(tables)
  const columns = topics.map(({ column }) => `${column}, `).join('')
  const insert = database.prepare(
    `INSERT INTO events (id, type, at, ${columns}body) VALUES (?, ?, ?, ${'?, '.repeat(topics.length)}?)`,
  )
  const insertOwn = database.prepare(
    'INSERT INTO own_events (id, type, at, owner, body) VALUES (?, ?, ?, ?, ?)',
  )
  const insertRange = database.prepare(
    'INSERT INTO event_ranges (topic, last, first, event_id) VALUES (?, ?, ?, ?)',
  )
  const newest = database.prepare(edge('DESC'))
  newest.setReadBigInts(true)
  newest.setReturnArrays(true)
  const writers = new Map(
    tables.flatMap((table) =>
      table.events === undefined
        ? []
        : [[table.name, writerOf(table, Object.keys(table.events.topics), topics)] as const],
    ),
  )
  /** The id of the newest event; undefined until the transaction needs it. */
  let last: bigint | undefined

  const nextId = (): bigint => {
    last ??= (newest.get() as unknown as readonly [bigint])[0]
    last += 1n
    return last
  }
  const add = (
    type: string,
    { at, by }: Act,
    about: readonly SQLInputValue[],
    data: string,
  ): bigint => {
    const id = nextId()
    insert.run(id, type, at, ...about, bodyOf(type, at, by, data))
    return id
  }

  return {
    begin: () => {
      last = undefined
    },
    note: ({ name }, before, after, act) => {
      const writer = writers.get(name)
      const described = writer?.describe(before, after)
      if (writer === undefined || described === undefined) return
      const row = after ?? before ?? {}
      const [type, data] = described
      // The field of a topic is an int64 that every row has.
      const about = writer.fields.map((field) =>
        field === undefined ? null : (row[field] as bigint),
      )
      add(type, act, about, data)
    },
    noteImport: ({ events }, { first, last: end, count }, act) => {
      if (events?.imported === undefined) return
      const data = `{"first":${first},"last":${end},"count":${count}}`
      const id = add(
        events.imported,
        act,
        topics.map(() => null),
        data,
      )
      for (const [topic, field] of Object.entries(events.topics)) {
        if (field === 'id') insertRange.run(topic, end, first, id)
      }
    },
    addOwn: ({ type, owner, at, data }) => {
      insertOwn.run(nextId(), type, at, owner, bodyOf(type, at, undefined, data))
    },
  }
}

/** The JSON of an event behind its id. */
const bodyOf = (type: string, at: number, by: string | undefined, data: string): string => {
  const name = by === undefined ? '' : `"by":${JSON.stringify(by)},`
  return `,"type":"${type}","timestamp":"${dateTimeText(at)}",${name}"data":${data}}`
}

/** A field that is kept as JSON may have been written anew. */
const isSame = (before: unknown, after: unknown): boolean =>
  before === after || (typeof before === 'object' && isDeepStrictEqual(before, after))

const writerOf = (
  table: Table,
  about: readonly string[],
  topics: ReturnType<typeof topicsOf>,
): Writer => {
  const { events, schema } = table
  if (events === undefined) throw new Error(`No write to ${table.name} is an event.`)
  const fields = fieldsOf(table).map(({ name }) => name)
  // It leaves hidden fields out, and writes some fields of a row alone too.
  const write = compileSerializer(schema)
  const start = `{${JSON.stringify(events.name)}:`
  return {
    describe: (before, after) => {
      if (before === undefined || after === undefined) {
        return [events.type(before, after), `${start}${write(after ?? before)}}`]
      }
      const previous: Record<string, unknown> = {}
      let hasChanged = false
      for (const field of fields) {
        if (isSame(before[field], after[field])) continue
        hasChanged = true
        previous[field] = before[field]
      }
      if (!hasChanged) return undefined
      const data = `${start}${write(after)},"previous":${write(previous)}}`
      return [events.type(before, after), data]
    },
    fields: topics.map(({ name }) => (about.includes(name) ? events.topics[name] : undefined)),
  }
}
