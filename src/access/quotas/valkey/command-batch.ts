import { type Outcome, outcomes } from '../../../base/spending.ts'
import { Batcher } from '../../../base/batcher.ts'
import type { Bucket } from '../bucket.ts'
import { type Runner, scriptOf } from './connection.ts'
import { countScript, type Operation } from './count-script.ts'
import { bucketBytes, unpackBucket } from './packed-bucket.ts'

/** The engine's reply for one subject. */
export type CountReply = {
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

/** One command for a bucket. */
export type BucketCommand = {
  readonly operation: Operation
  /** The name of the bucket. */
  readonly key: string
  readonly first: string | Buffer
  readonly second: string | Buffer
}

/** How many commands go out in one call: the engine does nothing else meanwhile, for about a millisecond. */
export const maxBatch = 128

const script = scriptOf('count', countScript)

/**
 * Sends many commands in one call. If it fails, whether anything was counted is unknown.
 *
 * @param fixed the names of the marks and of the alerts
 * @param time as for `runCommands`, at the time of the call
 */
export const commandBatch = (
  run: Runner,
  fixed: readonly string[],
  time: () => string,
): Batcher<BucketCommand, CountReply> =>
  // The engine answers one call after the other anyway.
  new Batcher(
    { questions: maxBatch, underWay: 1 },
    async (commands) => await runCommands(run, fixed, commands, time()),
  )

/**
 * Runs several commands in one call, at once. Rejects as the call does.
 *
 * @param time milliseconds since the Unix epoch, or nothing for the engine's own clock
 */
export const runCommands = async (
  run: Runner,
  fixed: readonly string[],
  commands: readonly BucketCommand[],
  time: string,
): Promise<readonly CountReply[]> => {
  const keys = [...fixed, ...commands.map(({ key }) => key)]
  const args = commands.flatMap(({ operation, first, second }) => [operation, first, second])
  // As the script returns it.
  const [now, store, data, results] = (await run(script, keys, [time, ...args])) as [
    number,
    number,
    number,
    Buffer,
  ]
  const marks = { store, data }
  return commands.map((_, index) => {
    const at = index * (1 + bucketBytes)
    const outcome = outcomes[results[at] ?? 0] ?? 'allowed'
    return { outcome, bucket: unpackBucket(results, at + 1), now, marks }
  })
}
