type Waiting<Question, Reply> = {
  readonly question: Question
  readonly resolve: (reply: Reply) => void
  readonly reject: (error: unknown) => void
}

/** The longest that questions wait for a call under way, in milliseconds, so that a hanging call does not hold up others. */
const maxWait = 20

/** The most questions in a call, and the most calls under way before questions wait. */
type BatchLimits = { readonly questions: number; readonly underWay: number }

/** Batches questions to another program: those of one turn of the event loop share a call, and wait while the most calls are under way. */
export class Batcher<Question, Reply> {
  readonly #limits: BatchLimits
  readonly #flush: (questions: readonly Question[]) => Promise<readonly Reply[]>
  #waiting: Array<Waiting<Question, Reply>> = []
  #underWay = 0
  /** Runs while questions wait for a call under way. */
  #timer: NodeJS.Timeout | undefined

  /** @param flush returns one reply for each question, in their order; if it rejects, so does each question */
  constructor(
    limits: BatchLimits,
    flush: (questions: readonly Question[]) => Promise<readonly Reply[]>,
  ) {
    this.#limits = limits
    this.#flush = flush
  }

  async ask(question: Question): Promise<Reply> {
    return await new Promise((resolve, reject) => {
      this.#waiting.push({ question, resolve, reject })
      if (this.#waiting.length > 1) return
      if (this.#underWay < this.#limits.underWay) setImmediate(this.#flushAll)
      else this.#timer = setTimeout(this.#flushAll, maxWait)
    })
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
      // The lengths are equal.
      for (const [at, { resolve }] of batch.entries()) resolve(replies[at] as Reply)
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
    this.#underWay -= 1
    if (this.#timer === undefined) return
    clearTimeout(this.#timer)
    this.#timer = undefined
    // Questions that follow from the answer in this turn share the call.
    setImmediate(this.#flushAll)
  }
}
