import { type Clock, monotonic } from './clock.ts'

/** A kind of work that falls due as the clock moves. */
export type Due = {
  /** Returns when work next falls due after `after`, up to `to`; Infinity if none does. */
  readonly next: (after: number, to: number) => Promise<number>
  /** Does the work that is due now, and the work that results from it. Stops early once `isLate` returns true. */
  readonly settle: (isLate: () => boolean) => Promise<void>
}

/** Milliseconds after which a move jumps to its end, in case there is too much to do or a receiver does not answer. */
const patience = 30_000

/** The clock of an environment, which can be moved ahead. Work that falls due on the way is done in order of time. */
export class LabClock {
  /** Milliseconds by which it is ahead of the underlying clock. */
  ahead = 0
  /** Settled in this order. */
  readonly due: Due[] = []
  readonly #below: Clock
  #turn: Promise<unknown> = Promise.resolve()

  constructor(below: Clock) {
    this.#below = below
  }

  readonly now: Clock = () => this.#below() + this.ahead

  /** Runs operations that move the clock one after the other. */
  async inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work)
    this.#turn = done.catch(() => undefined)
    return await done
  }

  /** Moves the clock to `to`, stopping at each moment at which work falls due. @param save stores `ahead` */
  async moveTo(to: number, save: () => Promise<unknown>): Promise<void> {
    const end = monotonic() + patience
    const isLate = (): boolean => monotonic() > end
    for (let at = this.now(); at < to;) {
      const after = at
      const moments = await Promise.all(this.due.map(async ({ next }) => await next(after, to)))
      at = isLate() ? to : Math.min(to, ...moments)
      this.ahead = Math.max(this.ahead, at - this.#below())
      await save()
      for (const { settle } of this.due) await settle(isLate)
    }
  }
}
