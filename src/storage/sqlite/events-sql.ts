import type { SQLInputValue } from 'node:sqlite'
import type { EventQuery } from '../../data/events.ts'
import type { Table } from '../../data/table.ts'
import { edge, eventJson, type TopicColumn, topicsOf } from './events-schema.ts'

/** A statement and its values from `?3` on. */
type Filled = { readonly text: string; readonly values: readonly SQLInputValue[] }

/** The statements that read events. */
export type EventsSql = {
  /** The ids of the oldest and the newest event, or zeros. */
  readonly range: string
  /** Up to `?2` events behind the id `?1`: id, type, owner and JSON. */
  readonly after: string
  /**
   * Up to `?2` events from the id `?1` on: as one JSON array, their number, and the id of the last.
   *
   * @throws Error if the query names no topic of the tables
   */
  readonly page: (query: EventQuery) => Filled
}

/** Every part of a page is one range of an index, in the order of ids; SQLite merges them, and reads no more than it needs. */
export const eventsSql = (tables: readonly Table[]): EventsSql => {
  const topics = new Map(topicsOf(tables).map((topic) => [topic.name, topic]))

  const topicOf = (name: string): TopicColumn => {
    const found = topics.get(name)
    if (found === undefined) throw new Error(`No event is about ${name}.`)
    return found
  }

  return {
    range: `SELECT (${edge('ASC')}), (${edge('DESC')})`,
    after: `
      SELECT id, type, NULL, ${eventJson('id', 'body')} FROM events WHERE id > ?1
      UNION ALL
      SELECT id, type, owner, ${eventJson('id', 'body')} FROM own_events WHERE id > ?1
      ORDER BY id LIMIT ?2 + 0`,
    page: ({ reader, types, topic, order }) => {
      const isDescending = order === 'descending'
      const from = `id ${isDescending ? '<=' : '>='} ?1`
      const values: SQLInputValue[] = []
      /** Adds a value, and returns its parameter. */
      const parameter = (value: SQLInputValue): string => `+?${values.push(value) + 2}`
      const parts =
        topic === undefined
          ? ofTypes(types, reader, from, parameter)
          : ofTopic(topicOf(topic.name), topic.id, types, from, parameter)
      const sorted = `ORDER BY id ${isDescending ? 'DESC' : 'ASC'} LIMIT ?2 + 0`
      return { text: pageOf(parts, sorted, isDescending ? 'min' : 'max'), values }
    },
  }
}

type Parameter = (value: SQLInputValue) => string

/** All events that a reader may see, or those of some types. */
const ofTypes = (
  types: readonly string[] | undefined,
  reader: string,
  from: string,
  parameter: Parameter,
): readonly string[] => {
  const own = `SELECT id FROM own_events WHERE owner = ${parameter(reader)} AND ${from}`
  if (types === undefined) return [`SELECT id FROM events WHERE ${from}`, own]
  return [
    ...types.map((type) => `SELECT id FROM events WHERE type = ${parameter(type)} AND ${from}`),
    // The own events of one owner are few.
    `${own} AND type IN (SELECT value FROM json_each(${parameter(JSON.stringify(types))}))`,
  ]
}

/** The events about one row: its own, and the import that brought it. */
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
      `SELECT id FROM events INDEXED BY ${index} WHERE ${column} = ${row} AND type = ${parameter(type)} AND ${from}`,
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

const pageOf = (parts: readonly string[], sorted: string, last: 'min' | 'max'): string => `
  SELECT '[' || ifnull(group_concat(${eventJson('id', 'body')}, ','), '') || ']', count(*), ${last}(id)
  FROM (
    SELECT chosen.id AS id, ifnull(
      (SELECT body FROM events WHERE events.id = chosen.id),
      (SELECT body FROM own_events WHERE own_events.id = chosen.id)
    ) AS body
    FROM (${parts.length === 0 ? 'SELECT 0 AS id WHERE FALSE AND ?1' : parts.join('\nUNION ALL\n')} ${sorted}) AS chosen
  )`
