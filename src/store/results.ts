import { readExact, writeExact } from '../base/exact-json.ts'
import type { Result } from '../base/data/change.ts'
import type { Applied } from '../base/data/store.ts'
import { type IdempotencyToken, retention } from '../base/idempotency.ts'
import type { Answer, Engine, Statement } from './engine.ts'
import { deleteOld } from './retention.ts'

const one =
  'SELECT fingerprint, answered_at, result FROM idempotency WHERE owner_id = $1 AND key = $2'

export const resultQuery = ({ ownerId, key }: IdempotencyToken): Statement => [one, [ownerId, key]]

/** The earlier result in the answer to `resultQuery`, or that its key is of another change; undefined if neither. */
export const resultIn = (
  answer: Answer | undefined,
  once: IdempotencyToken,
): Applied<Result> | undefined => {
  const cells = answer?.rows[0]
  if (cells === undefined) return undefined
  // Typed by the table. An array that is taken apart costs an object for each element.
  const fingerprint = cells[0] as Uint8Array
  // Too old, but not forgotten yet.
  if (Number(cells[1]) <= once.now - retention) return undefined
  return replayOf(fingerprint, cells[2] as string, once)
}

export const storedResult = (
  { read }: Pick<Engine, 'read'>,
  once: IdempotencyToken,
): Promise<Applied<Result> | undefined> =>
  read(one, [once.ownerId, once.key]).then((answer) => resultIn(answer, once))

const replayOf = (
  fingerprint: Uint8Array,
  result: string,
  once: IdempotencyToken,
): Applied<Result> => {
  if (Buffer.compare(fingerprint, once.fingerprint) !== 0) return { outcome: 'reused' }
  // The text was written from a result.
  return { outcome: 'done', result: readExact(result) as Result, replayed: true }
}

// Replaces only a result that is too old but not forgotten yet.
const put = `
  INSERT INTO idempotency (owner_id, key, fingerprint, answered_at, result)
  VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (owner_id, key) DO UPDATE
    SET fingerprint = excluded.fingerprint, answered_at = excluded.answered_at, result = excluded.result
    WHERE idempotency.answered_at <= excluded.answered_at - ${retention}`

/** An idempotency key got a result after it was looked for. */
export class KeyTaken extends Error {
  override readonly name = 'KeyTaken'
}

/** The results that one transaction stores. They are few, so a list will do. */
export class NewResults {
  readonly #added: Array<{ readonly once: IdempotencyToken; readonly text: string }> = []

  /** The result that this transaction has for a key, or finds that its key was used for another change. */
  find(once: IdempotencyToken): Applied<Result> | undefined {
    const same = this.#added.find(
      (added) => added.once.key === once.key && added.once.ownerId === once.ownerId,
    )
    return same && replayOf(same.once.fingerprint, same.text, once)
  }

  add(once: IdempotencyToken, result: Result): void {
    this.#added.push({ once, text: writeExact(result) })
  }

  get statements(): readonly Statement[] {
    return this.#added.map(({ once, text }) => [
      put,
      [once.ownerId, once.key, once.fingerprint, once.answeredAt ?? once.now, text],
    ])
  }
}

/** Throws KeyTaken if an answer to the `statements` of new results says that a key already had one. */
export const refuseTaken = (answers: readonly Answer[]): void => {
  if (answers.some(({ count }) => count === 0)) throw new KeyTaken('The change was made meanwhile.')
}

const old = {
  table: 'idempotency',
  key: 'owner_id, key',
  old: 'answered_at <= $1 ORDER BY answered_at',
}

export const resultRetention = (engine: Engine) => ({
  /** As that of events. */
  forget: async (before: number, max: number) => await deleteOld(engine, old, [before], max),
})
