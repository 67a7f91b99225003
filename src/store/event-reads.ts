import { int64 } from '../base/int64.ts'
import type {
  EventLog,
  EventPage,
  EventQuery,
  EventRange,
  StoredEvent,
} from '../base/data/events.ts'
import type { Table } from '../base/data/table.ts'
import type { Dialect, Parameter, Read } from './engine.ts'
import { type TopicColumn, topicFinder } from './sql/event-topics.ts'
import { edge, idsPassedOver } from './sql/events.ts'
import { unionOf } from './table-sql.ts'

const rangeText = `SELECT ${edge('min')}, ${edge('max')}`

/** Typed by the tables. */
type PageCells = readonly [
  oldest: bigint,
  newest: bigint,
  isThere: bigint | null,
  json: string | null,
  count: bigint,
  last: bigint | null,
]
type KeptCells = readonly [id: bigint, type: string, ownerId: string | null, body: string]

const jsonOf = (id: bigint, body: string): string => `{"id":${id}${body}`

/** @param tables those whose writes are events, and others */
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
  return {
    page: (query) => {
      const [page, values] = pageText(dialect, query, topicOf)
      // One statement reads the page and the range as of one moment.
      return read(page, [firstEvent(query), query.limit, ...values], ([row]) =>
        pageOf(query, row as unknown as PageCells),
      )
    },
    after: async (id, most) =>
      await read(after, [id, most], (rows) =>
        (rows as unknown as readonly KeptCells[]).map(keptOf),
      ),
    range: async () => await read(rangeText, [], ([row]) => rangeOf(row as unknown as PageCells)),
  }
}

const rangeOf = ([oldest, newest]: readonly [bigint, bigint, ...unknown[]]): EventRange => ({
  oldest,
  newest,
})

const keptOf = ([id, type, ownerId, body]: KeptCells): StoredEvent => ({
  id,
  type,
  ownerId: ownerId ?? undefined,
  json: jsonOf(id, body),
})

const pageOf = (query: EventQuery, cells: PageCells): EventPage => {
  const isDescending = query.order === 'descending'
  const range = rangeOf(cells)
  const [, , there, json, count, lastId] = cells
  if (!isDescending && isExpired(query, range, there !== null)) return { outcome: 'expired', range }
  const last = count === BigInt(query.limit) ? (lastId ?? undefined) : undefined
  return {
    outcome: 'page',
    json: `[${json ?? ''}]`,
    next: isDescending ? last : (last ?? range.newest),
  }
}

/** Whether the log is without events that a reader at this position has to see, or has seen. */
const isExpired = (
  { after }: EventQuery,
  { oldest, newest }: EventRange,
  isThere: boolean,
): boolean => {
  if (after === undefined) return false
  if (after < oldest - 1n || after > newest) return true
  // Only a restored store has passed over ids, and those after its backup were given before it.
  const isWhole = newest - oldest < idsPassedOver || after < oldest
  return !isWhole && !isThere
}

/** The first id that a page of events may have. */
const firstEvent = ({ after, order }: EventQuery): bigint => {
  if (order === 'descending') return after === undefined ? int64.maximum : after - 1n
  // No event has the largest id, so nothing is behind it.
  return after === int64.maximum ? after : (after ?? 0n) + 1n
}

/** The statement of a page, and its values from `$3` on. Exported for the tests of its plan. */
export const pageText = (
  dialect: Dialect,
  query: EventQuery,
  topicOf: (name: string) => TopicColumn,
): readonly [text: string, values: readonly Parameter[]] => {
  const { types, topic, order } = query
  const isDescending = order === 'descending'
  const direction = isDescending ? 'DESC' : 'ASC'
  const values: Parameter[] = []
  const add: Add = (value) => dialect.parameter(values.push(value) + 2)
  const selects =
    topic !== undefined
      ? ofTopic(dialect, topicOf(topic.name), topic.id, types, add)
      : types !== undefined
        ? ofTypes(types, query.reader, add)
        : ofAll(query.reader, add)
  const range = isDescending ? 'id <= $1' : 'id >= $1'
  const chosen = unionOf(
    dialect,
    selects.map((select) => `${select} ${range}`),
    `ORDER BY id ${direction} LIMIT $2 + 0`,
  )
  const position = 'CAST($1 AS bigint) - 1'
  // Only an ascending page can be behind a position that is gone.
  const there = isDescending
    ? 'NULL'
    : `(SELECT 1 FROM events WHERE id = ${position} UNION ALL SELECT 1 FROM own_events WHERE id = ${position})`
  const rows =
    topic === undefined && types === undefined
      ? chosen
      : // Only the bodies of the page are looked up.
        `SELECT id, coalesce(
          (SELECT body FROM events WHERE events.id = chosen.id),
          (SELECT body FROM own_events WHERE own_events.id = chosen.id)
        ) AS body FROM (${chosen}) AS chosen`
  return [
    `SELECT ${edge('min')}, ${edge('max')}, ${there}, json, count, last FROM (
      SELECT string_agg('{"id":' || id || body, ',') AS json, count(*) AS count,
        ${isDescending ? 'min' : 'max'}(id) AS last
      FROM (${rows}) AS event
    ) AS page`,
    values,
  ]
}

/** Adds a value, and returns its parameter. */
type Add = (value: Parameter) => string

/** All events that a reader may see. */
const ofAll = (reader: string, add: Add): readonly string[] => [
  'SELECT id, body FROM events WHERE',
  `SELECT id, body FROM own_events WHERE owner_id = ${add(reader)} AND`,
]

/** The ids of the events of some types that a reader may see. The own events of one owner are few. */
const ofTypes = (types: readonly string[], reader: string, add: Add): readonly string[] => {
  const places = types.map(add)
  return [
    ...places.map((type) => `SELECT id FROM events WHERE type = ${type} AND`),
    `SELECT id FROM own_events WHERE owner_id = ${add(reader)} AND type IN (${places.join(', ')}) AND`,
  ]
}

/** The ids of the events about one row: its own, and that of the import that brought it. */
const ofTopic = (
  { hint, eventType }: Dialect,
  { name, column, index, types: all, imported }: TopicColumn,
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
        `SELECT id FROM events${hint(index)} WHERE ${column} = ${row} AND ${eventType.column} = ${add(eventType.valueOf(type))} AND`,
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
