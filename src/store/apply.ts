import type {
  AnyRule,
  Change,
  ChangeContext,
  Result,
  RowKey,
  RowSearch,
  Rule,
} from '../base/data/change.ts'
import { type Applied, resultOf } from '../base/data/store.ts'
import { publicRow, type Stored, type Table } from '../base/data/table.ts'
import { noteAudit } from './audit.ts'
import type { Engine, Statement, Transaction, Work } from './engine.ts'
import type { EventLog } from './event-log.ts'
import { resultQuery, NewResults, refuseTaken, resultIn } from './results.ts'
import { columnNamed, quoted, versionColumn } from './sql/columns.ts'
import { Totals } from './row-counts.ts'
import { UnitOfWork, type WorkParts } from './unit-of-work.ts'

export type ApplyParts = {
  readonly rules: ReadonlyMap<string, AnyRule>
  readonly log: EventLog
  readonly dependents: ReadonlyMap<string, readonly Dependent[]>
  readonly work: WorkParts
}

/** A table whose rows belong or refer to a row of another table, at any depth. The statement `release` takes that row's id. */
type Dependent = { readonly table: Table; readonly release: string }

/** The dependents of each table that has any, deepest first. */
export const dependentsIn = (tables: readonly Table[]): ApplyParts['dependents'] => {
  const within = (parent: Table, isParent: string): readonly Dependent[] =>
    tables.flatMap((table) => {
      const reference = table.refersTo?.[parent.name]
      if (reference !== undefined) {
        const column = quoted(columnNamed(table, reference))
        const cleared = `${column} = NULL, ${versionColumn} = ${versionColumn} + 1`
        const release = `UPDATE ${table.name} SET ${cleared} WHERE ${column} ${isParent}`
        return [{ table, release }]
      }
      const field = table.belongsTo?.[parent.name]
      if (field === undefined) return []
      const rows = `${table.name} WHERE ${quoted(columnNamed(table, field))} ${isParent}`
      return [
        ...within(table, `IN (SELECT id FROM ${rows})`),
        { table, release: `DELETE FROM ${rows}` },
      ]
    })
  const all = tables.map((table) => [table.name, within(table, '= $1')] as const)
  return new Map(all.filter(([, dependents]) => dependents.length > 0))
}

export type PendingChange = { readonly change: Change; readonly act: ChangeContext }

export type Decided = {
  readonly applied: ReadonlyArray<Applied<Result>>
  readonly refused: readonly number[]
  /** Whether any row was written. A transaction that only replays or refuses writes none. */
  readonly hasWritten: boolean
  /** The number of the transaction, for `RowCounts.commit`. */
  readonly transaction: number
}

/** Decides and applies changes in one transaction. Throws what a rule throws; KeyTaken if another transaction took a key. */
export function* makeChanges(
  { rules, log, dependents, work }: ApplyParts,
  transaction: Transaction,
  pending: readonly PendingChange[],
  checksKeys = false,
): Work<Decided> {
  const number = work.counts.begin()
  const events = log(transaction)
  let results: NewResults | undefined
  let acting = nobody
  const totals = new Totals()
  let hasWritten = false
  const rows = new UnitOfWork(work, transaction, (table, before, after) => {
    hasWritten = true
    totals.note(table, before, after, acting.at)
    events.note(table, before, after, acting)
  })
  const applied: Array<Applied<Result>> = []
  const refused: number[] = []
  // A single change reads what it needs as it proceeds.
  if (pending.length > 1) {
    if (rows.loads)
      yield* rows.load(firstOf(rules, pending, (rule, change) => rule.rows(change, none)))
    yield* rows.count(firstOf(rules, pending, (rule, change) => rule.counts?.(change, none)))
  }
  for (let at = 0; at < pending.length; at += 1) {
    const { change, act } = pending[at] as PendingChange
    const { once } = act
    let before = once && results?.find(once)
    if (once !== undefined && checksKeys) before ??= resultIn((yield [resultQuery(once)])[0], once)
    if (before !== undefined) {
      applied.push(before)
      continue
    }
    // The rule of this kind decides changes of this kind.
    const rule = rules.get(change.kind) as Rule | undefined
    if (rule === undefined) throw new Error(`No rule decides ${change.kind}.`)
    const found: Array<Stored | undefined> = []
    for (;;) {
      const keys = rule.rows(change, found)
      if (keys.length <= found.length) break
      if (rows.loads) yield* rows.load(keys.slice(found.length))
      while (found.length < keys.length) {
        const key = keys[found.length] as RowKey | RowSearch
        if ('id' in key) found.push(rows.find(key))
        else found.push(...(yield* rows.search(keys, found.length)))
      }
    }
    const counts: number[] = []
    for (const key of rule.counts?.(change, found) ?? none) {
      counts.push(work.counts.find(key) ?? (yield* rows.count([key])))
    }
    const decision = rule.decide(change, found, counts, act.at)
    if ('refused' in decision) {
      // Another node may have applied the change since the key was looked up.
      const replay =
        once && !checksKeys ? resultIn((yield [resultQuery(once)])[0], once) : undefined
      if (replay === undefined) refused.push(at)
      applied.push(replay ?? { outcome: 'done', result: decision.refused, replayed: false })
      continue
    }
    const written: Stored[] = []
    for (const each of decision.writes) {
      const write = typeof each === 'function' ? each(written) : each
      acting = write.isBySystem === true ? { at: act.at } : act
      if (rows.loads && write.kind !== 'insert') yield* rows.load([write])
      if (write.kind === 'remove') {
        const all = dependents.get(write.table.name)
        if (all !== undefined) {
          for (const { table } of all) yield* rows.release(table)
          yield all.map(({ release }): Statement => [release, [write.id]])
        }
      }
      const { row, version } = rows.write(write)
      written.push({ row: publicRow(write.table, row), version })
    }
    const result = decision.result(written)
    if (once !== undefined) (results ??= new NewResults()).add(once, result)
    applied.push({ outcome: 'done', result, replayed: false })
  }
  rows.save()
  totals.save(transaction)
  events.save()
  if (results !== undefined) refuseTaken(yield results.statements)
  return { applied, refused, hasWritten, transaction: number }
}

const nobody: ChangeContext = { at: 0 }
const none: readonly never[] = []

/** The first rows or counts that each rule needs. A rule that throws here throws again when it decides its change. */
const firstOf = <T>(
  rules: ApplyParts['rules'],
  pending: readonly PendingChange[],
  of: (rule: Rule, change: Change) => readonly T[] | undefined,
): readonly T[] =>
  pending.flatMap(({ change }) => {
    try {
      // The rule of this kind decides changes of this kind.
      return of(rules.get(change.kind) as Rule, change) ?? none
    } catch {
      return none
    }
  })

/** The limit of one `applyAll`. A change takes 0.1 ms; more than 2,000 make a running service refuse writes briefly (503). */
export const maxChanges = 10_000

/** Applies all changes in order in one transaction, or none. Throws RangeError for more than `maxChanges`. */
export const applyTogether =
  (
    { write }: Pick<Engine, 'write'>,
    parts: ApplyParts,
    committed: (hasWritten: boolean) => void | Promise<void>,
  ) =>
  async <R extends Result>(all: ReadonlyArray<Change<R>>, { at, by, audit }: ChangeContext) => {
    if (all.length > maxChanges) {
      throw new RangeError(`At most ${maxChanges} changes can be made together.`)
    }
    const pending = all.map((change) => ({ change, act: { at, by } }))
    const refused: Array<{ readonly at: number; readonly result: R }> = []
    try {
      const results = await write(
        function* (transaction) {
          const decided = yield* makeChanges(parts, transaction, pending)
          // The rule of this kind of change returns this kind of result.
          const made = decided.applied.map(resultOf) as readonly Result[] as readonly R[]
          for (const place of decided.refused) refused.push({ at: place, result: made[place] as R })
          if (refused.length > 0) throw new Error('A change was refused.')
          if (audit !== undefined) noteAudit(transaction, { at, action: '', target: '', ...audit })
          return made
        },
        { isLong: true },
      )
      await committed(true)
      return { outcome: 'done' as const, results }
    } catch (error) {
      if (refused.length === 0) throw error
      return { outcome: 'refused' as const, refused }
    }
  }
