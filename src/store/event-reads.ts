import { andThen, type Awaitable } from '../base/awaitable.ts'
import { int64 } from '../base/int64.ts'
import { maxScanned } from '../base/data/store.ts'
import type {
  EventLog,
  EventPage,
  EventQuery,
  EventRange,
  StoredEvent,
  Table,
} from '../base/data/table.ts'
import type { Dialect, Parameter, Read } from './engine.ts'
import { edge, idsPassedOver, type TopicColumn, topicFinder } from './event-log.ts'
import { unionOf } from './table-sql.ts'

const rangeText = `SELECT ${edge('min')}, ${edge('max')}`

/** The most by which event times may be out of order with ids, in milliseconds: an earlier request may commit later. */
const disorder = 30_000

type LastBefore = (time: number) => Awaitable<bigint>

const nextIn = (table: string): string =>
  `SELECT * FROM (SELECT id, at FROM ${table} WHERE id >= position + step ORDER BY id LIMIT 1) AS next_in_${table}`

/** The last event before a time, by a binary search over the ids. It takes as many steps whatever the length of the log. */
const searchText = `
  WITH RECURSIVE search (position, step) AS (
    SELECT ${edge('min')} - 1, ${2n ** 45n}
    UNION ALL
    SELECT position + CASE WHEN $1 > (
      SELECT at FROM (${nextIn('events')} UNION ALL ${nextIn('own_events')}) AS next ORDER BY id LIMIT 1
    ) THEN step ELSE 0 END, step / 2
    FROM search WHERE step > 0
  )
  SELECT max(position) FROM search`

/** The range of ids that can have events of the queried times: after `low`, up to and including `high`. */
type Bounds = { readonly low?: bigint | undefined; readonly high?: bigint | undefined }

/** An ascending page starts at its position and a descending one ends at `low`, so only the bounds that are needed are read. */
const boundsOf = (
  { since, until, after, order }: EventQuery,
  lastBefore: LastBefore,
): Awaitable<Bounds> => {
  const isDescending = order === 'descending'
  const needsLow = since !== undefined && (isDescending || after === undefined)
  const needsHigh = until !== undefined && !(isDescending && after !== undefined)
  const low = needsLow ? lastBefore(since - disorder) : undefined
  const high = needsHigh ? lastBefore(until + disorder) : undefined
  return andThen(low, (from) => andThen(high, (to) => ({ low: from, high: to })))
}

type PageCells = readonly [
  ...range: [oldest: bigint, newest: bigint],
  isThere: bigint | null,
  json: string | null,
  count: bigint,
  last: bigint | null,
  scanned: bigint | null,
]
type StoredCells = readonly [id: bigint, type: string, ownerId: string | null, body: string]

/** @param tables all tables, whether their writes are events or not */
export const eventReads = (dialect: Dialect, read: Read, tables: readonly Table[]): EventLog => {
  const topicOf = topicFinder(tables)
  const after = unionOf(
    dialect,
    [
      'SELECT id, type, NULL AS owner_id, body FROM events WHERE id > $1',
      'SELECT id, type, owner_id, body FROM own_events WHERE id > $1',
    ],
    'ORDER BY id LIMIT $2 + 0',
  )
  const lastBefore: LastBefore = (time) => read(searchText, [time], ([row]) => row?.[0] as bigint)
  return {
    page: (query) =>
      andThen(boundsOf(query, lastBefore), (bounds) => {
        const [page, values] = pageText(dialect, query, topicOf, bounds)
        // One statement reads the page and the range from the same snapshot.
        return read(page, [firstEvent(query, bounds), query.limit, ...values], ([row]) =>
          pageOf(query, row as unknown as PageCells, bounds),
        )
      }),
    before: async (time) => await lastBefore(time - disorder),
    after: async (id, max) =>
      await read(after, [id, max], (rows) =>
        (rows as unknown as readonly StoredCells[]).map(storedEvent),
      ),
    trace: async (id) =>
      await read(
        'SELECT trace FROM event_traces WHERE id = $1',
        [id],
        ([row]) => row?.[0] as string,
      ),
    range: async () => await read(rangeText, [], ([row]) => rangeOf(row as unknown as PageCells)),
  }
}

const rangeOf = ([oldest, newest]: readonly [bigint, bigint, ...unknown[]]): EventRange => ({
  oldest,
  newest,
})

const storedEvent = ([id, type, ownerId, body]: StoredCells): StoredEvent => ({
  id,
  type,
  ownerId: ownerId ?? undefined,
  json: `{"id":${id}${body}`,
})

const pageOf = (query: EventQuery, cells: PageCells, { high }: Bounds): EventPage => {
  const isDescending = query.order === 'descending'
  const range = rangeOf(cells)
  const [, , there, json, count, lastId, scanned] = cells
  if (!isDescending && isExpired(query, range, there !== null)) return { outcome: 'expired', range }
  const isFull = count === BigInt(query.limit)
  const last = (isFull ? lastId : scanned) ?? undefined
  // No later event can be older than the end of the page's time.
  const isOver = high !== undefined && high < range.newest
  return {
    outcome: 'page',
    json: `[${json ?? ''}]`,
    next: isDescending || isOver ? last : (last ?? range.newest),
  }
}

/** Whether the log lacks events that a reader at this position should see or has seen. */
const isExpired = (
  { after }: EventQuery,
  { oldest, newest }: EventRange,
  isThere: boolean,
): boolean => {
  if (after === undefined) return false
  if (after < oldest - 1n || after > newest) return true
  // Only a restored store has skipped ids: those that were assigned after its backup.
  const isWhole = newest - oldest < idsPassedOver || after < oldest
  return !isWhole && !isThere
}

const firstEvent = ({ after, order }: EventQuery, { low, high }: Bounds): bigint => {
  if (order === 'descending') return after === undefined ? (high ?? int64.maximum) : after - 1n
  const position = after ?? low ?? 0n
  // No event has the largest id, so nothing follows it.
  return position === int64.maximum ? position : position + 1n
}

/** The statement of a page, and its values from `$3` on. Exported so that tests can check its query plan. */
export const pageText = (
  dialect: Dialect,
  query: EventQuery,
  topicOf: (name: string) => TopicColumn,
  { low, high }: Bounds = {},
): readonly [text: string, values: readonly Parameter[]] => {
  const { types, topic, order, since, until, by } = query
  const isDescending = order === 'descending'
  const direction = isDescending ? 'DESC' : 'ASC'
  const values: Parameter[] = []
  const add: Add = (value) => dialect.parameter(values.push(value) + 2)
  const isScanned = since !== undefined || until !== undefined || by !== undefined
  const shown = isScanned ? 'id' : 'id, body'
  const selects =
    topic !== undefined
      ? ofTopic(dialect, topicOf(topic.name), topic.id, types, add)
      : types !== undefined
        ? ofTypes(types, query.reader, add)
        : // All events that the reader may see.
          [
            `SELECT ${shown} FROM events WHERE`,
            `SELECT ${shown} FROM own_events WHERE owner_id = ${add(query.reader)} AND`,
          ]
  const range = isDescending
    ? `id <= $1${low === undefined ? '' : ` AND id > ${add(low)}`}`
    : `id >= $1${high === undefined ? '' : ` AND id <= ${add(high)}`}`
  const fits = [
    ...(since === undefined ? [] : [`at >= ${add(since)}`]),
    ...(until === undefined ? [] : [`at < ${add(until)}`]),
    ...(by === undefined ? [] : [isBy(add(byText(by)))]),
  ]
  const chosen = unionOf(
    dialect,
    selects.map((select) => `${select} ${range}`),
    `ORDER BY id ${direction} LIMIT ${isScanned ? add(maxScanned) : '$2'} + 0`,
  )
  const position = 'CAST($1 AS bigint) - 1'
  // Only an ascending page can start after a deleted position.
  const there = isDescending
    ? 'NULL'
    : `(SELECT 1 FROM events WHERE id = ${position} UNION ALL SELECT 1 FROM own_events WHERE id = ${position})`
  const of = (table: string): string =>
    `(SELECT body FROM ${[`${table} WHERE ${table}.id = chosen.id`, ...fits].join(' AND ')})`
  // Only the bodies of the page are looked up.
  const looked = `SELECT id, coalesce(${of('events')}, ${of('own_events')}) AS body FROM (${chosen}) AS chosen`
  const rows = isScanned
    ? `SELECT id, body FROM (${looked}) AS looked WHERE body IS NOT NULL LIMIT $2 + 0`
    : topic === undefined && types === undefined
      ? chosen
      : looked
  const edgeOf = isDescending ? 'min' : 'max'
  const scanned = isScanned
    ? `(SELECT CASE count(*) WHEN ${maxScanned} THEN ${edgeOf}(id) END FROM (${chosen}) AS scanned)`
    : 'NULL'
  return [
    `SELECT ${edge('min')}, ${edge('max')}, ${there}, json, count, last, ${scanned} FROM (
      SELECT string_agg('{"id":' || id || body, ',') AS json, count(*) AS count,
        ${edgeOf}(id) AS last
      FROM (${rows}) AS event
    ) AS page`,
    values,
  ]
}

/** What follows the timestamp in the body of an event that an API key caused (`bodyOf`). */
const byText = (by: string): string => `"by":${JSON.stringify(by)},"data":`

/** Tests what follows the timestamp of an event. After the type come 50 characters that are the same in all events. */
const isBy = (text: string): string => `substr(body, length(type) + 51, length(${text})) = ${text}`

type Add = (value: Parameter) => string

/** The ids of events of some types that a reader may see. An owner has few private events. */
const ofTypes = (types: readonly string[], reader: string, add: Add): readonly string[] => {
  const places = types.map(add)
  return [
    ...places.map((type) => `SELECT id FROM events WHERE type = ${type} AND`),
    `SELECT id FROM own_events WHERE owner_id = ${add(reader)} AND type IN (${places.join(', ')}) AND`,
  ]
}

/** The ids of the events about one row, including the import that created it. */
const ofTopic = (
  { eventType }: Dialect,
  { name, column, types: all, imported }: TopicColumn,
  id: bigint,
  types: readonly string[] | undefined,
  add: Add,
): readonly string[] => {
  const isAsked = (type: string): boolean => types === undefined || types.includes(type)
  const row = add(id)
  const writes = all
    .filter(isAsked)
    .map(
      (type) =>
        `SELECT id FROM events WHERE ${column} = ${row} AND ${eventType.column} = ${add(eventType.valueOf(type))} AND`,
    )
  if (!imported.some(isAsked)) {
    // The statement needs a part.
    return writes.length > 0 ? writes : [`SELECT id FROM events WHERE id = ${row} AND FALSE AND`]
  }
  return [
    ...writes,
    `SELECT id FROM (
      SELECT event_id AS id, first FROM event_ranges WHERE topic = ${add(name)} AND last >= ${row}
      ORDER BY last LIMIT 1
    ) AS brought WHERE first <= ${row} AND`,
  ]
}
