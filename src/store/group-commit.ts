import { OutcomeUnknown, StorageUnavailable } from '../base/errors/storage-errors.ts'
import { inTime } from '../base/in-time.ts'
import type { ChangeContext, Change, Result } from '../base/data/change.ts'
import type { Applied } from '../base/data/store.ts'
import { type ApplyParts, type Decided, makeChanges, type PendingChange } from './apply.ts'
import type { Engine } from './engine.ts'
import { KeyTaken } from './results.ts'

/** A change that waits for its transaction, and the callbacks for its outcome. */
type Member = PendingChange & {
  /** When it was asked for, in milliseconds of `performance.now`. */
  readonly since: number
  readonly resolve: (applied: Applied<Result>) => void
  readonly reject: (error: unknown) => void
}

/** Most rows that one transaction writes, unless a single change has more. It bounds how long others wait. */
const maxRows = 256

export type GroupCommitParts = {
  readonly engine: Pick<Engine, 'write'>
  readonly applying: ApplyParts
  /** Called after each commit, before its members get their results and the next commit begins. It never rejects. */
  readonly committed: (hasWritten: boolean) => void | Promise<void>
  /** How many turns of the event loop a change waits at most for more changes to join it. */
  readonly maxTurns: number
}

/**
 * Commits waiting changes together, since waiting for the disk or a standby costs most. A transaction begins after a turn
 * without a new change, or after `maxTurns`: that doubles groups under load, and costs a lone change microseconds.
 */
export class GroupCommit {
  readonly #parts: GroupCommitParts
  readonly #telling = new Set<Promise<void>>()
  #waiting: Member[] = []
  #isRunning = false
  /** How many turns the next transaction has waited, and how many changes waited at the end of the last one. */
  #turns = 0
  #before = 0
  #ended: (() => void) | undefined

  constructor(parts: GroupCommitParts) {
    this.#parts = parts
  }

  get waiting(): number {
    return this.#waiting.length
  }

  /** @throws StorageUnavailable; OutcomeUnknown; what the rule throws */
  apply(change: Change, act: ChangeContext): Promise<Applied<Result>> {
    return new Promise<Applied<Result>>((resolve, reject) => {
      this.#waiting.push({ change, act, since: performance.now(), resolve, reject })
      if (this.#isRunning) return
      this.#isRunning = true
      // What the same turn of the event loop brings goes into the same transaction.
      setImmediate(this.#turn)
    })
  }

  /** Waits for all that was asked for before. */
  async ended(): Promise<void> {
    if (this.#isRunning) await new Promise<void>((resolve) => (this.#ended = resolve))
    await Promise.all(this.#telling)
  }

  /** Commits after a turn that brought no change, or after the last turn that a change may wait. */
  readonly #turn = (): void => {
    this.#turns += 1
    if (this.#turns < this.#parts.maxTurns && this.#waiting.length > this.#before) {
      this.#before = this.#waiting.length
      setImmediate(this.#turn)
      return
    }
    void this.#commit(this.#next()).then(this.#go)
  }

  /** Goes on after a transaction, with why it failed, if it did. */
  readonly #go = (error: unknown): void => {
    this.#turns = 0
    this.#before = 0
    if (error instanceof StorageUnavailable) {
      // Those that waited meanwhile have waited for the same thing.
      for (const { reject } of this.#waiting.splice(0)) reject(error)
    }
    if (this.#waiting.length > 0) {
      this.#turn()
      return
    }
    this.#isRunning = false
    this.#ended?.()
  }

  /** Takes what is committed together: from those that wait longest, at least one. */
  #next(): readonly Member[] {
    let count = 0
    let rows = 0
    for (const { change } of this.#waiting) {
      rows += change.rows ?? 1
      if (rows > maxRows && count > 0) break
      count += 1
    }
    return this.#waiting.splice(0, count)
  }

  /** Returns why it failed, if it did; all members were told. */
  async #commit(members: readonly Member[], checksKeys = false): Promise<unknown> {
    const { engine, applying, committed } = this.#parts
    let decided: Decided
    try {
      decided = await engine.write(
        (transaction) => makeChanges(applying, transaction, members, checksKeys),
        members[0],
      )
    } catch (error) {
      return await this.#undone(members, error)
    }
    const known = committed(decided.hasWritten)
    if (known === undefined) {
      tell(members, decided)
      return undefined
    }
    const telling = known.then(() => tell(members, decided))
    this.#telling.add(telling)
    void telling.then(() => this.#telling.delete(telling))
    // The next transaction waits this many milliseconds at most until other nodes know of this one.
    await inTime(telling, 20).catch(() => undefined)
    return undefined
  }

  /** Tells the members of a transaction that failed, or tries each alone if one of them is to blame. */
  async #undone(members: readonly Member[], error: unknown): Promise<unknown> {
    if (error instanceof KeyTaken) return await this.#commit(members, true)
    const isNobodysFault = error instanceof StorageUnavailable || error instanceof OutcomeUnknown
    if (members.length === 1 || isNobodysFault) {
      for (const { reject } of members) reject(error)
      return error
    }
    for (const [at, member] of members.entries()) {
      const failure = await this.#commit([member])
      if (!(failure instanceof StorageUnavailable)) continue
      for (const { reject } of members.slice(at + 1)) reject(failure)
      return failure
    }
    return undefined
  }
}

const tell = (members: readonly Member[], { applied }: Decided): void => {
  for (let at = 0; at < members.length; at += 1) {
    // There is one result for each member.
    members[at]?.resolve(applied[at] as Applied<Result>)
  }
}
