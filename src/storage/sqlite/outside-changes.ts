import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { Changes } from '../changes.ts'

/** Detects changes of a file by other connections than its own. */
export class OutsideChanges {
  readonly #changes: Changes
  readonly #version: StatementSync
  #seen: unknown

  constructor(database: DatabaseSync, changes: Changes) {
    this.#changes = changes
    this.#version = database.prepare('PRAGMA data_version')
    this.#seen = this.#current()
    // Other workers may have cached answers from before changes that this connection cannot detect.
    this.#changes.move()
  }

  /** Moves the version if there was a change since the last poll. */
  poll(): void {
    const current = this.#current()
    if (current !== this.#seen) this.#changes.move()
    this.#seen = current
  }

  #current(): unknown {
    return this.#version.get()?.['data_version']
  }
}
