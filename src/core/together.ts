type Waiting<Question, Reply> = {
  readonly question: Question
  readonly resolve: (reply: Reply) => void
  readonly reject: (error: unknown) => void
}

/** How many calls may be under way before further questions wait for the answer to one of them. */
const mostUnderWay = 2

/** Milliseconds that questions wait for it at most. So a call that hangs holds nobody up for long. */
const longestWait = 20

/**
 * Gathers questions and asks many of them in one call, since a call of another program costs more than what it does. The
 * questions of one turn of the event loop share a call. While two calls are under way, further questions gather until one
 * of them is answered. So the busier the program is, the more questions share a call.
 */
export class Together<Question, Reply> {
  readonly #most: number
  readonly #askAll: (questions: readonly Question[]) => Promise<readonly Reply[]>
  #waiting: Array<Waiting<Question, Reply>> = []
  #underWay = 0
  /** Runs while questions wait for the answer to a call. */
  #timer: NodeJS.Timeout | undefined

  /**
   * @param most how many questions one call takes
   * @param askAll gives one reply for each question, in their order; if it rejects, so does each question
   */
  constructor(most: number, askAll: (questions: readonly Question[]) => Promise<readonly Reply[]>) {
    this.#most = most
    this.#askAll = askAll
  }

  /** @throws what the call throws */
  async ask(question: Question): Promise<Reply> {
    return await new Promise((resolve, reject) => this.put({ question, resolve, reject }))
  }

  /**
   * Asks with the functions that get the outcome, which must not throw. For what every request does, this costs less than
   * a promise more.
   */
  put(asked: Waiting<Question, Reply>): void {
    this.#waiting.push(asked)
    if (this.#waiting.length > 1) return
    if (this.#underWay < mostUnderWay) setImmediate(this.#callAll)
    else this.#timer = setTimeout(this.#callAll, longestWait)
  }

  readonly #callAll = (): void => {
    this.#timer = undefined
    const all = this.#waiting
    this.#waiting = []
    for (let from = 0; from < all.length; from += this.#most) {
      void this.#call(all.slice(from, from + this.#most))
    }
  }

  async #call(batch: ReadonlyArray<Waiting<Question, Reply>>): Promise<void> {
    this.#underWay += 1
    try {
      const replies = await this.#askAll(batch.map(({ question }) => question))
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
    setImmediate(this.#callAll)
  }
}
