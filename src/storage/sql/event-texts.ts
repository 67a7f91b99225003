import { isDeepStrictEqual } from 'node:util'
import { compileSerializer } from '../../api/serializer.ts'
import { dateTimeText } from '../../core/date-time.ts'
import { fieldsOf, type Row, type Table } from '../../data/table.ts'
import type { TopicColumn } from './event-topics.ts'

/** An event that only the owner of some keys may see. */
export type OwnEvent = {
  readonly type: string
  /** The id of the rotation chain. */
  readonly owner: string
  /** Milliseconds since the Unix epoch. */
  readonly at: number
  /** A JSON object. */
  readonly data: string
}

/** The rows of an import, by their ids. */
export type ImportedRange = {
  readonly first: bigint
  readonly last: bigint
  readonly count: number
}

/** The text of one write, by its table. */
type EventWriter = {
  /** The type of the event, and its data as JSON; undefined if nobody sees the write. */
  readonly describe: (
    before: Row | undefined,
    after: Row | undefined,
  ) => readonly [type: string, data: string] | undefined
  /** The field of each topic; undefined if no event of the table is about it. */
  readonly fields: ReadonlyArray<string | undefined>
}

/** What describes the writes to the tables whose writes are events, by the name of the table. */
export const eventWriters = (
  tables: readonly Table[],
  topics: readonly TopicColumn[],
): ReadonlyMap<string, EventWriter> =>
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

/** A field that is kept as JSON may have been written anew. */
const isSame = (before: unknown, after: unknown): boolean =>
  before === after || (typeof before === 'object' && isDeepStrictEqual(before, after))

const writerOf = (
  table: Table,
  about: readonly string[],
  topics: readonly TopicColumn[],
): EventWriter => {
  const { events, schema } = table
  if (events === undefined) throw new Error(`No write to ${table.name} is an event.`)
  const fields = fieldsOf(table).map(({ name }) => name)
  // It leaves hidden fields out, and writes some fields of a row alone too.
  const write = compileSerializer(schema)
  const start = `{${JSON.stringify(events.name)}:`
  return {
    describe: (before, after) => {
      if (before === undefined || after === undefined) {
        return [events.type(before, after), `${start}${write(after ?? before)}}`]
      }
      const previous: Record<string, unknown> = {}
      let hasChanged = false
      for (const field of fields) {
        if (isSame(before[field], after[field])) continue
        hasChanged = true
        previous[field] = before[field]
      }
      if (!hasChanged) return undefined
      const data = `${start}${write(after)},"previous":${write(previous)}}`
      return [events.type(before, after), data]
    },
    fields: topics.map(({ name }) => (about.includes(name) ? events.topics[name] : undefined)),
  }
}
