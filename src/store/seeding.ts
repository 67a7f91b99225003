import type { Table } from '../base/data/table.ts'
import { type ApplyParts, makeChanges } from './apply.ts'
import { ask, type Engine, type Work } from './engine.ts'
import type { StoredKeys } from './keys.ts'
import type { Seed } from './port.ts'

/**
 * Adds the first content of a new store, in one transaction. One with imported rows needs no samples.
 *
 * @returns whether this was the first time
 */
export const seedOnce = async (
  { dialect, write }: Engine,
  parts: ApplyParts,
  tables: readonly Table[],
  keys: StoredKeys,
  seed: Seed,
): Promise<boolean> => {
  function* isEmpty(): Work<boolean> {
    for (const { name } of tables) {
      if ((yield* ask(`SELECT 1 FROM ${name} LIMIT 1`)).count > 0) return false
    }
    return true
  }
  return await write(function* (transaction) {
    const { count } = yield* ask(
      `INSERT INTO settings (name, ${dialect.settingNumber}) VALUES ('seeded', 1)
      ON CONFLICT (name) DO NOTHING`,
    )
    if (count === 0) return false
    if (yield* isEmpty()) {
      const pending = seed.changes.map((change) => ({ change, act: seed.act }))
      yield* makeChanges(parts, transaction, pending)
    }
    for (const key of seed.keys) keys.insertWithin(transaction, key)
    return true
  })
}
