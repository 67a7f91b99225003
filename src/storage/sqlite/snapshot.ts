import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { Changes } from '../changes.ts'
import { rollBack } from './database.ts'
import { guarded } from './guard.ts'
import { type HiddenIds, hiddenIds } from './hidden-ids.ts'

/**
 * The moment at which a connection reads. All reads of one turn of the event loop are of one moment: to take and
 * drop SQLite's locks costs more than to read a row. What this process changes is
 * seen at once all the same, and no moment outlives its turn, for the log of changes could not
 * begin anew meanwhile.
 */
export class Snapshot {
  readonly #database: DatabaseSync
  readonly #changes: Changes
  readonly #begin: StatementSync
  readonly #commit: StatementSync
  readonly #hiddenIds: StatementSync
  #isOpen = false
  #isEndSet = false
  #version = 0
  #hidden: HiddenIds | undefined

  /** @param database a connection that only reads, and in no other transaction */
  constructor(database: DatabaseSync, changes: Changes) {
    this.#database = database
    this.#changes = changes
    this.#begin = database.prepare('BEGIN')
    this.#commit = database.prepare('COMMIT')
    this.#hiddenIds = hiddenIds(database)
  }

  /**
   * Reads what stands at a moment of this turn that is not before the last change that this process made.
   *
   * @param work is told what an import hides at that moment
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
   * Reads what stands now, whoever changed it.
   *
   * @throws StorageUnavailable
   */
  readNow<T>(work: () => T): T {
    return guarded(this.#database, () => {
      this.end()
      return work()
    })
  }

  /** Ends the moment: the next read is of a later one. */
  end(): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    try {
      this.#commit.run()
    } catch {
      // Where a read has failed, so does its end; what failed is what the caller is to hear of.
      rollBack(this.#database)
    }
  }

  #enter(): HiddenIds | undefined {
    if (this.#isOpen) {
      if (this.#version === this.#changes.version) return this.#hidden
      this.end()
    }
    // Noted first: what changes from here on is at most seen under the number of before.
    this.#version = this.#changes.version
    this.#begin.run()
    this.#isOpen = true
    if (!this.#isEndSet) {
      this.#isEndSet = true
      setImmediate(() => this.#endTurn())
    }
    // The first to be read, so the moment begins here. The columns are typed by the STRICT table.
    this.#hidden = this.#hiddenIds.get() as HiddenIds | undefined
    return this.#hidden
  }

  #endTurn(): void {
    this.#isEndSet = false
    this.end()
  }
}
