/** Whoever was asked may have done it; the answer did not come in time. */
export class LateAnswer extends Error {
  constructor(milliseconds: number) {
    super(`There was no answer in ${milliseconds} milliseconds.`)
    this.name = 'LateAnswer'
  }
}

/**
 * Acts after some milliseconds. If this thread was busy until then, an answer may have come: it gets a turn to be read.
 *
 * @returns ends it, so that it does not act any more
 */
export const startDeadline = (milliseconds: number, act: () => void): (() => void) => {
  let turn: NodeJS.Immediate | undefined
  const timer = setTimeout(() => {
    turn = setImmediate(act)
  }, milliseconds)
  return () => {
    clearTimeout(timer)
    clearImmediate(turn)
  }
}

/**
 * Waits for work, but not for longer than some milliseconds. The work goes on nevertheless.
 *
 * @throws LateAnswer; what the work throws
 */
export const inTime = async <T>(work: Promise<T>, milliseconds: number): Promise<T> => {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const end = startDeadline(milliseconds, () => reject(new LateAnswer(milliseconds)))
  try {
    return await Promise.race([work, late])
  } finally {
    end()
  }
}
