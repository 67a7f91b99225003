import type { Engine, Insertion, Transaction, Work } from '../engine.ts'
import type { Positions } from './commit.ts'
import { postgresDialect } from './dialect.ts'
import type { Query, Readers } from './readers.ts'
import { columnsOfRows } from './text.ts'
import type { Writer } from './writer.ts'

/** Milliseconds that many changes together may take. */
const longPatience = 60_000

export const postgresEngine = (
  { query, upkeep }: Pick<Readers, 'query' | 'upkeep'>,
  writer: Writer,
): Engine => ({
  dialect: postgresDialect,
  read: query,
  upkeep,
  write: async (work, { since, isLong } = {}) =>
    await writer.transaction(
      async (transaction) => await finish(work(transaction), transaction.query),
      isLong ? longPatience : undefined,
      since,
    ),
})

/** Runs work to its end. */
export const finish = async <T>(work: Work<T>, query: Query): Promise<T> => {
  let step = work.next()
  while (step.done !== true) {
    const [first, ...others] = step.value
    // Mostly there is one.
    const answers =
      others.length === 0 && first
        ? [await query(...first)]
        : await Promise.all(step.value.map(([text, values]) => query(text, values)))
    step = work.next(answers)
  }
  return step.value
}

const insertions = new WeakMap<Insertion, string>()

const textOf = (insertion: Insertion): string => {
  const known = insertions.get(insertion)
  if (known !== undefined) return known
  const { table, columns, onConflict = '' } = insertion
  const names = columns.map(([name]) => name).join(', ')
  const arrays = columns.map(([, type], at) => `$${at + 1}::${type}[]`).join(', ')
  const text = `INSERT INTO ${table} (${names}) SELECT * FROM unnest(${arrays}) ${onConflict}`
  insertions.set(insertion, text)
  return text
}

/** What the port's transaction has beyond that of this engine, which has the numbers of all kinds. */
export const numbering = (
  positions: Positions,
  atCommit: Transaction['atCommit'],
): Pick<Transaction, 'next' | 'last' | 'raise' | 'insert'> => ({
  next: (kind) => {
    const number = (positions.get(kind) ?? 0n) + 1n
    positions.set(kind, number)
    return number
  },
  last: (kind) => positions.get(kind) ?? 0n,
  raise: (kind, number) => {
    if (number > (positions.get(kind) ?? 0n)) positions.set(kind, number)
  },
  insert: (insertion, rows) => {
    if (rows.length > 0) atCommit(textOf(insertion), columnsOfRows(rows))
  },
})
