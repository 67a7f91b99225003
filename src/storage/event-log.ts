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
import { type TopicColumn, topicsOf } from './sql/event-topics.ts'

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
  return (transaction) => new EventWriter(transaction, topics, writers, insertion)
}

class EventWriter implements EventWrites {
  readonly #transaction: Pick<Transaction, 'next' | 'insert'>
  readonly #topics: readonly TopicColumn[]
  readonly #writers: ReturnType<typeof eventWriters>
  readonly #insertion: Insertion
  #events: Array<readonly Cell[]> | undefined
  #own: Array<readonly Cell[]> | undefined

  constructor(
    transaction: Pick<Transaction, 'next' | 'insert'>,
    topics: readonly TopicColumn[],
    writers: ReturnType<typeof eventWriters>,
    insertion: Insertion,
  ) {
    this.#transaction = transaction
    this.#topics = topics
    this.#writers = writers
    this.#insertion = insertion
  }

  note({ name }: Table, before: Row | undefined, after: Row | undefined, act: ChangeContext): void {
    const event = this.#writers.get(name)?.(before, after)
    if (event === undefined) return
    const { type, data, about, ownerId } = event
    if (ownerId === undefined) this.#add(act, type, data, about)
    else this.addOwn({ type, ownerId, at: act.at, by: act.by, data })
  }

  noteImport({ events: told }: Table, range: ImportedRange, act: ChangeContext): void {
    if (told?.imported === undefined) return
    const about = this.#topics.map(() => null)
    const id = this.#add(act, told.imported, importData(range), about)
    const named = Object.entries(told.topics).filter(([, field]) => field === 'id')
    this.#transaction.insert(
      ranges,
      named.map(([topic]) => [topic, range.last, range.first, id]),
    )
  }

  addOwn({ type, ownerId, at, by, data }: OwnEvent): void {
    this.#own ??= []
    const id = this.#transaction.next('events')
    this.#own.push([id, type, at, ownerId, bodyOf(type, at, by, data)])
  }

  save(): void {
    if (this.#events !== undefined) this.#transaction.insert(this.#insertion, this.#events)
    if (this.#own !== undefined) this.#transaction.insert(ownEvents, this.#own)
    this.#events = undefined
    this.#own = undefined
  }

  #add({ at, by }: ChangeContext, type: string, data: string, about: Described['about']): bigint {
    const id = this.#transaction.next('events')
    this.#events ??= []
    // Each element of a spread costs an object.
    const cells: readonly Cell[] = [id, type, at]
    this.#events.push(cells.concat(about, bodyOf(type, at, by, data)))
    return id
  }
}
