import { readExact } from '../core/exact-json.ts'
import type { Change } from './change.ts'
import { resultOf, type Store } from './store.ts'
import type { Table } from './table.ts'

/** Rows that are kept as long as events are. Their ids follow their age. */
export type Ageing = {
  readonly table: Table
  /**
   * Removes those of some rows that are too old.
   *
   * @param before milliseconds since the Unix epoch
   */
  readonly change: (
    ids: readonly bigint[],
    before: number,
  ) => Change<{ readonly outcome: 'forgotten'; readonly count: bigint }>
}

/** Rows that go in one commit: so few that no request waits for long. */
const mostTogether = 100

/**
 * Removes rows that are too old, the oldest first: as many as fit into one commit.
 *
 * @param before milliseconds since the Unix epoch
 * @param now milliseconds since the Unix epoch
 * @returns whether others may be too old
 */
export const forgetOld = async (
  store: Pick<Store, 'page' | 'apply'>,
  { table, change }: Ageing,
  before: number,
  now: number,
): Promise<boolean> => {
  const query = { where: {}, after: undefined, limit: mostTogether }
  const { json } = await store.page(table, query)
  // A page is an array of rows, each of which has an id.
  const rows = readExact(json) as ReadonlyArray<{ readonly id: bigint }>
  if (rows.length === 0) return false
  const ids = rows.map(({ id }) => id)
  const { count } = resultOf(await store.apply(change(ids, before), { at: now }))
  return count === BigInt(mostTogether)
}
