import type { DatabaseSync } from 'node:sqlite'
import type { Change, Found, Result, Rule } from '../../data/change.ts'
import type { Contents } from '../../data/contents.ts'
import type { Applied } from '../../data/store.ts'
import { shownRow, type Stored, type Table } from '../../data/table.ts'
import type { Once } from '../../idempotency/idempotency-store.ts'
import { type HiddenIds, hiddenIds } from './hidden-ids.ts'
import type { SqliteResults } from './results.ts'
import { type TableWrites, tableWrites } from './table-writes.ts'
import { totalsWrites } from './totals.ts'

/** Makes changes inside the caller's transactions. */
export type ApplyChanges = {
  /** Call it before a transaction. */
  begin(): void
  /**
   * Decides a change by its rule and writes it.
   *
   * @throws what a rule throws; Error if no rule has the change's kind
   */
  apply(change: Change, once: Once | undefined): Applied<Result>
  /**
   * The same without a `Once`, and tells whether the change was made.
   *
   * @throws as `apply`
   */
  decide(change: Change): readonly [isMade: boolean, result: Result]
  /** Call it last in a transaction. */
  finish(): void
}

/** @param database the connection that writes */
export const sqliteApply = (
  database: DatabaseSync,
  { tables, rules }: Contents,
  results: SqliteResults,
): ApplyChanges => {
  const totals = totalsWrites(database)
  const hidden = hiddenIds(database)
  /** The ids that an import hides; undefined until the transaction needs them. */
  let hiddenNow: readonly [HiddenIds | undefined] | undefined
  const hiddenInTransaction = (): HiddenIds | undefined => {
    hiddenNow ??= [hidden.get() as HiddenIds | undefined]
    return hiddenNow[0]
  }
  const writes = new Map(
    tables.map((table) => [table.name, tableWrites(database, table, hiddenInTransaction, totals)]),
  )
  const ruleOf = new Map(rules.map((rule) => [rule.kind, rule]))

  const writesOf = ({ name }: Table): TableWrites => {
    const found = writes.get(name)
    if (found === undefined) throw new Error(`This store has no table ${name}.`)
    return found
  }

  /** Whether the rule allowed it, and the result. */
  const decide = (change: Change): readonly [boolean, Result] => {
    // The rule of this kind decides changes of this kind.
    const rule = ruleOf.get(change.kind) as Rule | undefined
    if (rule === undefined) throw new Error(`No rule decides ${change.kind}.`)
    const found = rowsOf(rule, change)
    const counts = rule.counts?.(change, found).map((key) => writesOf(key.table).count(key)) ?? []
    const decision = rule.decide(change, found, counts)
    if ('refused' in decision) return [false, decision.refused]
    const written: Stored[] = []
    for (const each of decision.writes) {
      const write = typeof each === 'function' ? each(written) : each
      const { row, version } = writesOf(write.table).write(write)
      written.push({ row: shownRow(write.table, row), version })
    }
    return [true, decision.result(written)]
  }

  /** The rows that a rule reads, in as many rounds as it asks for. */
  const rowsOf = (rule: Rule, change: Change): Found => {
    const found: Array<Stored | undefined> = []
    for (;;) {
      const keys = rule.rows(change, found)
      if (keys.length <= found.length) return found
      for (const { table, id } of keys.slice(found.length)) found.push(writesOf(table).find(id))
    }
  }

  return {
    begin: () => {
      hiddenNow = undefined
      totals.begin()
    },
    apply: (change, once) => {
      const before = once && results.find(once)
      if (before !== undefined) return before
      const [isToKeep, result] = decide(change)
      if (once !== undefined && isToKeep) results.keep(once, result)
      return { outcome: 'done', result, replayed: false }
    },
    decide,
    finish: () => totals.save(),
  }
}
