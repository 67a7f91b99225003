/** Milliseconds: how long a lease lasts, how often it is renewed, and how long before its end nothing is begun. */
const times = { length: 5_000, renewal: 1_500, margin: 1_000 } as const

/**
 * Takes or keeps the lease.
 *
 * @param milliseconds for how long; 0 gives it back
 * @returns whether this node has it now
 */
export type TakeLease = (milliseconds: number) => Promise<boolean>

/** The right to deliver. Of all nodes of a store one has it at a time; another one takes it seconds after it is gone. */
export class Lease {
  readonly #take: TakeLease
  #until = 0
  #renewAt = 0

  constructor(take: TakeLease) {
    this.#take = take
  }

  /** Renews it now and then. Rejects as the store does. */
  async isHeld(): Promise<boolean> {
    // The time before the answer: it never lasts longer here than in the store.
    const now = performance.now()
    if (now >= this.#renewAt) {
      this.#renewAt = now + times.renewal
      const isTaken = await this.#take(times.length)
      this.#until = isTaken ? now + times.length - times.margin : 0
    }
    return performance.now() < this.#until
  }

  /** Lets another node go on at once. */
  async giveBack(): Promise<void> {
    if (this.#until > 0) await this.#take(0)
  }
}
