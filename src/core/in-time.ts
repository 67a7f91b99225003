import { LateAnswer } from './errors/late-answer.ts'

/**
 * Waits for work, but not for longer than some milliseconds. The work goes on nevertheless.
 *
 * @throws LateAnswer; what the work throws
 */
export const inTime = async <T>(work: Promise<T>, milliseconds: number): Promise<T> => {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    // If this thread was busy, the answer may have come: give it a turn to be read.
    setImmediate(() => reject(new LateAnswer(milliseconds)))
  }, milliseconds)
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
