import type { Act } from '../data/act.ts'
import type { Change, Result } from '../data/change.ts'
import type { Applied, Store } from '../data/store.ts'
import type { IdempotencyToken } from '../idempotency/idempotency-store.ts'

/** What a store reads of the rows. */
export type StoreReads = Omit<Store, 'apply'> & {
  /** Finds the earlier result of a change, or finds that its key was used for another; undefined if neither. */
  kept(once: IdempotencyToken): Promise<Applied<Result> | undefined>
}

/**
 * A store made of reads and of a way to apply changes. A change that was made before is replayed by a read: it needs no
 * transaction, and works while nothing can be written. A replay in a transaction would also take so long that a repeat at
 * the same moment is told that the first request is still running.
 */
export const storeOf = (reads: StoreReads, apply: Store['apply']): Store => ({
  find: (table, id, where) => reads.find(table, id, where),
  page: (table, query) => reads.page(table, query),
  due: (table, until, most, of) => reads.due(table, until, most, of),
  count: (key) => reads.count(key),
  totals: (table) => reads.totals(table),
  events: reads.events,
  changes: reads.changes,
  apply: <R extends Result>(change: Change<R>, act: Act) =>
    act.once === undefined
      ? apply(change, act)
      : reads
          .kept(act.once)
          // The stored result of this change has this type.
          .then((before) => (before as Applied<R> | undefined) ?? apply(change, act)),
})
