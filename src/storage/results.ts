import { writeExact } from '../core/exact-json.ts'
import type { Result } from '../data/change.ts'
import type { Applied } from '../data/store.ts'
import type { IdempotencyStore, IdempotencyToken } from '../idempotency/idempotency-store.ts'
import {
  ask,
  type Dialect,
  type Engine,
  type Given,
  type Insertion,
  type Transaction,
  type Work,
} from './engine.ts'
import type { Cell } from './sql/columns.ts'
import { appliedBefore, type KeptResult } from './sql/kept-result.ts'

// Replaces a result that is too old but not forgotten yet.
const put: Insertion = {
  table: 'idempotency',
  columns: [
    ['owner_id', 'text'],
    ['key', 'text'],
    ['fingerprint', 'bytea'],
    ['answered_at', 'bigint'],
    ['result', 'text'],
  ],
  onConflict: `ON CONFLICT (owner_id, key) DO UPDATE
    SET fingerprint = excluded.fingerprint, answered_at = excluded.answered_at, result = excluded.result`,
}

const one =
  'SELECT fingerprint, answered_at, result FROM idempotency WHERE owner_id = $1 AND key = $2'

/** Typed by the table. */
type ResultCells = readonly [fingerprint: Uint8Array, answeredAt: bigint, result: string]

const keptResultOf = (cells: readonly Cell[]): KeptResult => {
  const [fingerprint, answeredAt, result] = cells as unknown as ResultCells
  return { fingerprint, answeredAt: Number(answeredAt), result }
}

/** Finds the earlier result of a change, or finds that its key was used for another; undefined if neither. */
export const storedResult = async (
  { read }: Pick<Engine, 'read'>,
  once: IdempotencyToken,
): Promise<Applied<Result> | undefined> => {
  const { rows } = await read(one, [once.ownerId, once.key])
  return rows[0] && appliedBefore(keptResultOf(rows[0]), once)
}

/** A name for a key of an owner. No owner's id has a space. */
const nameOf = ({ ownerId, key }: Pick<IdempotencyToken, 'ownerId' | 'key'>): string =>
  `${ownerId} ${key}`

/** The statement that finds many results, and what makes its parameters. */
type FindMany = Given

const findMany = ({ given }: Dialect): FindMany => {
  const { text, values } = given(1, [
    ['owner', 'text'],
    ['name', 'text'],
  ])
  return {
    text: `
      SELECT fingerprint, answered_at, result, owner_id, key FROM ${text}
      CROSS JOIN idempotency WHERE owner_id = owner AND key = name`,
    values,
  }
}

/** @returns what begins to read and write the results of a transaction */
export const resultsOver = (dialect: Dialect): (() => Results) => {
  const many = findMany(dialect)
  return () => new Results(many)
}

/** The results that one transaction reads and writes. */
export class Results {
  readonly #many: FindMany
  readonly #known = new Map<string, KeptResult | undefined>()
  readonly #written = new Map<string, readonly Cell[]>()

  constructor(many: FindMany) {
    this.#many = many
  }

  /** Reads what is stored for some keys. */
  *load(all: readonly IdempotencyToken[]): Work<void> {
    const missing = all.filter((once) => !this.#known.has(nameOf(once)))
    const [first] = missing
    if (first === undefined) return
    if (missing.length === 1) {
      const { rows } = yield* ask(one, [first.ownerId, first.key])
      this.#known.set(nameOf(first), rows[0] && keptResultOf(rows[0]))
      return
    }
    for (const once of missing) this.#known.set(nameOf(once), undefined)
    const keys = missing.map(({ ownerId, key }) => [ownerId, key])
    const { rows } = yield* ask(this.#many.text, this.#many.values(keys))
    for (const row of rows) {
      const [ownerId, key] = row.slice(3)
      this.#known.set(`${String(ownerId)} ${String(key)}`, keptResultOf(row))
    }
  }

  /** The earlier result of a change, or that its key was used for another; undefined if neither. */
  find(once: IdempotencyToken): Applied<Result> | undefined {
    const stored = this.#known.get(nameOf(once))
    return stored && appliedBefore(stored, once)
  }

  keep(once: IdempotencyToken, result: Result): void {
    const { ownerId, key, fingerprint, now } = once
    const text = writeExact(result)
    this.#known.set(nameOf(once), { fingerprint, answeredAt: now, result: text })
    this.#written.set(nameOf(once), [ownerId, key, fingerprint, now, text])
  }

  /** Writes what was kept; call it last in the transaction. */
  save({ insert }: Pick<Transaction, 'insert'>): void {
    if (this.#written.size > 0) insert(put, [...this.#written.values()])
    if (this.#written.size > 0) this.#written.clear()
  }
}

const forget = `
  DELETE FROM idempotency WHERE (owner_id, key) IN (
    SELECT owner_id, key FROM idempotency WHERE answered_at <= $1 ORDER BY answered_at LIMIT $2)`

/** Forgets the results of changes that are too old. */
export const resultRetention = ({ upkeep, write }: Engine): IdempotencyStore => ({
  forget: async (before, most) => {
    // To begin a transaction takes the lock of the store, though there be nothing to do.
    const old = await upkeep('SELECT 1 FROM idempotency WHERE answered_at <= $1 LIMIT 1', [before])
    if (old.rows.length === 0) return 0
    return await write(function* ({ showsNothing }) {
      showsNothing()
      return (yield* ask(forget, [before, most])).count
    })
  },
})
