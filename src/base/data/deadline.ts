import { dateTimeText } from '../date-time.ts'
import type { Change } from './change.ts'
import type { Store } from './store.ts'
import type { Table } from './table.ts'

/** Rows that the clock ends: the due rows of a table (`Table.due`), and the change to make for each. */
export type Deadline = {
  readonly table: Table
  /** Returns the change for a row due at a Unix time in milliseconds. Its rule checks the row and the time again. */
  readonly change: (id: bigint, now: number) => Change
}

/** The most rows of a deadline that change in one commit: few enough that no request waits long. */
const maxInCommit = 100

/** Changes up to `maxInCommit` rows per deadline due at `now` (Unix ms), earliest first. Returns whether more may be due. */
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
