import { maxChanges } from '../data/bulk.ts'
import type {
  ChangeContext,
  AnyRule,
  Change,
  CountKey,
  Result,
  RowKey,
  Rule,
  Write,
} from '../data/change.ts'
import type { Applied } from '../data/store.ts'
import { type Row, publicRow, type Stored, type Table } from '../data/table.ts'
import { type Engine, sideBySide, type Transaction, type Work } from './engine.ts'
import type { EventLog, EventWrites } from './event-log.ts'
import type { Results } from './results.ts'

/** The rows that one transaction reads and writes; how is the engine's business. */
export type TransactionRows = {
  /** Locks and reads rows that were not read yet; without it each is read when it is found. */
  load?(keys: readonly RowKey[]): Work<void>
  /** A row that was loaded, as it stands now. */
  find(key: RowKey): Stored | undefined
  /** Counts rows as they stand now. */
  count(key: CountKey): Work<number>
  /**
   * Writes to a row that was loaded, or inserts one.
   *
   * @returns the row after the write; of a removal, the row before it
   */
  write(write: Write): Stored
  /** Writes what was not written yet; call it last in the transaction. */
  save(): Work<void>
}

/** Gets each write: the row before it and the row after it, where there is one. */
export type Note = (table: Table, before: Row | undefined, after: Row | undefined) => void

/** What changes of a store need to know of it. */
export type ApplyParts = {
  readonly results: () => Results
  readonly rules: ReadonlyMap<string, AnyRule>
  readonly log: EventLog
  readonly rowsOf: (transaction: Transaction, note: Note) => TransactionRows
}

/** A change, and who makes it. */
export type Asked = { readonly change: Change; readonly act: ChangeContext }

/** Work that is done already. */
const nothing: readonly never[] = []

/** Makes changes in one transaction. */
export class Applying {
  readonly #rules: ReadonlyMap<string, AnyRule>
  readonly #transaction: Transaction
  readonly #rows: TransactionRows
  readonly #results: Results
  readonly #events: EventWrites
  /** The act of the write that is being made. */
  #acting: ChangeContext = { at: 0 }

  constructor({ results, rules, log, rowsOf }: ApplyParts, transaction: Transaction) {
    this.#rules = rules
    this.#transaction = transaction
    this.#events = log(transaction)
    this.#results = results()
    this.#rows = rowsOf(transaction, (table, before, after) =>
      this.#events.note(table, before, after, this.#acting),
    )
  }

  /** Reads what the rules of many changes ask for first, in one round trip. */
  *prepare(all: readonly Asked[]): Work<void> {
    // One alone reads what it needs as it goes.
    if (all.length === 1) return
    const once = all.flatMap(({ act }) => (act.once === undefined ? [] : [act.once]))
    const results = this.#results.load(once)
    if (this.#rows.load === undefined) return yield* results
    const keys = all.flatMap(({ change }) => this.#firstKeys(change))
    yield* sideBySide([this.#rows.load(keys), results])
  }

  /**
   * Decides a change by its rule and makes it, once if it asks for that.
   *
   * @throws what a rule throws; Error if no rule has the change's kind
   */
  *apply({ change, act }: Asked): Work<Applied<Result>> {
    const { once } = act
    if (once !== undefined) {
      yield* this.#results.load([once])
      const before = this.#results.find(once)
      if (before !== undefined) return before
    }
    const [isMade, result] = yield* this.decide({ change, act })
    if (once !== undefined && isMade) this.#results.keep(once, result)
    return { outcome: 'done', result, replayed: false }
  }

  /**
   * The same whatever was made once, and tells whether the change was made.
   *
   * @throws as `apply`
   */
  *decide({ change, act }: Asked): Work<readonly [isMade: boolean, result: Result]> {
    const rule = this.#ruleOf(change)
    if (rule === undefined) throw new Error(`No rule decides ${change.kind}.`)
    const found: Array<Stored | undefined> = []
    // The rows that the rule reads, in as many rounds as it asks for.
    for (;;) {
      const keys = rule.rows(change, found)
      if (keys.length <= found.length) break
      const further = keys.slice(found.length)
      yield* this.#load(further)
      for (const key of further) found.push(this.#rows.find(key))
    }
    const counts: number[] = []
    for (const key of rule.counts?.(change, found) ?? []) counts.push(yield* this.#rows.count(key))
    const decision = rule.decide(change, found, counts)
    if ('refused' in decision) return [false, decision.refused]
    const written: Stored[] = []
    for (const each of decision.writes) {
      const write = typeof each === 'function' ? each(written) : each
      this.#acting = write.isBySystem === true ? { at: act.at } : act
      if (write.kind !== 'insert') yield* this.#load([write])
      const { row, version } = this.#rows.write(write)
      written.push({ row: publicRow(write.table, row), version })
    }
    return [true, decision.result(written)]
  }

  /** Writes what was not written yet. Call it last in the transaction. */
  *save(): Work<void> {
    yield* this.#rows.save()
    this.#events.save()
    this.#results.save(this.#transaction)
  }

  #ruleOf(change: Change): Rule | undefined {
    // The rule of this kind decides changes of this kind.
    return this.#rules.get(change.kind) as Rule | undefined
  }

  /** A rule that fails does so again when its change is made, and only then anybody is told. */
  #firstKeys(change: Change): readonly RowKey[] {
    try {
      return this.#ruleOf(change)?.rows(change, []) ?? []
    } catch {
      return []
    }
  }

  #load(keys: readonly RowKey[]): Work<void> | readonly never[] {
    return this.#rows.load?.(keys) ?? nothing
  }
}

/** Ends the transaction of changes of which one was refused. */
class AnyRefused extends Error {}

/**
 * Makes many changes in one transaction, or none of them: see `Bulk.applyAll`.
 *
 * @param committed called after the commit
 */
export const applyTogether =
  ({ write }: Pick<Engine, 'write'>, parts: ApplyParts, committed: () => void | Promise<void>) =>
  async <R extends Result>(all: ReadonlyArray<Change<R>>, act: ChangeContext) => {
    if (all.length > maxChanges) {
      throw new RangeError(`At most ${maxChanges} changes can be made together.`)
    }
    const results: R[] = []
    const refused: Array<{ readonly at: number; readonly result: R }> = []
    const asked = all.map((change) => ({ change, act }))
    try {
      await write(
        function* (transaction) {
          const applying = new Applying(parts, transaction)
          yield* applying.prepare(asked)
          for (const [at, each] of asked.entries()) {
            const [isMade, result] = yield* applying.decide(each)
            // The rule of this kind of change returns this kind of result.
            results.push(result as R)
            if (!isMade) refused.push({ at, result: result as R })
          }
          if (refused.length > 0) throw new AnyRefused()
          yield* applying.save()
        },
        { isLong: true },
      )
    } catch (error) {
      if (error instanceof AnyRefused) return { outcome: 'refused' as const, refused }
      throw error
    }
    await committed()
    return { outcome: 'done' as const, results }
  }
