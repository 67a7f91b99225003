import { readExact } from '../exact-json.ts'
import type { Change } from './change.ts'
import { type PageQuery, type Position, resultOf, type Store } from './store.ts'
import type { Table } from './table.ts'

export type SweptStore = Pick<Store, 'page' | 'find' | 'due' | 'count' | 'apply'>

/** Removes rows whose retention is over, in small batches, so that no request waits long. */
export type Sweep = {
  /** What is removed, in the plural. */
  readonly name: string
  /** Begins at the first row. Returns a function that removes a batch and resolves to whether there may be more. */
  readonly start: (store: SweptStore) => (times: SweepTimes) => Promise<boolean>
}

/** All in milliseconds since the Unix epoch. */
export type SweepTimes = {
  /** Older rows are removed; minus infinity if nothing is old yet. */
  readonly before: number
  /** The same limit for contacts. */
  readonly contactsBefore: number
  readonly now: number
}

/** The most rows removed in one commit: few enough that no request waits long. */
export const maxSwept = 100

/** Reads the ids of a page, and where the next one begins. */
export const idsOf = async (
  store: Pick<Store, 'page'>,
  table: Table,
  query: Pick<PageQuery, 'where' | 'after' | 'limit'>,
): Promise<{ readonly ids: readonly bigint[]; readonly next: Position | undefined }> => {
  const { json, next } = await store.page(table, query)
  // A page is an array of rows, each of which has an id.
  const rows = readExact(json) as ReadonlyArray<{ readonly id: bigint }>
  return { ids: rows.map(({ id }) => id), next }
}

/** Removes rows that are too old, the oldest first, by a change of a batch. Ids must ascend with time. */
export const sweepByAge = (
  table: Table,
  change: (
    ids: readonly bigint[],
    before: number,
  ) => Change<{ readonly outcome: 'forgotten'; readonly count: bigint }>,
): Sweep => ({
  name: `old ${table.name}`,
  start:
    (store) =>
    async ({ before, now }) => {
      // In the first minutes of a service nothing counts as old, because its clock may be wrong.
      if (before === -Infinity) return false
      const { ids } = await idsOf(store, table, { where: {}, after: undefined, limit: maxSwept })
      if (ids.length === 0) return false
      const { count } = resultOf(await store.apply(change(ids, before), { at: now }))
      return count === BigInt(maxSwept)
    },
})
