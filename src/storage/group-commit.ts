import { OutcomeUnknown, StorageUnavailable } from '../core/errors/storage-errors.ts'
import { inTime } from '../core/in-time.ts'
import type { ChangeContext, Change, Result } from '../data/change.ts'
import type { Applied } from '../data/store.ts'
import { Applying, type ApplyParts, type Asked } from './apply.ts'
import type { Engine } from './engine.ts'

/** A change that waits for its transaction, and the callbacks for its outcome. */
type Member = Asked & {
  /** When it was asked for, in milliseconds of `performance.now`. */
  readonly since: number
  readonly resolve: (applied: Applied<Result>) => void
  readonly reject: (error: unknown) => void
}

/** How many rows one transaction writes, unless a single change has more, so that others need not wait for long. */
const maxRows = 256

/** Milliseconds that the next transaction waits at most until other nodes know of the one before. */
const maxTelling = 20

const nextTurn = async (): Promise<void> => await new Promise((resolve) => setImmediate(resolve))

export type GroupCommitParts = {
  readonly engine: Pick<Engine, 'write'>
  readonly applying: ApplyParts
  /**
   * Called after each commit. Its members are told once it has ended. The next commit waits for it too, but not for long:
   * what the members ask for next shares it, and groups half again as large cost less. It never rejects.
   */
  readonly committed: () => void | Promise<void>
  /** How many turns of the event loop a change waits at most for more changes to join it. */
  readonly maxTurns: number
}

/**
 * Makes all changes that wait in one transaction: a commit, which waits for the disk or for a standby, costs more than the
 * rest of a change, and one serves for all. What arrives during a transaction shares the next one.
 *
 * The callers of one transaction send their next requests at nearly the same time, and the event loop reads them in a few
 * turns. So a transaction begins after a turn that brought no change, or after `maxTurns`. That doubles the size of a
 * group under load. A change that comes alone waits for one empty turn, which costs some microseconds.
 */
export class GroupCommit {
  readonly #parts: GroupCommitParts
  readonly #telling = new Set<Promise<void>>()
  #waiting: Member[] = []
  #isRunning = false
  #ended: (() => void) | undefined

  constructor(parts: GroupCommitParts) {
    this.#parts = parts
  }

  /** How many changes wait for a transaction. */
  get waiting(): number {
    return this.#waiting.length
  }

  /** @throws StorageUnavailable; OutcomeUnknown; what the rule throws */
  apply(change: Change, act: ChangeContext): Promise<Applied<Result>> {
    return new Promise<Applied<Result>>((resolve, reject) => {
      this.#waiting.push({ change, act, since: performance.now(), resolve, reject })
      if (this.#isRunning) return
      this.#isRunning = true
      void this.#commitAll()
    })
  }

  /** Waits for all that was asked for before. */
  async ended(): Promise<void> {
    if (this.#isRunning) await new Promise<void>((resolve) => (this.#ended = resolve))
    await Promise.all(this.#telling)
  }

  async #commitAll(): Promise<void> {
    // What the same turn of the event loop brings goes into the same transaction.
    await nextTurn()
    while (this.#waiting.length > 0) {
      await this.#gather()
      const error = await this.#commit(this.#next())
      // Those that waited meanwhile have waited for the same thing.
      if (error instanceof StorageUnavailable) {
        for (const { reject } of this.#waiting.splice(0)) reject(error)
      }
    }
    this.#isRunning = false
    this.#ended?.()
  }

  /** Waits for a turn that brings no change. */
  async #gather(): Promise<void> {
    let before = 0
    for (let turn = 1; turn < this.#parts.maxTurns && this.#waiting.length > before; turn += 1) {
      before = this.#waiting.length
      await nextTurn()
    }
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

  /** @returns why it failed, if it did; all members were told */
  async #commit(members: readonly Member[]): Promise<unknown> {
    try {
      const results = await this.#together(members)
      const telling = this.#tell(members, results)
      if (telling !== undefined) {
        this.#telling.add(telling)
        void telling.then(() => this.#telling.delete(telling))
        await inTime(telling, maxTelling).catch(() => undefined)
      }
      return undefined
    } catch (error) {
      const isNobodysFault = error instanceof StorageUnavailable || error instanceof OutcomeUnknown
      if (members.length === 1 || isNobodysFault) {
        for (const { reject } of members) reject(error)
        return error
      }
      // Everything was undone, and one member is to blame: each is tried alone.
      for (const [at, member] of members.entries()) {
        const failure = await this.#commit([member])
        if (!(failure instanceof StorageUnavailable)) continue
        for (const { reject } of members.slice(at + 1)) reject(failure)
        return failure
      }
      return undefined
    }
  }

  /** Tells the members: at once, unless others have to know before. */
  #tell(
    members: readonly Member[],
    results: ReadonlyArray<Applied<Result>>,
  ): Promise<void> | undefined {
    const tell = (): void => {
      for (const [at, { resolve }] of members.entries()) {
        // There is one result for each member.
        resolve(results[at] as Applied<Result>)
      }
    }
    const known = this.#parts.committed()
    if (known !== undefined) return known.then(tell)
    tell()
    return undefined
  }

  async #together(members: readonly Member[]): Promise<ReadonlyArray<Applied<Result>>> {
    const { engine, applying: parts } = this.#parts
    return await engine.write(
      function* (transaction) {
        const applying = new Applying(parts, transaction)
        yield* applying.prepare(members)
        const applied: Array<Applied<Result>> = []
        for (const member of members) applied.push(yield* applying.apply(member))
        yield* applying.save()
        return applied
      },
      { since: members[0]?.since },
    )
  }
}
