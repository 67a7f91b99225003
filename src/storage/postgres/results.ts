import { writeExact } from '../../core/exact-json.ts'
import type { Result } from '../../data/change.ts'
import type { Applied } from '../../data/store.ts'
import type { IdempotencyToken } from '../../idempotency/idempotency-store.ts'
import type { Cell } from '../sql/columns.ts'
import { appliedBefore, type KeptResult } from '../sql/kept-result.ts'
import { columnsOfRows } from './engine.ts'
import type { Query } from './readers.ts'
import type { Transaction } from './writer.ts'

const some = `
  SELECT owner_id, key, fingerprint, answered_at, result FROM idempotency
  JOIN unnest($1::text[], $2::text[]) AS asked (owner, name) ON owner_id = owner AND key = name`

// Replaces a result that is too old but not forgotten yet.
const put = `
  INSERT INTO idempotency (owner_id, key, fingerprint, answered_at, result)
  SELECT * FROM unnest($1::text[], $2::text[], $3::bytea[], $4::bigint[], $5::text[])
  ON CONFLICT (owner_id, key) DO UPDATE
  SET fingerprint = excluded.fingerprint, answered_at = excluded.answered_at, result = excluded.result`

/** A name for a key of an owner. No owner's id has a space. */
const nameOf = ({ chainId, key }: Pick<IdempotencyToken, 'chainId' | 'key'>): string =>
  `${chainId} ${key}`

/** The results that one transaction reads and keeps. */
export class Results {
  readonly #query: Query
  readonly #known = new Map<string, KeptResult | undefined>()
  readonly #kept = new Map<string, readonly Cell[]>()

  constructor(query: Query) {
    this.#query = query
  }

  /** Reads what is kept for some keys. */
  async load(all: readonly IdempotencyToken[]): Promise<void> {
    const missing = all.filter((once) => !this.#known.has(nameOf(once)))
    if (missing.length === 0) return
    for (const once of missing) this.#known.set(nameOf(once), undefined)
    const { rows } = await this.#query(some, [
      missing.map(({ chainId }) => chainId),
      missing.map(({ key }) => key),
    ])
    for (const [
      chainId,
      key,
      fingerprint,
      answeredAt,
      result,
    ] of rows as unknown as readonly ResultCells[]) {
      const kept = { fingerprint, answeredAt: Number(answeredAt), result }
      this.#known.set(nameOf({ chainId, key }), kept)
    }
  }

  /** The earlier result of a change, or that its key was used for another; undefined if neither. */
  find(once: IdempotencyToken): Applied<Result> | undefined {
    const kept = this.#known.get(nameOf(once))
    return kept && appliedBefore(kept, once)
  }

  keep(once: IdempotencyToken, result: Result): void {
    const { chainId, key, fingerprint, now } = once
    const text = writeExact(result)
    this.#known.set(nameOf(once), { fingerprint, answeredAt: now, result: text })
    this.#kept.set(nameOf(once), [chainId, key, fingerprint, now, text])
  }

  /** Leaves what was kept for the commit. */
  save(transaction: Pick<Transaction, 'atCommit'>): void {
    if (this.#kept.size === 0) return
    transaction.atCommit(put, columnsOfRows([...this.#kept.values()]))
    this.#kept.clear()
  }
}

type ResultCells = readonly [
  chainId: string,
  key: string,
  fingerprint: Uint8Array,
  answeredAt: bigint,
  result: string,
]
