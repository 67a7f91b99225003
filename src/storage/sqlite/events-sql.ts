import type { SQLInputValue } from 'node:sqlite'
import type { EventQuery } from '../../data/events.ts'
import type { Table } from '../../data/table.ts'
import { type TopicColumn, topicFinder, topicsOf } from '../sql/event-topics.ts'
import { edge, eventJson, eventStart, markOf, refuseSameMarks, typeMark } from './events-schema.ts'

/** A statement and its values from `?3` on. */
type Filled = { readonly text: string; readonly values: readonly SQLInputValue[] }

/** The statements that read events. */
export type EventsSql = {
  /** The ids of the oldest and the newest event, or zeros. */
  readonly range: string
  /** Up to `?2` events behind the id `?1`: id, type, owner_id and JSON. */
  readonly after: string
  /**
   * Up to `?2` events from the id `?1` on: as one JSON array, their number, and the id of the last.
   *
   * @throws Error if the query names no topic of the tables
   */
  readonly page: (query: EventQuery) => Filled
}

/**
 * Every part of a page is one range of an index, in the order of ids; SQLite merges them, and reads no more than it needs.
 *
 * @throws Error as `refuseSameMarks`
 */
export const eventsSql = (tables: readonly Table[]): EventsSql => {
  for (const { types } of topicsOf(tables)) refuseSameMarks(types)
  const topicOf = topicFinder(tables)

  return {
    range: `SELECT (${edge('ASC')}), (${edge('DESC')})`,
    after: `
      SELECT id, type, NULL, ${eventJson('id', 'body')} FROM events WHERE id > ?1
      UNION ALL
      SELECT id, type, owner_id, ${eventJson('id', 'body')} FROM own_events WHERE id > ?1
      ORDER BY id LIMIT ?2 + 0`,
    page: ({ reader, types, topic, order }) => {
      const isDescending = order === 'descending'
      const from = `id ${isDescending ? '<=' : '>='} ?1`
      const values: SQLInputValue[] = []
      /** Adds a value, and returns its parameter. */
      const parameter = (value: SQLInputValue): string => `+?${values.push(value) + 2}`
      const sorted = `ORDER BY id ${isDescending ? 'DESC' : 'ASC'} LIMIT ?2 + 0`
      const chosen = (parts: readonly string[]): string =>
        `${parts.length === 0 ? nothing : parts.join(' UNION ALL ')} ${sorted}`
      const rows =
        topic !== undefined
          ? bodiesOf(chosen(ofTopic(topicOf(topic.name), topic.id, types, from, parameter)))
          : types !== undefined
            ? withBodies(chosen(ofTypes(types, reader, from, parameter)))
            : chosen(allOf(reader, from, parameter))
      return { text: pageOf(rows, isDescending ? 'min' : 'max'), values }
    },
  }
}

/** No id, of a statement with the parameters that all have. */
const nothing = 'SELECT 0 AS id WHERE FALSE AND ?1'

type Parameter = (value: SQLInputValue) => string

/** All events that a reader may see. Most pages are of these, so their rows are not looked up once more. */
const allOf = (reader: string, from: string, parameter: Parameter): readonly string[] => [
  `SELECT id, body FROM events WHERE ${from}`,
  `SELECT id, body FROM own_events WHERE owner_id = ${parameter(reader)} AND ${from}`,
]

/** The ids of the events of some types that a reader may see. The own events of one owner are few. */
const ofTypes = (
  types: readonly string[],
  reader: string,
  from: string,
  parameter: Parameter,
): readonly string[] => [
  ...types.map((type) => `SELECT id FROM events WHERE type = ${parameter(type)} AND ${from}`),
  `SELECT id FROM own_events WHERE owner_id = ${parameter(reader)} AND ${from}
    AND type IN (SELECT value FROM json_each(${parameter(JSON.stringify(types))}))`,
]

/** The ids of the events about one row: its own, and that of the import that brought it. */
const ofTopic = (
  { name, column, index, types: all, imported }: TopicColumn,
  id: bigint,
  types: readonly string[] | undefined,
  from: string,
  parameter: Parameter,
): readonly string[] => {
  const isAsked = (type: string): boolean => types === undefined || types.includes(type)
  const asked = all.filter(isAsked)
  const isOfImport = imported.some(isAsked)
  if (asked.length === 0 && !isOfImport) return []
  const row = parameter(id)
  const writes = asked.map(
    (type) =>
      `SELECT id FROM events INDEXED BY ${index} WHERE ${column} = ${row} AND ${typeMark} = ${parameter(markOf(type))} AND ${from}`,
  )
  if (!isOfImport) return writes
  return [
    ...writes,
    `SELECT id FROM (
      SELECT event_id AS id, first FROM event_ranges WHERE topic = ${parameter(name)} AND last >= ${row}
      ORDER BY last LIMIT 1
    ) WHERE first <= ${row} AND ${from}`,
  ]
}

/** The ids of a statement, in its order, with the bodies of the events, none of which is anybody's own. */
const bodiesOf = (chosen: string): string => `
  SELECT events.id AS id, events.body AS body
  FROM (${chosen}) AS chosen CROSS JOIN events ON events.id = chosen.id`

/** The same of events of which some may be somebody's own. */
const withBodies = (chosen: string): string => `
  SELECT chosen.id AS id, ifnull(
    (SELECT body FROM events WHERE events.id = chosen.id),
    (SELECT body FROM own_events WHERE own_events.id = chosen.id)
  ) AS body
  FROM (${chosen}) AS chosen`

/** Each event begins alike, so its beginning stands between the events: one text less is made of each. */
const pageOf = (rows: string, last: 'min' | 'max'): string => `
  SELECT
    ifnull('[${eventStart}' || group_concat(id || body, ',${eventStart}') || ']', '[]'),
    count(*), ${last}(id)
  FROM (${rows})`
