import type { Result } from '../data/change.ts'
import type { Applied, Store } from '../data/store.ts'
import type { Once } from '../idempotency/idempotency-store.ts'

/** What a thread reads of the rows by itself. */
export type StoreReads = Pick<Store, 'find' | 'page' | 'changes'> & {
  /** Finds what a change resulted in before, or that its key stands for another one; undefined if neither. */
  kept(once: Once): Promise<Applied<Result> | undefined>
}

/**
 * A store of what a thread reads and of who writes for it. A change that was done before is replayed by the
 * reading side, so that it needs no writer, and goes on while nothing can be written.
 */
export const storeOf = (reads: StoreReads, apply: Store['apply']): Store => ({
  find: (table, id) => reads.find(table, id),
  page: (table, query) => reads.page(table, query),
  changes: reads.changes,
  apply: async <R extends Result>(change: Parameters<typeof apply<R>>[0], once?: Once) => {
    const before = once && (await reads.kept(once))
    // What was kept for this change is what it results in.
    return (before as Applied<R> | undefined) ?? (await apply(change, once))
  },
})
