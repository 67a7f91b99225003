import { StorageUnavailable } from '../core/errors/storage-errors.ts'
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
 * A store made of reads and of a way to apply changes, which looks for the result of a change that was made before. While
 * nothing can be written, such a result is still replayed, since that needs only a read.
 */
export const storeOf = (reads: StoreReads, apply: Store['apply']): Store => ({
  find: (table, id, where) => reads.find(table, id, where),
  page: (table, query) => reads.page(table, query),
  due: (table, until, most, of) => reads.due(table, until, most, of),
  count: (key) => reads.count(key),
  totals: (table) => reads.totals(table),
  events: reads.events,
  changes: reads.changes,
  apply: async <R extends Result>(change: Change<R>, act: Act) => {
    try {
      return await apply(change, act)
    } catch (error) {
      if (act.once === undefined || !(error instanceof StorageUnavailable)) throw error
      // The stored result of this change has this type.
      const before = (await reads.kept(act.once)) as Applied<R> | undefined
      if (before === undefined) throw error
      return before
    }
  },
})
