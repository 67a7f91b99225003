import { int64 } from '../../core/int64.ts'
import type { EventQuery } from '../../data/events.ts'
import type { PageQuery } from '../../data/store.ts'
import type { Table } from '../../data/table.ts'

/**
 * The fields of a filter, in the order of the query.
 *
 * @throws Error if together they are no filter of the table
 */
export const filterOf = (table: Table, where: PageQuery['where']): readonly string[] => {
  const fields = Object.keys(where).filter((field) => where[field] !== undefined)
  const isFilter = table.filters.some(
    (filter) => filter.length === fields.length && filter.every((field) => fields.includes(field)),
  )
  if (fields.length > 0 && !isFilter) {
    throw new Error(`No page of ${table.name} is by ${fields.join(' and ')}.`)
  }
  return fields
}

/** The first folded text and id that a page may have. */
export const behind = (after: PageQuery['after'], beginning: string): readonly [string, bigint] => {
  if (after === undefined) return [beginning, int64.minimum]
  if (typeof after === 'bigint') throw new TypeError('A page by a text is after a text and an id.')
  const { text, id } = after
  return id === int64.maximum ? [`${text}\0`, int64.minimum] : [text, id + 1n]
}

/** The first id that a page may have; undefined if none follows the id `after`. */
export const firstOf = ({ after, order }: PageQuery): bigint | undefined => {
  if (typeof after === 'object') throw new TypeError('Only a page by a text is after a text.')
  if (order === 'descending') {
    if (after === undefined) return int64.maximum
    return after === int64.minimum ? undefined : after - 1n
  }
  if (after === undefined) return int64.minimum
  return after === int64.maximum ? undefined : after + 1n
}

/** The first id that a page of events may have. */
export const firstEvent = ({ after, order }: EventQuery): bigint => {
  if (order === 'descending') return after === undefined ? int64.maximum : after - 1n
  // No event has the largest id, so nothing is behind it.
  return after === int64.maximum ? after : (after ?? 0n) + 1n
}
