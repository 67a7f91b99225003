type Waiting<Question, Reply> = {
  readonly question: Question
  readonly resolve: (reply: Reply) => void
  readonly reject: (error: unknown) => void
}

/**
 * Gathers the questions of one turn of the event loop and asks them in one call, since a call of another program costs
 * more than what it does.
 *
 * @param most how many questions one call takes
 * @param ask gives one reply for each question, in their order; if it rejects, so does each question
 */
export const together = <Question, Reply>(
  most: number,
  ask: (questions: readonly Question[]) => Promise<readonly Reply[]>,
): ((question: Question) => Promise<Reply>) => {
  let waiting: Array<Waiting<Question, Reply>> = []
  const call = async (batch: ReadonlyArray<Waiting<Question, Reply>>): Promise<void> => {
    try {
      const replies = await ask(batch.map(({ question }) => question))
      if (replies.length !== batch.length) throw new RangeError('The replies are too few.')
      // There is one for each question.
      for (const [at, { resolve }] of batch.entries()) resolve(replies[at] as Reply)
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }
  const callAll = (): void => {
    const all = waiting
    waiting = []
    for (let from = 0; from < all.length; from += most) void call(all.slice(from, from + most))
  }
  return async (question) =>
    await new Promise((resolve, reject) => {
      waiting.push({ question, resolve, reject })
      if (waiting.length === 1) setImmediate(callAll)
    })
}
