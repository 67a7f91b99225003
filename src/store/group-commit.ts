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
export const groupCommit = ({ engine, applying, committed, maxTurns }: GroupCommitParts) => {
  const telling = new Set<Promise<void>>()
  const waiting: Member[] = []
  let isRunning = false
  /** How many turns the next transaction has waited, and how many changes waited at the end of the last one. */
  let turns = 0
  let before = 0
  let end: (() => void) | undefined

  /** Returns why it failed, if it did; all members were told. */
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
    const told = known.then(() => tell(members, decided))
    telling.add(told)
    void told.then(() => telling.delete(told))
    // The next transaction waits this many milliseconds at most until other nodes know of this one.
    await inTime(told, 20).catch(() => undefined)
    return undefined
  }

  /** Tells the members of a transaction that failed, or tries each alone if one of them is to blame. */
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

  /** Takes what is committed together: from those that wait longest, at least one. */
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

  /** Commits after a turn that brought no change, or after the last turn that a change may wait. */
  const turn = (): void => {
    turns += 1
    if (turns < maxTurns && waiting.length > before) {
      before = waiting.length
      setImmediate(turn)
      return
    }
    void commit(next()).then(goOn)
  }

  /** Goes on after a transaction, with why it failed, if it did. */
  const goOn = (error: unknown): void => {
    turns = 0
    before = 0
    if (error instanceof StorageUnavailable) {
      // Those that waited meanwhile have waited for the same thing.
      for (const { reject } of waiting.splice(0)) reject(error)
    }
    if (waiting.length > 0) {
      turn()
      return
    }
    isRunning = false
    end?.()
  }

  return {
    waiting: () => waiting.length,
    /** @throws StorageUnavailable; OutcomeUnknown; what the rule throws */
    apply: (change: Change, act: ChangeContext) =>
      new Promise<Applied<Result>>((resolve, reject) => {
        waiting.push({ change, act, since: performance.now(), resolve, reject })
        if (isRunning) return
        isRunning = true
        // What the same turn of the event loop brings goes into the same transaction.
        setImmediate(turn)
      }),
    /** Waits for all that was asked for before. */
    ended: async (): Promise<void> => {
      if (isRunning) await new Promise<void>((resolve) => (end = resolve))
      await Promise.all(telling)
    },
  }
}

const tell = (members: readonly Member[], { applied }: Decided): void =>
  // There is one result for each member.
  members.forEach(({ resolve }, at) => resolve(applied[at] as Applied<Result>))
