import { compileSerializer } from '../../core/schema/serializer.ts'
import { dateTimeText } from '../../core/date-time.ts'
import { isSameValue } from '../../data/change.ts'
import { fieldsOf, type Row, type Table } from '../../data/table.ts'
import type { TopicColumn } from './event-topics.ts'

/** An event that only the owner of some keys may see. */
export type OwnEvent = {
  readonly type: string
  readonly ownerId: string
  /** Milliseconds since the Unix epoch. */
  readonly at: number
  /** The name of the API key that asked for it; undefined if none did. */
  readonly by?: string | undefined
  /** A JSON object. */
  readonly data: string
}

/** The rows of an import, by their ids. */
export type ImportedRange = {
  readonly first: bigint
  readonly last: bigint
  readonly count: number
}

/** What the event of a write says. */
export type Described = {
  readonly type: string
  /** A JSON object. */
  readonly data: string
  /** The id for each topic; null if the event is not about it. */
  readonly about: ReadonlyArray<bigint | null>
  /** The owner who alone may see it; undefined if all may. */
  readonly ownerId: string | undefined
}

/** Describes a write by the row before it and the row after it; undefined if the write is no event. */
type Describe = (before: Row | undefined, after: Row | undefined) => Described | undefined

/** What describes the writes to the tables whose writes are events, by the name of the table. */
export const eventWriters = (
  tables: readonly Table[],
  topics: readonly TopicColumn[],
): ReadonlyMap<string, Describe> =>
  new Map(
    tables.flatMap((table) =>
      table.events === undefined
        ? []
        : [[table.name, writerOf(table, Object.keys(table.events.topics), topics)] as const],
    ),
  )

/** The data of the event of an import. */
export const importData = ({ first, last, count }: ImportedRange): string =>
  `{"first":${first},"last":${last},"count":${count}}`

/** The JSON of an event behind its id. */
export const bodyOf = (type: string, at: number, by: string | undefined, data: string): string => {
  const name = by === undefined ? '' : `"by":${JSON.stringify(by)},`
  return `,"type":"${type}","timestamp":"${dateTimeText(at)}",${name}"data":${data}}`
}

const writerOf = (
  table: Table,
  about: readonly string[],
  topics: readonly TopicColumn[],
): Describe => {
  const { events, schema } = table
  if (events === undefined) throw new Error(`No write to ${table.name} is an event.`)
  const shown = events.schema ?? schema
  const fields = fieldsOf(table)
    .map(({ name }) => name)
    .filter((name) => Object.hasOwn(shown.properties, name))
  // It leaves hidden fields out, and writes some fields of a row alone too.
  const write = compileSerializer(shown)
  // The owner is a text that every row has.
  const ownerOf = (row: Row): string | undefined =>
    events.owner === undefined ? undefined : (row[events.owner] as string)
  const start = `{${JSON.stringify(events.name)}:`
  const fieldOfTopics = topics.map(({ name }) =>
    about.includes(name) ? events.topics[name] : undefined,
  )
  // The field of a topic is an int64 that every row has.
  const aboutRow = (row: Row): Described['about'] =>
    fieldOfTopics.map((field) => (field === undefined ? null : (row[field] as bigint)))
  return (before, after) => {
    const row = after ?? before ?? {}
    const type = events.type(before, after)
    if (type === undefined) return undefined
    if (before === undefined || after === undefined) {
      return { type, about: aboutRow(row), ownerId: ownerOf(row), data: `${start}${write(row)}}` }
    }
    const previous: Record<string, unknown> = {}
    let hasChanged = false
    for (const field of fields) {
      if (isSameValue(before[field], after[field])) continue
      hasChanged = true
      previous[field] = before[field]
    }
    if (!hasChanged) return undefined
    const data = `${start}${write(after)},"previous":${write(previous)}}`
    return { type, about: aboutRow(row), ownerId: ownerOf(row), data }
  }
}
