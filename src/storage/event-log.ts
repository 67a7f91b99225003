import type { ChangeContext } from '../data/change.ts'
import type { Row, Table } from '../data/table.ts'
import type { Insertion, Transaction } from './engine.ts'
import type { Cell } from './sql/columns.ts'
import {
  bodyOf,
  type Described,
  eventWriters,
  type ImportedRange,
  importData,
  type OwnEvent,
} from './sql/event-texts.ts'
import { topicsOf } from './sql/event-topics.ts'

/** Writes the events of one transaction. */
export type EventWrites = {
  /** Notes a write: the row before it and the row after it, where there is one. */
  note(table: Table, before: Row | undefined, after: Row | undefined, act: ChangeContext): void
  /** Notes an import into a table, in the transaction that makes its rows visible. */
  noteImport(table: Table, range: ImportedRange, act: ChangeContext): void
  addOwn(event: OwnEvent): void
  /** Writes the events that were noted; call it last in the transaction. */
  save(): void
}

/** What begins to write the events of a transaction. */
export type EventLog = (transaction: Pick<Transaction, 'next' | 'insert'>) => EventWrites

const ownEvents: Insertion = {
  table: 'own_events',
  columns: [
    ['id', 'bigint'],
    ['type', 'text'],
    ['at', 'bigint'],
    ['owner_id', 'text'],
    ['body', 'text'],
  ],
}

const ranges: Insertion = {
  table: 'event_ranges',
  columns: [
    ['topic', 'text'],
    ['last', 'bigint'],
    ['first', 'bigint'],
    ['event_id', 'bigint'],
  ],
}

/** @param tables those whose writes are events, and others */
export const eventLog = (tables: readonly Table[]): EventLog => {
  const topics = topicsOf(tables)
  const writers = eventWriters(tables, topics)
  const insertion: Insertion = {
    table: 'events',
    columns: [
      ['id', 'bigint'],
      ['type', 'text'],
      ['at', 'bigint'],
      ...topics.map(({ column }) => [column, 'bigint'] as const),
      ['body', 'text'],
    ],
  }
  return ({ next, insert }) => {
    let events: Array<readonly Cell[]> = []
    let own: Array<readonly Cell[]> = []
    const addOwn = ({ type, ownerId, at, by, data }: OwnEvent): void => {
      own.push([next('events'), type, at, ownerId, bodyOf(type, at, by, data)])
    }
    const add = (
      { at, by }: ChangeContext,
      { type, data, about }: Omit<Described, 'ownerId'>,
    ): bigint => {
      const id = next('events')
      events.push([id, type, at, ...about, bodyOf(type, at, by, data)])
      return id
    }
    return {
      note: ({ name }, before, after, act) => {
        const described = writers.get(name)?.(before, after)
        if (described === undefined) return
        const { ownerId, ...event } = described
        if (ownerId === undefined) add(act, event)
        else addOwn({ ...act, ...event, ownerId })
      },
      noteImport: ({ events: told }, range, act) => {
        if (told?.imported === undefined) return
        const about = topics.map(() => null)
        const id = add(act, { type: told.imported, data: importData(range), about })
        const named = Object.entries(told.topics).filter(([, field]) => field === 'id')
        insert(
          ranges,
          named.map(([topic]) => [topic, range.last, range.first, id]),
        )
      },
      addOwn,
      save: () => {
        if (events.length > 0) insert(insertion, events)
        if (own.length > 0) insert(ownEvents, own)
        events = []
        own = []
      },
    }
  }
}
