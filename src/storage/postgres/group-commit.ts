import { OutcomeUnknown, StorageUnavailable } from '../../core/errors/storage-errors.ts'
import { inTime } from '../../core/in-time.ts'
import type { Result } from '../../data/change.ts'
import type { Applied } from '../../data/store.ts'
import { Applying, type ApplyParts, type Asked } from './apply.ts'
import type { Writer } from './writer.ts'

/** A change that waits for its transaction, and the callbacks for its outcome. */
type Member = Asked & {
  /** When it was asked for, in milliseconds of `performance.now`. */
  readonly since: number
  readonly resolve: (applied: Applied<Result>) => void
  readonly reject: (error: unknown) => void
}

/** How many rows one transaction writes, unless a single change has more, so that others need not wait for long. */
const mostRows = 256

/** Milliseconds that the next transaction waits at most until other nodes know of the one before. */
const longestTelling = 20

/**
 * Makes all changes that wait in one transaction: a commit, which waits for the disk and for a standby, costs more than
 * the rest of a change, and one serves for all. What arrives during a transaction shares the next one.
 */
export class GroupCommit {
  readonly #writer: Writer
  readonly #parts: ApplyParts
  readonly #committed: () => Promise<void>
  readonly #telling = new Set<Promise<void>>()
  #waiting: Member[] = []
  #isRunning = false
  #ended: (() => void) | undefined

  /**
   * @param committed called after each commit. Its members are told once it resolves. The next commit waits for it too, but
   *   not for long: what the members ask for next shares it, and groups half again as large cost less. It never rejects
   */
  constructor(writer: Writer, parts: ApplyParts, committed: () => Promise<void>) {
    this.#writer = writer
    this.#parts = parts
    this.#committed = committed
  }

  /** How many changes wait for a transaction. */
  get waiting(): number {
    return this.#waiting.length
  }

  /** @throws StorageUnavailable; OutcomeUnknown; what the rule throws */
  async apply(asked: Asked): Promise<Applied<Result>> {
    return await new Promise<Applied<Result>>((resolve, reject) => {
      this.#waiting.push({ ...asked, since: performance.now(), resolve, reject })
      if (this.#isRunning) return
      this.#isRunning = true
      // What the same turn of the event loop brings goes into the same transaction.
      setImmediate(() => void this.#commitAll())
    })
  }

  /** Waits for all that was asked for before. */
  async ended(): Promise<void> {
    if (this.#isRunning) await new Promise<void>((resolve) => (this.#ended = resolve))
    await Promise.all(this.#telling)
  }

  async #commitAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const error = await this.#commit(this.#next())
      // Those that waited meanwhile have waited for the same thing.
      if (error instanceof StorageUnavailable) {
        for (const { reject } of this.#waiting.splice(0)) reject(error)
      }
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
      if (rows > mostRows && count > 0) break
      count += 1
    }
    return this.#waiting.splice(0, count)
  }

  /** @returns why it failed, if it did; all members were told */
  async #commit(members: readonly Member[]): Promise<unknown> {
    try {
      const results = await this.#together(members)
      const telling = this.#tell(members, results)
      this.#telling.add(telling)
      void telling.then(() => this.#telling.delete(telling))
      await inTime(telling, longestTelling).catch(() => undefined)
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

  async #tell(members: readonly Member[], results: ReadonlyArray<Applied<Result>>): Promise<void> {
    await this.#committed()
    for (const [at, { resolve }] of members.entries()) {
      // There is one result for each member.
      resolve(results[at] as Applied<Result>)
    }
  }

  async #together(members: readonly Member[]): Promise<ReadonlyArray<Applied<Result>>> {
    return await this.#writer.transaction(
      async (transaction) => {
        const applying = new Applying(this.#parts, transaction)
        await applying.prepare(members)
        const applied: Array<Applied<Result>> = []
        for (const member of members) applied.push(await applying.apply(member))
        await applying.save()
        return applied
      },
      undefined,
      members[0]?.since,
    )
  }
}
