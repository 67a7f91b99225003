import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { Changes } from '../changes.ts'

/** Finds out whether anything of a file was changed by another connection than the one that looks. */
export class OutsideChanges {
  readonly #changes: Changes
  readonly #version: StatementSync
  #seen: unknown

  constructor(database: DatabaseSync, changes: Changes) {
    this.#changes = changes
    this.#version = database.prepare('PRAGMA data_version')
    this.#seen = this.#current()
    // What was changed before this connection was there, others may have kept answers of.
    this.#changes.move()
  }

  /** Moves the version where there was a change since the last look. */
  poll(): void {
    const current = this.#current()
    if (current !== this.#seen) this.#changes.move()
    this.#seen = current
  }

  #current(): unknown {
    return this.#version.get()?.['data_version']
  }
}
