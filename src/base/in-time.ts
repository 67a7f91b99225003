/** Timed out; the operation may have completed. */
export class LateAnswer extends Error {
  override readonly name = 'LateAnswer'

  constructor(milliseconds: number) {
    super(`There was no answer in ${milliseconds} milliseconds.`)
  }
}

/** Starts a deadline; disposing it cancels it. If the thread was busy, it reads answers that have arrived before it acts. */
export const startDeadline = (milliseconds: number, act: () => void): Disposable => {
  let turn: NodeJS.Immediate | undefined
  const timer = setTimeout(() => {
    turn = setImmediate(act)
  }, milliseconds)
  return {
    [Symbol.dispose]: () => {
      clearTimeout(timer)
      clearImmediate(turn)
    },
  }
}

/** Waits for work with a timeout. The work itself is not cancelled. It throws LateAnswer, or what the work throws. */
export const inTime = async <T>(work: Promise<T>, milliseconds: number): Promise<T> => {
  const { promise: late, reject } = Promise.withResolvers<never>()
  using _ = startDeadline(milliseconds, () => reject(new LateAnswer(milliseconds)))
  return await Promise.race([work, late])
}
