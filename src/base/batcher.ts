type Waiting<Question, Reply> = {
  readonly question: Question
  readonly resolve: (reply: Reply) => void
  readonly reject: (error: unknown) => void
}

/** The longest that questions wait for a running call, in milliseconds, so that a hanging call does not block them. */
const maxWait = 20

/**
 * Batches questions to another program. Questions of one turn of the event loop share a call. They wait if too many calls run.
 * @param limits the most questions in a call, and the number of running calls from which on questions wait
 * @param flush returns one reply for each question, in their order; if it rejects, so does each question
 */
export const batching = <Question, Reply>(
  limits: { readonly questions: number; readonly inFlight: number },
  flush: (questions: readonly Question[]) => Promise<readonly Reply[]>,
): ((question: Question) => Promise<Reply>) => {
  let waiting: Array<Waiting<Question, Reply>> = []
  let inFlight = 0
  /** Set while questions wait for a running call. */
  let timer: NodeJS.Timeout | undefined

  const call = async (batch: ReadonlyArray<Waiting<Question, Reply>>): Promise<void> => {
    inFlight += 1
    try {
      const replies = await flush(batch.map(({ question }) => question))
      if (replies.length !== batch.length) throw new RangeError('The replies are too few.')
      // The lengths are equal.
      for (const [at, { resolve }] of batch.entries()) resolve(replies[at] as Reply)
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
    inFlight -= 1
    if (timer === undefined) return
    clearTimeout(timer)
    timer = undefined
    setImmediate(flushAll, waiting.length)
  }
  /** Waits another turn if the last one brought more questions than the `before` that waited then. */
  const flushAll = (before = Infinity): void => {
    timer = undefined
    if (waiting.length > before && waiting.length < limits.questions)
      return void setImmediate(flushAll, waiting.length)
    const all = waiting
    waiting = []
    for (let from = 0; from < all.length; from += limits.questions) {
      void call(all.slice(from, from + limits.questions))
    }
  }
  return (question) =>
    new Promise((resolve, reject) => {
      waiting.push({ question, resolve, reject })
      if (waiting.length > 1) return
      if (inFlight < limits.inFlight) setImmediate(flushAll, 1)
      else timer = setTimeout(flushAll, maxWait)
    })
}
