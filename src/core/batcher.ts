type Waiting<Question, Reply> = {
  readonly question: Question
  readonly resolve: (reply: Reply) => void
  readonly reject: (error: unknown) => void
}

/** Milliseconds that questions wait for the answer to a call at most. So one that hangs holds nobody up for long. */
const maxWait = 20

/** How many questions one call takes, and how many calls may be under way before further questions wait. */
type BatchLimits = { readonly questions: number; readonly underWay: number }

/**
 * Gathers questions and asks many of them in one call. A call of another program costs more than what it does. The
 * questions of one turn of the event loop share a call. While calls enough are under way, further questions gather
 * until one of them is answered. So the busier the program is, the more questions share a call.
 */
export class Batcher<Question, Reply> {
  readonly #limits: BatchLimits
  readonly #flush: (questions: readonly Question[]) => Promise<readonly Reply[]>
  #waiting: Array<Waiting<Question, Reply>> = []
  #underWay = 0
  /** Runs while questions wait for the answer to a call. */
  #timer: NodeJS.Timeout | undefined

  /** @param flush gives one reply for each question, in their order; if it rejects, so does each question */
  constructor(
    limits: BatchLimits,
    flush: (questions: readonly Question[]) => Promise<readonly Reply[]>,
  ) {
    this.#limits = limits
    this.#flush = flush
  }

  /** @throws what the call throws */
  async ask(question: Question): Promise<Reply> {
    return await new Promise((resolve, reject) => this.enqueue({ question, resolve, reject }))
  }

  /**
   * Asks with the functions that get the outcome, which must not throw. For what every request does, this costs less than
   * a promise more.
   */
  enqueue(waiting: Waiting<Question, Reply>): void {
    this.#waiting.push(waiting)
    if (this.#waiting.length > 1) return
    if (this.#underWay < this.#limits.underWay) setImmediate(this.#flushAll)
    else this.#timer = setTimeout(this.#flushAll, maxWait)
  }

  readonly #flushAll = (): void => {
    this.#timer = undefined
    const all = this.#waiting
    this.#waiting = []
    const { questions } = this.#limits
    for (let from = 0; from < all.length; from += questions) {
      void this.#call(all.slice(from, from + questions))
    }
  }

  async #call(batch: ReadonlyArray<Waiting<Question, Reply>>): Promise<void> {
    this.#underWay += 1
    try {
      const replies = await this.#flush(batch.map(({ question }) => question))
      if (replies.length !== batch.length) throw new RangeError('The replies are too few.')
      // There is one for each question.
      for (const [at, { resolve }] of batch.entries()) resolve(replies[at] as Reply)
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
    this.#underWay -= 1
    if (this.#timer === undefined) return
    clearTimeout(this.#timer)
    this.#timer = undefined
    // What the answer brings in this turn shares the call.
    setImmediate(this.#flushAll)
  }
}
