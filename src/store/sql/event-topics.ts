import type { Table } from '../../base/data/table.ts'
import { columnNameOf } from './columns.ts'

/** A topic of events, and how the table of events keeps it. */
export type TopicColumn = Readonly<ReturnType<typeof topicsOf>[number]>

/** The topics of all events that the tables have, each once. */
export const topicsOf = (tables: readonly Table[]) => {
  const names = new Set(tables.flatMap(({ events }) => Object.keys(events?.topics ?? {})))
  return [...names].map((name) => {
    const about = tables.flatMap(({ events }) =>
      events !== undefined && Object.hasOwn(events.topics, name) ? [events] : [],
    )
    const column = columnNameOf(name)
    return {
      name,
      column,
      /** Its index: the ids of the topic, then the types. */
      index: `events_by_${column}`,
      /** Every type that an event of a write may have that is about it. */
      types: about.flatMap(({ types }) => types),
      /** The type of the imports that are about it. */
      imported: about.flatMap(({ imported, topics }) =>
        imported !== undefined && topics[name] === 'id' ? [imported] : [],
      ),
    }
  })
}

/** Finds a topic by its name. It throws if no event is about that. */
export const topicFinder = (tables: readonly Table[]): ((name: string) => TopicColumn) => {
  const topics = new Map(topicsOf(tables).map((topic) => [topic.name, topic]))
  return (name) => {
    const found = topics.get(name)
    if (found === undefined) throw new Error(`No event is about ${name}.`)
    return found
  }
}
