import { dateTimeText } from '../date-time.ts'
import type { Change } from './change.ts'
import type { Store } from './store.ts'
import type { Table } from './table.ts'

/** Rows that the clock ends: those of a table that are due (`Table.due`), and the change of each. */
export type Deadline = {
  readonly table: Table
  /** The change of a row that is due, at a Unix time in milliseconds. Its rule looks at the row and the time again. */
  readonly change: (id: bigint, now: number) => Change
}

/** Rows of a deadline that change in one commit: so few that no request waits for long. */
const maxInCommit = 100

/** Changes rows due at `now` (Unix milliseconds), the earliest first, as many as fit into a commit; returns whether others may be due. */
export const expireDueRows = async (
  store: Pick<Store, 'due' | 'apply'>,
  deadlines: readonly Deadline[],
  now: number,
): Promise<boolean> => {
  let isMore = false
  for (const { table, change } of deadlines) {
    const ids = await store.due(table, dateTimeText(now), maxInCommit)
    await Promise.all(ids.map(async (id) => await store.apply(change(id, now), { at: now })))
    if (ids.length === maxInCommit) isMore = true
  }
  return isMore
}
