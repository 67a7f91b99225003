import { type Outcome, outcomes } from '../../core/spending.ts'
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

/** A question, and the functions that get its outcome. */
type Waiting = {
  readonly question: Question
  /** Milliseconds since the Unix epoch, or nothing for the engine's own clock. */
  readonly time: string
  readonly resolve: (counted: Counted) => void
  readonly reject: (error: unknown) => void
}

/** How many questions go out in one call: the engine does nothing else meanwhile, for about a millisecond. */
export const mostAtOnce = 128

const script = scriptOf('count', countScript)

/** Sends all questions of one turn of the event loop in one call. */
export class Outbox {
  readonly #run: Runner
  readonly #fixed: readonly string[]
  #waiting: Waiting[] = []

  /** @param fixed the names of the marks and of the news */
  constructor(run: Runner, fixed: readonly [marks: string, news: string]) {
    this.#run = run
    this.#fixed = fixed
  }

  /**
   * Asks in the call of this turn.
   *
   * @throws what the call throws; whether anything was counted is unknown then
   */
  async ask(question: Question, time: string): Promise<Counted> {
    return await new Promise<Counted>((resolve, reject) => {
      this.put({ question, time, resolve, reject })
    })
  }

  /**
   * Asks in the call of this turn, with the functions that get its outcome. They must not throw. For what every request
   * does, this costs less than a promise more.
   */
  put(asked: Waiting): void {
    this.#waiting.push(asked)
    if (this.#waiting.length === 1) setImmediate(() => this.#send())
  }

  #send(): void {
    const waiting = this.#waiting
    this.#waiting = []
    let from = 0
    while (from < waiting.length) {
      const time = waiting[from]?.time ?? ''
      let to = from + 1
      while (to < waiting.length && to - from < mostAtOnce && waiting[to]?.time === time) to += 1
      void this.#call(waiting.slice(from, to), time)
      from = to
    }
  }

  async #call(batch: readonly Waiting[], time: string): Promise<void> {
    try {
      const questions = batch.map(({ question }) => question)
      const answers = await askTogether(this.#run, this.#fixed, questions, time)
      for (const [index, { resolve, reject }] of batch.entries()) {
        const answer = answers[index]
        if (answer === undefined) reject(new RangeError('The engine answered too few questions.'))
        else resolve(answer)
      }
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }
}

/** Asks several questions in one call, at once. Rejects as `Outbox.ask` does. */
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
