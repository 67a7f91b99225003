import { type Outcome, outcomes } from '../../core/spending.ts'
import { Batcher } from '../../core/batcher.ts'
import type { Bucket } from '../bucket.ts'
import { type Runner, scriptOf } from './connection.ts'
import { countScript, type Operation } from './count-script.ts'
import { bucketBytes, unpackBucket } from './packed-bucket.ts'

/** What the engine answers for one subject. */
export type Counted = {
  readonly outcome: Outcome
  readonly bucket: Bucket
  /** The time by which the engine counted, in milliseconds since the Unix epoch. */
  readonly now: number
  readonly marks: Marks
}

/** Numbers that the engine keeps beside the counts. Only equality has a meaning. */
export type Marks = {
  /** Made with the engine's data: another one says that the data were lost. */
  readonly store: number
  /** Moves with every change of the service's data, if the nodes share them. */
  readonly data: number
}

/** One question for the engine. */
export type Question = {
  readonly operation: Operation
  /** The name of the bucket. */
  readonly key: string
  readonly first: string | Buffer
  readonly second: string | Buffer
}

/** A question with the time of its caller: milliseconds since the Unix epoch, or nothing for the engine's own clock. */
export type TimedQuestion = Question & { readonly time: string }

/** How many questions go out in one call: the engine does nothing else meanwhile, for about a millisecond. */
export const maxBatch = 128

const script = scriptOf('count', countScript)

/**
 * Asks many questions in one call. If it fails, whether anything was counted is unknown.
 *
 * @param fixed the names of the marks and of the news
 */
export const commandBatch = (
  run: Runner,
  fixed: readonly [marks: string, news: string],
): Batcher<TimedQuestion, Counted> => {
  // A call has one time. Only tests give several.
  const askAll = async (questions: readonly TimedQuestion[]): Promise<readonly Counted[]> => {
    const time = questions[0]?.time ?? ''
    const other = questions.findIndex((question) => question.time !== time)
    if (other === -1) return await askTogether(run, fixed, questions, time)
    const parts = [questions.slice(0, other), questions.slice(other)]
    return (await Promise.all(parts.map(askAll))).flat()
  }
  // The engine answers one call after the other anyway.
  return new Batcher({ questions: maxBatch, underWay: 1 }, askAll)
}

/** Asks several questions in one call, at once. Rejects as the call does. */
export const askTogether = async (
  run: Runner,
  fixed: readonly string[],
  questions: readonly Question[],
  time: string,
): Promise<readonly Counted[]> => {
  const keys = [...fixed, ...questions.map(({ key }) => key)]
  const args = questions.flatMap(({ operation, first, second }) => [operation, first, second])
  // As the script returns it.
  const [now, store, data, results] = (await run(script, keys, [time, ...args])) as [
    number,
    number,
    number,
    Buffer,
  ]
  const marks = { store, data }
  return questions.map((_, index) => {
    const at = index * (1 + bucketBytes)
    const outcome = outcomes[results[at] ?? 0] ?? 'allowed'
    return { outcome, bucket: unpackBucket(results, at + 1), now, marks }
  })
}
