import type { DatabaseSync } from 'node:sqlite'
import { StorageUnavailable } from '../../core/errors/storage-errors.ts'
import { transaction } from './database.ts'
import { guarded } from './guard.ts'

/** Work in a transaction that others share, and who waits for it. */
type Member = {
  readonly work: () => unknown
  readonly resolve: (value: never) => void
  readonly reject: (error: unknown) => void
}

/** What is to be done before each transaction, and after each that stands, before anybody is told. */
type Around = { before(): void; after(): void }

const nothing: Around = { before() {}, after() {} }

/** How many share one transaction at most, so that none holds up the thread for long. */
const mostTogether = 256

/**
 * Commits what waits at the same time in one transaction: the sync of the disk costs more than all the rest of
 * a write, and is needed once for all of them. Everyone is answered after it. Work that comes while the
 * event loop takes in requests is committed when it has taken them all in.
 */
export class GroupCommit {
  readonly #database: DatabaseSync
  readonly #around: Around
  #waiting: Member[] = []

  constructor(database: DatabaseSync, around: Around = nothing) {
    this.#database = database
    this.#around = around
  }

  /**
   * Runs work in a transaction. It may be run again, after its effects were undone, if another's fails.
   *
   * @returns what the work returns, once it is durable
   * @throws StorageUnavailable; what the work throws
   */
  async run<T>(work: () => T): Promise<T> {
    return await new Promise<T>((resolve, reject) => {
      if (this.#waiting.length === 0) setImmediate(() => this.#commitNext())
      this.#waiting.push({ work, resolve, reject })
    })
  }

  /** Commits all that waits, now. */
  flush(): void {
    while (this.#waiting.length > 0) this.#commit(this.#waiting.splice(0, mostTogether))
  }

  #commitNext(): void {
    this.#commit(this.#waiting.splice(0, mostTogether))
    if (this.#waiting.length > 0) setImmediate(() => this.#commitNext())
  }

  #commit(members: readonly Member[]): void {
    if (members.length === 0) return
    try {
      const results = this.#together(members)
      for (const [at, { resolve }] of members.entries()) resolve(results[at] as never)
    } catch (error) {
      // Nothing of them stands. Where it is nobody's own fault all are told; else each is tried alone.
      if (members.length === 1 || error instanceof StorageUnavailable) {
        for (const { reject } of members) reject(error)
      } else {
        for (const member of members) this.#commit([member])
      }
    }
  }

  #together(members: readonly Member[]): readonly unknown[] {
    this.#around.before()
    const results = guarded(this.#database, () =>
      transaction(this.#database, () => members.map(({ work }) => work())),
    )
    this.#around.after()
    return results
  }
}
