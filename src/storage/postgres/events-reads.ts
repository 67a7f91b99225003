import type { EventLog, EventQuery, EventRange } from '../../data/events.ts'
import type { Table } from '../../data/table.ts'
import { type TopicColumn, topicFinder } from '../sql/event-topics.ts'
import { firstEvent } from '../sql/page-query.ts'
import type { Parameter } from './connection.ts'
import type { Query } from './readers.ts'

/** The id of the newest event, or zero. */
export const newestText =
  'coalesce(greatest((SELECT max(id) FROM events), (SELECT max(id) FROM own_events)), 0)'

/** The id of the oldest event, or zero. */
export const oldestText =
  'coalesce(least((SELECT min(id) FROM events), (SELECT min(id) FROM own_events)), 0)'

/** The ids of the oldest and the newest event, or zeros. The tables of all events and of own ones count as one. */
const rangeText = `SELECT ${oldestText}, ${newestText}`

const afterText = `
  (SELECT id, type, NULL AS owner_id, body FROM events WHERE id > $1 ORDER BY id LIMIT $2)
  UNION ALL
  (SELECT id, type, owner_id, body FROM own_events WHERE id > $1 ORDER BY id LIMIT $2)
  ORDER BY id LIMIT $2`

/** @param tables those whose writes are events, and others */
export const eventReads = (query: Query, tables: readonly Table[]): EventLog => {
  const topicOf = topicFinder(tables)

  return {
    page: async (asked) => {
      const { order = 'ascending', after, limit, topic } = asked
      const isDescending = order === 'descending'
      const [parts, values] =
        topic === undefined ? partsOfAll(asked) : partsOfTopic(asked, topicOf(topic.name), topic.id)
      // One statement reads the page and the range as of one moment.
      const { rows } = await query(pageText(parts, isDescending), [
        firstEvent(asked),
        limit,
        ...values,
      ])
      const [oldest, newest] = rows[0] as unknown as readonly [bigint, bigint]
      const isExpired = after !== undefined && (after < oldest - 1n || after > newest)
      if (isExpired && !isDescending) return { outcome: 'expired', range: { oldest, newest } }
      // Without any event of the page there is one row, and no id in it.
      const events = (rows as unknown as readonly PageCells[]).filter(([, , id]) => id !== null)
      const last = events.length === limit ? (events.at(-1)?.[2] ?? undefined) : undefined
      return {
        outcome: 'page',
        json: `[${events.map(([, , id, body]) => `{"id":${id}${body}`).join(',')}]`,
        next: isDescending ? last : (last ?? newest),
      }
    },
    after: async (id, most) => {
      const { rows } = await query(afterText, [id, most])
      return (rows as ReadonlyArray<readonly [bigint, string, string | null, string]>).map(
        ([at, type, ownerId, body]) => ({
          id: at,
          type,
          ownerId: ownerId ?? undefined,
          json: `{"id":${at}${body}`,
        }),
      )
    },
    range: async () => {
      const { rows } = await query(rangeText)
      const [oldest, newest] = rows[0] as unknown as readonly [bigint, bigint]
      return { oldest, newest } satisfies EventRange
    },
  }
}

/** The range of all events, and one event of the page, if it has any. */
type PageCells = readonly [oldest: bigint, newest: bigint, id: bigint | null, body: string]

/** A selection of ids and bodies with conditions; each is one range of an index. */
type Part = (conditions: string) => string

const fromEvents: Part = (conditions) => `SELECT id, body FROM events WHERE ${conditions}`
const fromOwn: Part = (conditions) =>
  `SELECT id, body FROM own_events WHERE owner_id = $3 AND ${conditions}`

/** The parts of a page, by what comes before the ids, and the values from `$3` on. */
type Parts = readonly [parts: readonly Part[], values: readonly Parameter[]]

const partsOfAll = ({ reader, types }: EventQuery): Parts =>
  types === undefined
    ? [[fromEvents, fromOwn], [reader]]
    : [
        [
          ofTypes((conditions) => fromEvents(conditions), 4),
          (each) => fromOwn(`type = ANY($4::text[]) AND ${each}`),
        ],
        [reader, types],
      ]

const partsOfTopic = (
  { types }: EventQuery,
  { name, column, types: all, imported }: TopicColumn,
  id: bigint,
): Parts => {
  const isAsked = (type: string): boolean => types === undefined || types.includes(type)
  const asked = all.filter(isAsked)
  const writes = ofTypes((conditions) => fromEvents(`${column} = $3 AND ${conditions}`), 4)
  if (!imported.some(isAsked)) return [[writes], [id, asked]]
  const ofImport: Part = (conditions) => `
    SELECT id, body FROM (
      SELECT event_id, first FROM event_ranges WHERE topic = $5 AND last >= $3 ORDER BY last LIMIT 1
    ) AS brought JOIN events ON id = event_id WHERE first <= $3 AND ${conditions}`
  return [
    [writes, ofImport],
    [id, asked, name],
  ]
}

/** The events of each of the types in an array, each type by itself. */
const ofTypes =
  (part: Part, parameter: number): Part =>
  (conditions) =>
    `
    SELECT each.id, each.body FROM unnest($${parameter}::text[]) AS asked (of_type)
    CROSS JOIN LATERAL (${part(`type = of_type AND ${conditions}`)}) AS each`

const pageText = (parts: readonly Part[], isDescending: boolean): string => {
  const conditions = isDescending
    ? 'id <= $1 ORDER BY id DESC LIMIT $2'
    : 'id >= $1 ORDER BY id LIMIT $2'
  const direction = isDescending ? 'DESC' : 'ASC'
  return `
  SELECT oldest, newest, page.id, page.body FROM (${rangeText}) AS range (oldest, newest)
  LEFT JOIN (
    ${parts.map((part) => `(${part(conditions)})`).join(' UNION ALL ')}
    ORDER BY id ${direction} LIMIT $2
  ) AS page ON TRUE ORDER BY page.id ${direction}`
}
