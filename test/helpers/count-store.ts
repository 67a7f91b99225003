import type { CountStore, StoredCount, Subject } from '../../src/access/quotas/counters.ts'

const nameOf = ({ kind, id }: Subject): string => `${kind} ${id}`

/** A store in memory that a test can make fail or slow. */
export class TestCountStore implements CountStore {
  readonly rows = new Map<string, StoredCount>()
  saves = 0
  failing = false
  /** Runs in the middle of a save, as requests do if a store is slow. */
  meanwhile: () => void | Promise<void> = () => undefined

  async load(): Promise<readonly StoredCount[]> {
    return [...this.rows.values()]
  }

  async save(counts: readonly StoredCount[], forgotten: readonly Subject[]): Promise<void> {
    this.saves += 1
    const written = structuredClone(counts)
    await this.meanwhile()
    if (this.failing) throw new Error('The disk is full.')
    for (const subject of forgotten) this.rows.delete(nameOf(subject))
    for (const count of written) this.rows.set(nameOf(count), count)
  }
}
