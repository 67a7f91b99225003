import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type { EventLog, EventPage, EventQuery, EventRange, KeptEvent } from '../../data/events.ts'
import type { Table } from '../../data/table.ts'
import { firstEvent } from '../sql/page-query.ts'
import { idsPassedOver } from './events-restored.ts'
import { eventsSql } from './events-sql.ts'
import type { Snapshot } from './snapshot.ts'

/** Typed by the STRICT tables. */
type RangeCells = readonly [oldest: bigint, newest: bigint]
type PageCells = readonly [json: string, count: bigint, last: bigint | null]
type KeptCells = readonly [id: bigint, type: string, ownerId: string | null, json: string]

/**
 * @param database a connection that only reads
 * @param tables those whose writes are events, and others
 */
export const eventReads = (
  database: DatabaseSync,
  snapshot: Snapshot,
  tables: readonly Table[],
): EventLog => {
  const prepare = (query: string): StatementSync => {
    const statement = database.prepare(query)
    statement.setReadBigInts(true)
    statement.setReturnArrays(true)
    return statement
  }
  const sql = eventsSql(tables)
  const range = prepare(sql.range)
  const after = prepare(sql.after)
  const there = prepare(
    'SELECT 1 FROM events WHERE id = ?1 UNION ALL SELECT 1 FROM own_events WHERE id = ?1',
  )
  /** By their text; there are few, since types are counted and not named in them. */
  const pages = new Map<string, StatementSync>()
  /** Those for pages of all events, by their order. Most pages are of these, so their text is not made anew. */
  const pagesOfAll = new Map<string, StatementSync>()

  /** The statement of a page, and its values behind the position and the limit. */
  const statementFor = (query: EventQuery): readonly [StatementSync, readonly SQLInputValue[]] => {
    const { reader, types, topic, order = 'ascending' } = query
    const isOfAll = types === undefined && topic === undefined
    const known = isOfAll ? pagesOfAll.get(order) : undefined
    // Whose events they are is the only value of such a page.
    if (known !== undefined) return [known, [reader]]
    const { text, values } = sql.page(query)
    let statement = pages.get(text)
    if (statement === undefined) {
      statement = prepare(text)
      pages.set(text, statement)
    }
    if (isOfAll) pagesOfAll.set(order, statement)
    return [statement, values]
  }

  const rangeNow = (): EventRange => {
    const [oldest, newest] = range.get() as unknown as RangeCells
    return { oldest, newest }
  }

  /** Whether the log is without events that a reader at this position has to see, or has seen. */
  const isExpired = ({ order, after: position }: EventQuery, { oldest, newest }: EventRange) => {
    if (order === 'descending' || position === undefined) return false
    if (position < oldest - 1n || position > newest) return true
    // Only a restored store has passed over ids, and those after its backup were given before it.
    const isWhole = newest - oldest < idsPassedOver || position < oldest
    return !isWhole && there.get(position) === undefined
  }

  const pageNow = (query: EventQuery, { newest }: EventRange): EventPage => {
    const { order, limit } = query
    const [statement, values] = statementFor(query)
    const cells = statement.get(firstEvent(query), limit, ...values)
    const [json, count, last] = cells as unknown as PageCells
    const isFull = count === BigInt(limit)
    if (order === 'descending') {
      return { outcome: 'page', json, next: isFull ? (last ?? undefined) : undefined }
    }
    return { outcome: 'page', json, next: isFull ? (last ?? newest) : newest }
  }

  return {
    page: (query) =>
      snapshot.read(() => {
        const all = rangeNow()
        return isExpired(query, all) ? { outcome: 'expired', range: all } : pageNow(query, all)
      }),
    after: async (id, most) =>
      snapshot.read(() =>
        (after.all(id, most) as unknown as readonly KeptCells[]).map(keptEventOf),
      ),
    range: async () => snapshot.read(rangeNow),
  }
}

const keptEventOf = ([id, type, ownerId, json]: KeptCells): KeptEvent => ({
  id,
  type,
  ownerId: ownerId ?? undefined,
  json,
})
