import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Clock } from './base/clock.ts'
import { type Deadline, expireDueRows } from './base/data/deadline.ts'
import type { Due, LabClock } from './base/lab-clock.ts'
import { dateTimeText } from './base/date-time.ts'
import type { Sweep } from './base/data/sweep.ts'
import { expiryNotice } from './access/keys/key-store.ts'
import type { Authenticator } from './access/keys/authenticator.ts'
import type { PersistentCounters } from './access/quotas/counters.ts'
import { maxAdded } from './access/quotas/history/request-history.ts'
import type { RequestSums } from './access/quotas/history/request-sums.ts'
import { OutcomeUnknown } from './base/errors/storage-errors.ts'
import { retention } from './base/idempotency.ts'
import { aheadIn } from './resources/lab/operations.ts'
import { pollInterval, type Storage } from './store/port.ts'
import { type BackgroundWork, startBackground } from './base/background.ts'
import type { Observe } from './base/observation.ts'

type UpkeepParts = {
  readonly authenticator: Authenticator
  /** Counts requests for the history. */
  readonly requests: RequestSums
  readonly counters: PersistentCounters
  readonly storage: Storage
  /** Work that checks whether an incident is over. */
  readonly incidents: readonly BackgroundWork[]
  readonly deadlines: readonly Deadline[]
  readonly sweeps: readonly Sweep[]
  /** The time that decides whether a row is due. */
  readonly clock: Clock
  /** Set if `clock` can be moved. */
  readonly lab?: LabClock | undefined
  /** The time that decides whether stored data is old enough to delete. */
  readonly ages: Clock
  readonly eventDays: number
  /** Days for which contacts without orders are kept; Infinity by default. */
  readonly contactDays?: number | undefined
  readonly observe: Observe
}

/**
 * Starts the background work of an application. A changed key, a lifted ban, or an expired row takes effect within a
 * second. A crash loses at most the last second of counting.
 * @returns a function that stops it and saves what was counted
 */
export const startUpkeep = async (parts: UpkeepParts): Promise<() => Promise<void>> => {
  const { authenticator, observe } = parts
  const saves: readonly BackgroundWork[] = [
    { name: 'save key uses', every: 500, run: () => authenticator.flushUses() },
    { name: 'save request history', every: 1_000, run: () => saveHistory(parts) },
    { name: 'save counts', every: 500, run: savingCounts(parts) },
  ]
  await authenticator.refresh()
  parts.lab?.due.push(dueIn(parts))
  const stopBackground = startBackground([...saves, ...otherWork(parts)], observe)
  return async () => {
    await stopBackground()
    for (const { name, run } of saves) {
      try {
        await run()
      } catch (error) {
        observe({ kind: 'background_failed', work: name, error, again: false })
      }
    }
  }
}

/** The work in a store that falls due as time passes: rows with a deadline, and API keys that expire. */
const dueIn = ({ storage: { data, whole, keys }, deadlines, clock }: UpkeepParts): Due => ({
  next: async (after, to) => {
    const ends = (await keys.list()).map(({ expiresAt = Infinity }) => expiresAt)
    const moments = ends.flatMap((end) => [end - expiryNotice, end])
    for (const { table } of deadlines) {
      const [id = 0n] = await data.due(table, dateTimeText(to), 1)
      const found = await whole.find(table, id)
      moments.push(Date.parse(String(found?.row[table.due?.field ?? ''])))
    }
    return Math.min(...moments.filter((moment) => moment > after), Infinity)
  },
  settle: async () => {
    while (await expireDueRows(data, deadlines, clock())) await nextTurn()
    while (await keys.notifyExpiring(clock())) await nextTurn()
  },
})

/** Picks up changes made by other processes. Another node may have moved the clock too. */
const poll = async ({ lab, storage }: UpkeepParts): Promise<void> => {
  await storage.poll()
  if (lab !== undefined) lab.ahead = Math.max(lab.ahead, await aheadIn(storage))
}

/** Milliseconds. */
const day = 86_400_000

/** Maximum number of rows deleted in one transaction. */
const maxForgotten = 250

const otherWork = (parts: UpkeepParts): readonly BackgroundWork[] => {
  const { authenticator, counters, storage, clock, ages, observe } = parts
  const checkRevision = () => authenticator.checkRevision()
  const endDue = () => expireDueRows(storage.data, parts.deadlines, clock())
  const tellExpiring = () => storage.keys.notifyExpiring(clock())
  const look = async () => observe({ kind: 'store_facts', ...(await storage.facts(clock())) })
  // Work that may have fallen due while the service was down.
  const atOnce: readonly BackgroundWork[] = [
    { name: 'end what is due', every: 250, run: endDue },
    { name: 'tell of expiring keys', every: 5_000, run: tellExpiring },
    { name: 'look at the store', every: 5_000, run: look },
  ]
  /** Each deletes one batch, and resolves to whether more remains. */
  const forgets: Readonly<Record<string, (now: number) => Promise<boolean>>> = {
    'old idempotency keys': async (now) =>
      (await storage.idempotency.forget(now - retention, maxForgotten)) === maxForgotten,
    'old events': async (now) =>
      (await storage.events.forget(now - parts.eventDays * day, maxForgotten)) === maxForgotten,
    'old audit lines': async (now) =>
      (await storage.audit.forget(now - 400 * day, maxForgotten)) === maxForgotten,
    'old history': (now) => storage.history.forget(now),
  }
  return [
    { name: 'refresh keys', every: 250, run: () => authenticator.refresh() },
    ...(authenticator.hasRevisionSource
      ? [{ name: 'check the revision of the keys', every: 250, run: checkRevision }]
      : []),
    { name: 'poll for changes', every: pollInterval, run: () => poll(parts) },
    ...atOnce.map((work) => ({ ...work, startsAtOnce: true }) as const),
    { name: 'sweep counts', every: 60_000, run: async () => counters.sweep(ages()) },
    ...Object.entries(forgets).map(([what, forget]) => ({
      name: `forget ${what}`,
      every: 1_000,
      // Small batches, repeated often while more remains: no request waits, and it keeps up with 2,500 creations a second.
      everyIfMore: 100,
      run: async () => {
        const now = ages()
        // Nothing is deleted in the first minutes of a service, because its clock may be wrong.
        return now === -Infinity ? false : await forget(now)
      },
    })),
    ...parts.sweeps.map(({ name, start }) => {
      const sweep = start(storage.data)
      const run = () => {
        const now = ages()
        const { eventDays, contactDays = Infinity } = parts
        const contactsBefore = now - contactDays * day
        return sweep({ before: now - eventDays * day, contactsBefore, now })
      }
      return { name: `forget ${name}`, every: 10_000, run }
    }),
    ...parts.incidents,
  ]
}

/** Milliseconds of the lease with which one of several nodes saves the counts that cause alerts to owners. */
const turn = 5_000

const savingCounts = ({ counters, storage, clock }: UpkeepParts) => {
  const holder = randomUUID()
  const inTurn = async (work: () => Promise<void>): Promise<void> => {
    if (!(await storage.lease('counts', holder, turn))) return
    try {
      await work()
    } finally {
      await storage.lease('counts', holder, 0)
    }
  }
  return async () => {
    const lifts = await storage.counts.lifts()
    for (const lift of lifts) await counters.liftBan(lift)
    await counters.flush({
      save: (counts, forgotten) => storage.counts.save(counts, forgotten, clock()),
      inTurn,
    })
    // Delete the lifts only after the save, so that they are found again if the process ends before it.
    if (lifts.length > 0) await storage.counts.forgetLifts(lifts)
  }
}

/** Adds the counts to the stored history, never twice. Sorted by owner, because rows of one owner share pages of the store. */
const saveHistory = async ({ requests, storage, observe }: UpkeepParts): Promise<void> => {
  const { sums: taken, lost } = requests.take()
  const sums = taken.toSorted((one, other) =>
    one.ownerId < other.ownerId ? -1 : Number(one.ownerId > other.ownerId),
  )
  if (lost > 0) observe({ kind: 'history_incomplete', requests: lost })
  for (let from = 0; from < sums.length; from += maxAdded) {
    try {
      await storage.history.add(sums.slice(from, from + maxAdded))
      // SQLite blocks the event loop while it writes, so requests are served between batches.
      await nextTurn()
    } catch (error) {
      // A batch with an unknown outcome may have been added, so it is not given back.
      const isDone = error instanceof OutcomeUnknown
      requests.giveBack(sums.slice(isDone ? from + maxAdded : from))
      throw error
    }
  }
}
