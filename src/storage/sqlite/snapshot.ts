import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { Changes } from '../changes.ts'
import { rollBack } from './transaction.ts'
import { guarded } from './guard.ts'
import { type HiddenIds, hiddenIds } from './hidden-ids.ts'

/**
 * The moment as of which a connection reads. All reads in one turn of the event loop share a moment. To take SQLite's
 * locks costs more than to read a row. Changes by this process are still visible at once. No moment outlives its turn,
 * since the write-ahead log could not be reset meanwhile.
 */
export class Snapshot {
  readonly #database: DatabaseSync
  readonly #changes: Changes
  readonly #begin: StatementSync
  readonly #commit: StatementSync
  readonly #hiddenIds: StatementSync
  #isOpen = false
  #isEndSet = false
  /** That of the changes when the reading began. */
  #began = 0
  #hidden: HiddenIds | undefined

  /** @param database a connection that only reads and has no other transaction */
  constructor(database: DatabaseSync, changes: Changes) {
    this.#database = database
    this.#changes = changes
    this.#begin = database.prepare('BEGIN')
    this.#commit = database.prepare('COMMIT')
    this.#hiddenIds = hiddenIds(database)
  }

  /**
   * Reads as of a moment of this turn that is not before the last change by this process.
   *
   * @param work gets the ids that an import hides at that moment
   * @throws StorageUnavailable
   */
  read<T>(work: (hidden: HiddenIds | undefined) => T): T {
    try {
      return guarded(this.#database, () => work(this.#enter()))
    } catch (error) {
      this.end()
      throw error
    }
  }

  /**
   * Reads by one statement, which needs no hidden ids: as of the moment of this turn if one has begun, else by itself.
   *
   * @throws StorageUnavailable
   */
  readOnce<T>(work: () => T): T {
    return this.#isOpen ? this.read(work) : guarded(this.#database, work)
  }

  /**
   * Reads the present state, including changes by other processes.
   *
   * @throws StorageUnavailable
   */
  readNow<T>(work: () => T): T {
    return guarded(this.#database, () => {
      this.end()
      return work()
    })
  }

  /** Ends the moment; the next read begins a later one. */
  end(): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    try {
      this.#commit.run()
    } catch {
      // After a failed read its end may fail too; the caller should get the first error.
      rollBack(this.#database)
    }
  }

  #enter(): HiddenIds | undefined {
    if (this.#isOpen) {
      if (this.#began === this.#changes.moment) return this.#hidden
      this.end()
    }
    // Read first: a change after this line is seen under the old number at most.
    this.#began = this.#changes.moment
    this.#begin.run()
    this.#isOpen = true
    if (!this.#isEndSet) {
      this.#isEndSet = true
      setImmediate(() => this.#endTurn())
    }
    // The first read fixes the moment. The columns are typed by the STRICT table.
    this.#hidden = this.#hiddenIds.get() as HiddenIds | undefined
    return this.#hidden
  }

  #endTurn(): void {
    this.#isEndSet = false
    this.end()
  }
}
