import type { Act } from '../../data/act.ts'
import type { Change, Found, Result, Rule, RowKey } from '../../data/change.ts'
import type { AnyRule } from '../../data/change.ts'
import type { Applied } from '../../data/store.ts'
import { shownRow, type Stored } from '../../data/table.ts'
import type { EventLog, EventWrites } from '../event-log.ts'
import { Results } from './results.ts'
import { type KnownTable, WorkingSet } from './working-set.ts'
import type { Transaction } from './writer.ts'

/** What changes of a store need to know of it. */
export type ApplyParts = {
  readonly tables: ReadonlyMap<string, KnownTable>
  readonly rules: ReadonlyMap<string, AnyRule>
  readonly log: EventLog
}

/** A change, and who makes it. */
export type Asked = { readonly change: Change; readonly act: Act }

/** Makes changes in one transaction. */
export class Applying {
  readonly #rules: ReadonlyMap<string, AnyRule>
  readonly #transaction: Transaction
  readonly #rows: WorkingSet
  readonly #results: Results
  readonly events: EventWrites
  /** The act of the write that is being made. */
  #acting: Act = { at: 0 }

  constructor({ tables, rules, log }: ApplyParts, transaction: Transaction) {
    this.#rules = rules
    this.#transaction = transaction
    this.events = log(transaction)
    this.#results = new Results(transaction.query)
    this.#rows = new WorkingSet(tables, transaction, (table, before, after) =>
      this.events.note(table, before, after, this.#acting),
    )
  }

  /** Reads what the rules of many changes ask for first, in one round trip for each table. */
  async prepare(all: readonly Asked[]): Promise<void> {
    const keys = all.flatMap(({ change }) => this.#firstKeys(change))
    const once = all.flatMap(({ act }) => (act.once === undefined ? [] : [act.once]))
    await Promise.all([this.#rows.load(keys), this.#results.load(once)])
  }

  /**
   * Decides a change by its rule and makes it, once if it asks for that.
   *
   * @throws what a rule throws; Error if no rule has the change's kind
   */
  async apply({ change, act }: Asked): Promise<Applied<Result>> {
    const { once } = act
    if (once !== undefined) {
      await this.#results.load([once])
      const before = this.#results.find(once)
      if (before !== undefined) return before
    }
    const [isMade, result] = await this.decide({ change, act })
    if (once !== undefined && isMade) this.#results.keep(once, result)
    return { outcome: 'done', result, replayed: false }
  }

  /**
   * The same whatever was made once, and tells whether the change was made.
   *
   * @throws as `apply`
   */
  async decide({ change, act }: Asked): Promise<readonly [isMade: boolean, result: Result]> {
    const rule = this.#ruleOf(change)
    if (rule === undefined) throw new Error(`No rule decides ${change.kind}.`)
    const found = await this.#rowsOf(rule, change)
    const counts: number[] = []
    for (const key of rule.counts?.(change, found) ?? []) counts.push(await this.#rows.count(key))
    const decision = rule.decide(change, found, counts)
    if ('refused' in decision) return [false, decision.refused]
    const written: Stored[] = []
    for (const each of decision.writes) {
      const write = typeof each === 'function' ? each(written) : each
      this.#acting = write.isByClock === true ? { at: act.at } : act
      const { row, version } = await this.#rows.write(write)
      written.push({ row: shownRow(write.table, row), version })
    }
    return [true, decision.result(written)]
  }

  /** Leaves everything for the commit. Call it last. */
  async save(): Promise<void> {
    await this.#rows.save()
    this.events.save()
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

  /** The rows that a rule reads, in as many rounds as it asks for. */
  async #rowsOf(rule: Rule, change: Change): Promise<Found> {
    const found: Array<Stored | undefined> = []
    for (;;) {
      const keys = rule.rows(change, found).slice(found.length)
      if (keys.length === 0) return found
      await this.#rows.load(keys)
      for (const key of keys) found.push(this.#rows.find(key))
    }
  }
}
