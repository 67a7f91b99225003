import { readExact, writeExact } from '../base/exact-json.ts'
import type { Result } from '../base/data/change.ts'
import type { Applied } from '../base/data/store.ts'
import { type IdempotencyToken, retention } from '../base/idempotency.ts'
import type { Answer, Engine, Statement } from './engine.ts'
import { deleteOld } from './retention.ts'

const one =
  'SELECT fingerprint, answered_at, result FROM idempotency WHERE owner_id = $1 AND key = $2'

export const resultQuery = ({ ownerId, key }: IdempotencyToken): Statement => [one, [ownerId, key]]

/** The result in the answer to `resultQuery`, or a conflict if its key belongs to another change; undefined if there is none. */
export const resultIn = (
  answer: Answer | undefined,
  once: IdempotencyToken,
): Applied<Result> | undefined => {
  const cells = answer?.rows[0]
  if (cells === undefined) return undefined
  // The table defines the types. Destructuring an array would allocate an iterator result for each element.
  const fingerprint = cells[0] as Uint8Array
  // Expired, but not deleted yet.
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
  // The text is a serialised result.
  return { outcome: 'done', result: readExact(result) as Result, replayed: true }
}

// Replaces only a result that has expired but is not deleted yet.
const put = `
  INSERT INTO idempotency (owner_id, key, fingerprint, answered_at, result)
  VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (owner_id, key) DO UPDATE
    SET fingerprint = excluded.fingerprint, answered_at = excluded.answered_at, result = excluded.result
    WHERE idempotency.answered_at <= excluded.answered_at - ${retention}`

/** Another transaction stored a result for an idempotency key after it was looked up. */
export class KeyTaken extends Error {
  override readonly name = 'KeyTaken'
}

/** The results that one transaction stores. There are few, so a list is sufficient. */
export class NewResults {
  readonly #added: Array<{ readonly once: IdempotencyToken; readonly text: string }> = []

  /** The result that this transaction has for a key, or a conflict if the key was used for another change. */
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

/** Throws KeyTaken if an answer to `NewResults.statements` shows that a key already had a result. */
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
