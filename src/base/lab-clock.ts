import { type Clock, monotonic } from './clock.ts'

/** What falls due as time passes. */
export type Due = {
  /** When something falls due next after a moment, `to` at the latest; Infinity if nothing does. */
  readonly next: (after: number, to: number) => Promise<number>
  /** Does what is due by now, and what follows from it; gives up once `isLate`. */
  readonly settle: (isLate: () => boolean) => Promise<void>
}

/** Milliseconds after which a move goes straight to its end: there may be much to do, or a receiver that does not answer. */
const patience = 30_000

/** The clock of an environment, which may be moved ahead. What falls due on the way happens in its order. */
export class LabClock {
  /** Milliseconds by which it is ahead of the clock beneath it. */
  ahead = 0
  /** In the order in which they settle. */
  readonly due: Due[] = []
  readonly #below: Clock
  #turn: Promise<unknown> = Promise.resolve()

  constructor(below: Clock) {
    this.#below = below
  }

  readonly now: Clock = () => this.#below() + this.ahead

  /** Runs what moves it, one after the other. */
  async inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work)
    this.#turn = done.catch(() => undefined)
    return await done
  }

  /** Moves on to `to`, from each moment at which something falls due to the next. @param save keeps `ahead` */
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
