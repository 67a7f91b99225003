import type { DatabaseSync } from 'node:sqlite'
import type { Act } from '../../data/act.ts'
import type { Row, Table } from '../../data/table.ts'
import {
  bodyOf,
  type Described,
  eventWriters,
  type ImportedRange,
  importData,
  type OwnEvent,
} from '../sql/event-texts.ts'
import { topicsOf } from '../sql/event-topics.ts'
import { edge } from './events-schema.ts'
import { rowBatch } from './row-batch.ts'

/** Writes events, inside the caller's transactions. */
export type EventWrites = {
  /** Call it before a transaction: another process may have written events since. */
  begin(): void
  /** Notes a write: the row before it and the row after it, where there is one. `finish` writes its event. */
  note(table: Table, before: Row | undefined, after: Row | undefined, act: Act): void
  /** Notes an import into a table, in the transaction that makes its rows visible. */
  noteImport(table: Table, range: ImportedRange, act: Act): void
  addOwn(event: OwnEvent): void
  /** Writes the events of all writes that were noted; call it last in a transaction. */
  finish(): void
}

/** @param database the connection that writes */
export const eventWrites = (database: DatabaseSync, tables: readonly Table[]): EventWrites => {
  const topics = topicsOf(tables)
  const columns = topics.map(({ column }) => `${column}, `).join('')
  const batch = rowBatch(database, `events (id, type, at, ${columns}body)`, topics.length + 4)
  const insertOwn = database.prepare(
    'INSERT INTO own_events (id, type, at, owner, body) VALUES (?, ?, ?, ?, ?)',
  )
  const insertRange = database.prepare(
    'INSERT INTO event_ranges (topic, last, first, event_id) VALUES (?, ?, ?, ?)',
  )
  const newest = database.prepare(edge('DESC'))
  newest.setReadBigInts(true)
  newest.setReturnArrays(true)
  const writers = eventWriters(tables, topics)
  /** The id of the newest event; undefined until the transaction needs it. */
  let last: bigint | undefined

  const nextId = (): bigint => {
    last ??= (newest.get() as unknown as readonly [bigint])[0]
    last += 1n
    return last
  }
  const add = ({ at, by }: Act, { type, data, about }: Described): bigint => {
    const id = nextId()
    batch.add([id, type, at, ...about, bodyOf(type, at, by, data)])
    return id
  }

  return {
    begin: () => {
      last = undefined
      batch.forget()
    },
    note: ({ name }, before, after, act) => {
      const described = writers.get(name)?.(before, after)
      if (described !== undefined) add(act, described)
    },
    noteImport: ({ events }, range, act) => {
      if (events?.imported === undefined) return
      const { first, last: end } = range
      const about = topics.map(() => null)
      const id = add(act, { type: events.imported, data: importData(range), about })
      for (const [topic, field] of Object.entries(events.topics)) {
        if (field === 'id') insertRange.run(topic, end, first, id)
      }
      batch.write()
    },
    addOwn: ({ type, owner, at, data }) => {
      insertOwn.run(nextId(), type, at, owner, bodyOf(type, at, undefined, data))
    },
    finish: batch.write,
  }
}
