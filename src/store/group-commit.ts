import { OutcomeUnknown, StorageUnavailable } from '../base/errors/storage-errors.ts'
import { inTime } from '../base/in-time.ts'
import type { ChangeContext, Change, Result } from '../base/data/change.ts'
import type { Applied } from '../base/data/store.ts'
import { type ApplyParts, type Decided, makeChanges, type PendingChange } from './apply.ts'
import type { Changes } from './changes.ts'
import type { Engine } from './engine.ts'
import { KeyTaken, storedResult } from './results.ts'

/** A queued change, and the callbacks for its outcome. */
type Member = PendingChange & {
  /** When it was queued, in milliseconds of `performance.now`. */
  readonly since: number
  readonly resolve: (applied: Applied<Result>) => void
  readonly reject: (error: unknown) => void
}

/** The most rows that one transaction writes, unless a single change has more. This bounds how long others wait. */
const maxRows = 256

export type GroupCommitParts = {
  readonly engine: Pick<Engine, 'read' | 'write'>
  readonly applying: ApplyParts
  readonly changes: Pick<Changes, 'bumpVersion'>
  /** Tells other nodes of a commit, before its members receive their results and the next commit starts. Never rejects. */
  readonly announce?: (() => Promise<void>) | undefined
  /** The most turns of the event loop that a change waits for others to join its transaction. */
  readonly maxTurns: number
}

/**
 * Commits queued changes together, because waiting for the disk or a standby costs most. A transaction starts after a turn
 * without a new change, or after `maxTurns`. This doubles the size of groups under load and delays a lone change by microseconds.
 */
export const groupCommit = (parts: GroupCommitParts) => {
  const { engine, applying, changes, announce, maxTurns } = parts
  const telling = new Set<Promise<void>>()
  const waiting: Member[] = []
  let isRunning = false
  /** How many turns the next transaction has waited, and how many changes were queued after the last turn. */
  let turns = 0
  let before = 0
  let end: (() => void) | undefined

  /** Publishes a commit. One that only replays results changes no page. */
  const committed = (hasWritten: boolean): Promise<void> | undefined => {
    if (hasWritten) changes.bumpVersion()
    return announce?.()
  }

  /** Returns the error if the commit failed. All members have been settled by then. */
  const commit = async (members: readonly Member[], checksKeys = false): Promise<unknown> => {
    let decided: Decided
    try {
      decided = await engine.write(
        (transaction) => makeChanges(applying, transaction, members, checksKeys),
        members[0],
      )
    } catch (error) {
      return await undone(members, error)
    }
    applying.work.counts.commit(decided.transaction)
    const known = committed(decided.hasWritten)
    if (known === undefined) {
      tell(members, decided)
      return undefined
    }
    const notified = known.then(() => tell(members, decided))
    telling.add(notified)
    void notified.then(() => telling.delete(notified))
    // The next transaction waits at most this many milliseconds until other nodes know about this one.
    await inTime(notified, 20).catch(() => undefined)
    return undefined
  }

  /** Rejects the members of a failed transaction, or retries each alone if one of them may have caused the failure. */
  const undone = async (members: readonly Member[], error: unknown): Promise<unknown> => {
    if (error instanceof KeyTaken) return await commit(members, true)
    const isNobodysFault = error instanceof StorageUnavailable || error instanceof OutcomeUnknown
    if (members.length === 1 || isNobodysFault) {
      for (const { reject } of members) reject(error)
      return error
    }
    for (const [at, member] of members.entries()) {
      const failure = await commit([member])
      if (!(failure instanceof StorageUnavailable)) continue
      for (const { reject } of members.slice(at + 1)) reject(failure)
      return failure
    }
    return undefined
  }

  /** Takes the next group from the front of the queue: at least one change. */
  const next = (): readonly Member[] => {
    let count = 0
    let rows = 0
    for (const { change } of waiting) {
      rows += change.rows ?? 1
      if (rows > maxRows && count > 0) break
      count += 1
    }
    return waiting.splice(0, count)
  }

  /** Commits if this turn brought no new change, or if the longest wait is over. */
  const turn = (): void => {
    turns += 1
    if (turns < maxTurns && waiting.length > before) {
      before = waiting.length
      setImmediate(turn)
      return
    }
    void commit(next()).then(afterCommit)
  }

  /** Continues after a transaction, with the error if it failed. */
  const afterCommit = (error: unknown): void => {
    turns = 0
    before = 0
    if (error instanceof StorageUnavailable) {
      // The changes queued in the meantime would fail for the same reason.
      for (const { reject } of waiting.splice(0)) reject(error)
    }
    if (waiting.length > 0) {
      turn()
      return
    }
    isRunning = false
    end?.()
  }

  const join = <R extends Result>(change: Change<R>, act: ChangeContext) =>
    new Promise<Applied<R>>((resolve, reject) => {
      waiting.push({
        change,
        act,
        since: performance.now(),
        // The rule of this kind of change returns this kind of result.
        resolve: resolve as Member['resolve'],
        reject,
      })
      if (isRunning) return
      isRunning = true
      // Changes that arrive in the same turn of the event loop share a transaction.
      setImmediate(turn)
    })

  return {
    committed,
    waiting: () => waiting.length,
    /**
     * A read suffices to replay an earlier change: it needs no transaction, and works while the store cannot be written. A
     * transaction would take so long that a simultaneous repeat would find the first request still running.
     * @throws StorageUnavailable; OutcomeUnknown; what the rule throws
     */
    apply: <R extends Result>(change: Change<R>, act: ChangeContext): Promise<Applied<R>> =>
      act.once === undefined
        ? join(change, act)
        : storedResult(engine, act.once)
            // The stored result of this change has this type.
            .then((known) => (known as Applied<R> | undefined) ?? join(change, act)),
    /** Waits until everything queued so far is settled. */
    ended: async (): Promise<void> => {
      if (isRunning) await new Promise<void>((resolve) => (end = resolve))
      await Promise.all(telling)
    },
  }
}

const tell = (members: readonly Member[], { applied }: Decided): void =>
  // There is one result for each member.
  members.forEach(({ resolve }, at) => resolve(applied[at] as Applied<Result>))
