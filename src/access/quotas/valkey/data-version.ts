import type { Marks } from './command-batch.ts'

/** Data whose version moves before a change of it is acknowledged. */
export type Versioned = { readonly version: number }

/** The version of the data as it comes with each count: the same number as long as nothing moves. */
export class DataVersion {
  readonly #data: Versioned | undefined
  readonly #isShared: boolean
  /** What the last number stands for: the engine's data, its connection, and the node's own data. */
  #of: readonly (number | undefined)[] = []
  #last = 0
  /** How often a connection was opened. Another engine may know less than the one before. */
  #connections = 0

  /** @param isShared whether other nodes change the same data; the version then counts their changes too */
  constructor(data: Versioned | undefined, isShared: boolean) {
    this.#data = data
    this.#isShared = isShared
  }

  noteConnection(): void {
    this.#connections += 1
  }

  /**
   * While the engine does not answer, changes of shared data are unknown, so each number is new.
   *
   * @param marks those of the engine's answer; undefined without an answer
   */
  at(marks: Marks | undefined): number | undefined {
    // Read after the engine answered: answers that are cached under it are right at that time.
    const local = this.#data?.version
    if (!this.#isShared) return local
    const present = marks === undefined ? [] : [marks.store, marks.data, this.#connections, local]
    const isSame = present.every((number, at) => number === this.#of[at])
    if (marks === undefined || !isSame) this.#last += 1
    this.#of = present
    return this.#last
  }
}
