import type { DatabaseSync } from 'node:sqlite'
import type { Act } from '../../data/act.ts'
import type { Change, Found, Result, Rule, RowKey } from '../../data/change.ts'
import type { Contents } from '../../data/contents.ts'
import type { Applied } from '../../data/store.ts'
import { shownRow, type Stored, type Table } from '../../data/table.ts'
import type { Changes } from '../changes.ts'
import { type HiddenIds, hiddenIds } from './hidden-ids.ts'
import { countsValidity } from './kept-counts.ts'
import type { SqliteResults } from './results.ts'
import type { EventLog } from '../event-log.ts'
import type { SqliteEngine } from './engine.ts'
import { type TableWrites, tableWrites } from './table-writes.ts'
import { type TotalsWrites, totalsWrites } from './totals.ts'

/** Makes changes inside the caller's transactions. */
export type ApplyChanges = {
  /** Call it before a transaction. */
  begin(): void
  /**
   * Decides a change by its rule and writes it.
   *
   * @throws what a rule throws; Error if no rule has the change's kind
   */
  apply(change: Change, act: Act): Applied<Result>
  /**
   * The same without a `IdempotencyToken`, and tells whether the change was made.
   *
   * @throws as `apply`
   */
  decide(change: Change, act: Act): readonly [isMade: boolean, result: Result]
  /** Call it last in a transaction. */
  finish(): void
  /** Whether the transaction wrote any row. One that only replays results and refuses writes none. */
  readonly hasWritten: boolean
  /** Call it after the commit, once the version has moved. Without it the next transaction counts anew. */
  committed(): void
}

/** What writes the events of a transaction. */
export type EventWriting = Pick<SqliteEngine, 'begin'> & { readonly log: EventLog }

/** Whether a write is to the row of a key. */
const isOf = (write: RowKey, { table, id }: RowKey): boolean =>
  write.id === id && write.table.name === table.name

/** @param database the connection that writes */
export const sqliteApply = (
  database: DatabaseSync,
  { tables, rules }: Contents,
  results: SqliteResults,
  { log, begin }: EventWriting,
  changes: Pick<Changes, 'version'>,
): ApplyChanges => {
  const counts = countsValidity(database, changes)
  const totals = totalsWrites(database)
  const hidden = hiddenIds(database)
  /** The ids that an import hides; undefined until the transaction needs them. */
  let hiddenNow: readonly [HiddenIds | undefined] | undefined
  const hiddenInTransaction = (): HiddenIds | undefined => {
    hiddenNow ??= [hidden.get() as HiddenIds | undefined]
    return hiddenNow[0]
  }
  let events = log(begin())
  /** The act of the write that is being made. */
  let acting: Act = { at: 0 }
  let hasWritten = false
  const note: TotalsWrites['note'] = (table, before, after) => {
    hasWritten = true
    totals.note(table, before, after)
    events.note(table, before, after, acting)
  }
  const writes = new Map(
    tables.map((table) => [
      table.name,
      tableWrites(database, table, hiddenInTransaction, { note }, counts),
    ]),
  )
  const ruleOf = new Map(rules.map((rule) => [rule.kind, rule]))

  const writesOf = ({ name }: Table): TableWrites => {
    const found = writes.get(name)
    if (found === undefined) throw new Error(`This store has no table ${name}.`)
    return found
  }

  /** Whether the rule allowed it, and the result. */
  const decide = (change: Change, act: Act): readonly [boolean, Result] => {
    // The rule of this kind decides changes of this kind.
    const rule = ruleOf.get(change.kind) as Rule | undefined
    if (rule === undefined) throw new Error(`No rule decides ${change.kind}.`)
    const { keys, found } = rowsOf(rule, change)
    /** What no write of this change has written to yet. */
    const standing = [...found]
    const counted = rule.counts?.(change, found).map((key) => writesOf(key.table).count(key)) ?? []
    const decision = rule.decide(change, found, counted)
    if ('refused' in decision) return [false, decision.refused]
    const written: Stored[] = []
    for (const each of decision.writes) {
      const write = typeof each === 'function' ? each(written) : each
      acting = write.isByClock === true ? { at: act.at } : act
      const at = write.kind === 'insert' ? -1 : keys.findIndex((key) => isOf(write, key))
      const { row, version } = writesOf(write.table).write(write, standing[at])
      if (at >= 0) standing[at] = undefined
      written.push({ row: shownRow(write.table, row), version })
    }
    return [true, decision.result(written)]
  }

  /** The rows that a rule reads, in as many rounds as it asks for. */
  const rowsOf = (
    rule: Rule,
    change: Change,
  ): { readonly keys: readonly RowKey[]; readonly found: Found } => {
    const found: Array<Stored | undefined> = []
    for (;;) {
      const keys = rule.rows(change, found)
      if (keys.length <= found.length) return { keys, found }
      for (const { table, id } of keys.slice(found.length)) found.push(writesOf(table).find(id))
    }
  }

  return {
    begin: () => {
      hasWritten = false
      hiddenNow = undefined
      counts.begin()
      totals.begin()
      events = log(begin())
      for (const each of writes.values()) each.begin()
    },
    apply: (change, act) => {
      const { once } = act
      const before = once && results.find(once)
      if (before !== undefined) return before
      const [isToKeep, result] = decide(change, act)
      if (once !== undefined && isToKeep) results.keep(once, result)
      return { outcome: 'done', result, replayed: false }
    },
    decide,
    finish: () => {
      for (const each of writes.values()) each.finish()
      totals.save()
      events.save()
    },
    get hasWritten() {
      return hasWritten
    },
    committed: () => counts.committed(),
  }
}
