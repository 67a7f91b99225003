import type { DatabaseSync } from 'node:sqlite'
import { OutcomeUnknown, StorageUnavailable } from '../../core/errors/storage-errors.ts'
import { transaction } from './transaction.ts'
import { guarded } from './guard.ts'

/** Work in a shared transaction, and the callbacks for its outcome. */
type Member = {
  readonly work: () => unknown
  /** How many rows it writes, about. */
  readonly rows: number
  readonly resolve: (value: never) => void
  readonly reject: (error: unknown) => void
}

/** Called before each transaction; last in it; and after its commit, before anybody is told. */
type Around = { before(): void; last(): void; after(): void }

const nothing: Around = { before() {}, last() {}, after() {} }

/** How many rows one transaction writes, unless a single piece of work has more. So none blocks the thread for long. */
const mostRows = 256

/** How many turns of the event loop work waits at most for more work to join it. */
const mostTurns = 8

/**
 * Commits all waiting work in one transaction: a sync of the disk costs more than the rest of a write, and one serves
 * for all. Every caller is answered after it.
 *
 * The callers of one transaction send their next requests at nearly the same time, and the event loop reads them in a few
 * turns. So the transaction begins after a turn that brought no work. That doubles the size of a group under load. Work
 * that comes alone waits for one empty turn, which costs some microseconds.
 */
export class GroupCommit {
  readonly #database: DatabaseSync
  readonly #around: Around
  #waiting: Member[] = []
  /** How many turns the longest waiting work has waited, and how much waited at the end of the last one. */
  #turns = 0
  #before = 0

  constructor(database: DatabaseSync, around: Around = nothing) {
    this.#database = database
    this.#around = around
  }

  /**
   * Runs work in a transaction. If other work in it fails, everything is rolled back and this work may run again.
   *
   * @param rows how many rows it writes, about
   * @returns what the work returns, once it is durable
   * @throws StorageUnavailable; OutcomeUnknown; what the work throws
   */
  run<T>(work: () => T, rows = 1): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (this.#waiting.length === 0) this.#gather()
      this.#waiting.push({ work, rows, resolve, reject })
    })
  }

  /** Commits all waiting work now. */
  flush(): void {
    while (this.#waiting.length > 0) this.#commit(this.#next())
  }

  /** Commits after a turn that brought no work, or after the last turn that work may wait. */
  #gather(): void {
    this.#turns = 0
    this.#before = 0
    setImmediate(this.#turn)
  }

  readonly #turn = (): void => {
    this.#turns += 1
    const count = this.#waiting.length
    if (count > this.#before && this.#turns < mostTurns) {
      this.#before = count
      setImmediate(this.#turn)
      return
    }
    this.#commit(this.#next())
    if (this.#waiting.length > 0) this.#gather()
  }

  /** Takes what is committed together: from those that wait longest, at least one. */
  #next(): readonly Member[] {
    let count = 0
    let rows = 0
    for (const member of this.#waiting) {
      rows += member.rows
      if (rows > mostRows && count > 0) break
      count += 1
    }
    return this.#waiting.splice(0, count)
  }

  #commit(members: readonly Member[]): void {
    if (members.length === 0) return
    try {
      const results = this.#together(members)
      for (const [at, { resolve }] of members.entries()) resolve(results[at] as never)
    } catch (error) {
      // Everything was rolled back. If no member is to blame, all are told; otherwise each is tried alone.
      const isNobodysFault = error instanceof StorageUnavailable || error instanceof OutcomeUnknown
      if (members.length === 1 || isNobodysFault) {
        for (const { reject } of members) reject(error)
      } else {
        for (const member of members) this.#commit([member])
      }
    }
  }

  #together(members: readonly Member[]): readonly unknown[] {
    this.#around.before()
    const results = guarded(this.#database, () =>
      transaction(this.#database, () => {
        const done = members.map(({ work }) => work())
        this.#around.last()
        return done
      }),
    )
    this.#around.after()
    return results
  }
}
