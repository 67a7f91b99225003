import type { Act } from '../../data/act.ts'
import type { Row, Table } from '../../data/table.ts'
import type { Cell } from '../sql/columns.ts'
import {
  bodyOf,
  type Described,
  eventWriters,
  type ImportedRange,
  importData,
  type OwnEvent,
} from '../sql/event-texts.ts'
import { topicsOf } from '../sql/event-topics.ts'
import type { Transaction } from './writer.ts'

/** The position that has the id of the newest event. */
const newest = 'events'

/** Writes the events of one transaction. */
export type EventWrites = {
  /** Notes a write: the row before it and the row after it, where there is one. */
  note(table: Table, before: Row | undefined, after: Row | undefined, act: Act): void
  /** Notes an import into a table, in the transaction that makes its rows visible. */
  noteImport(table: Table, range: ImportedRange, act: Act): void
  addOwn(event: OwnEvent): void
  /** Leaves what was noted for the commit. */
  save(): void
}

const insertOwn = `
  INSERT INTO own_events (id, type, at, owner, body)
  SELECT * FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::text[], $5::text[])`

const insertRange =
  'INSERT INTO event_ranges (topic, last, first, event_id) VALUES ($1, $2, $3, $4)'

/**
 * @param tables those whose writes are events, and others
 * @returns what writes the events of a transaction
 */
export const eventLog = (
  tables: readonly Table[],
): ((transaction: Pick<Transaction, 'positions' | 'atCommit'>) => EventWrites) => {
  const topics = topicsOf(tables)
  const writers = eventWriters(tables, topics)
  const columns = ['id', 'type', 'at', ...topics.map(({ column }) => column), 'body']
  const types = ['bigint', 'text', 'bigint', ...topics.map(() => 'bigint'), 'text']
  const insert = `
  INSERT INTO events (${columns.join(', ')})
  SELECT * FROM unnest(${types.map((type, at) => `$${at + 1}::${type}[]`).join(', ')})`

  return ({ positions, atCommit }) => {
    const events: Array<readonly Cell[]> = []
    const own: Array<readonly Cell[]> = []
    const nextId = (): bigint => {
      const id = (positions.get(newest) ?? 0n) + 1n
      positions.set(newest, id)
      return id
    }
    const add = ({ at, by }: Act, { type, data, about }: Described): bigint => {
      const id = nextId()
      events.push([id, type, at, ...about, bodyOf(type, at, by, data)])
      return id
    }
    return {
      note: ({ name }, before, after, act) => {
        const described = writers.get(name)?.(before, after)
        if (described !== undefined) add(act, described)
      },
      noteImport: ({ events: told }, range, act) => {
        if (told?.imported === undefined) return
        const about = topics.map(() => null)
        const id = add(act, { type: told.imported, data: importData(range), about })
        for (const [topic, field] of Object.entries(told.topics)) {
          if (field === 'id') atCommit(insertRange, [topic, range.last, range.first, id])
        }
      },
      addOwn: ({ type, owner, at, data }) => {
        own.push([nextId(), type, at, owner, bodyOf(type, at, undefined, data)])
      },
      save: () => {
        if (events.length > 0) atCommit(insert, columnsOfRows(events))
        if (own.length > 0) atCommit(insertOwn, columnsOfRows(own))
        events.length = 0
        own.length = 0
      },
    }
  }
}

/** The columns of some rows, which are all of one length. */
export const columnsOfRows = (rows: ReadonlyArray<readonly Cell[]>): Cell[][] =>
  (rows[0] ?? []).map((_, at) => rows.map((row) => row[at] ?? null))
