import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Clock } from './base/clock.ts'
import { type Deadline, expireDueRows } from './base/data/deadline.ts'
import type { Sweep } from './base/data/sweep.ts'
import type { Authenticator } from './access/keys/authenticator.ts'
import type { PersistentCounters } from './access/quotas/counters.ts'
import { maxAdded, type RequestSum } from './access/quotas/history/request-history.ts'
import type { RequestSums } from './access/quotas/history/request-sums.ts'
import { OutcomeUnknown } from './base/errors/storage-errors.ts'
import { retention } from './base/idempotency.ts'
import { pollInterval, type Storage } from './store/port.ts'
import { type BackgroundWork, startBackground } from './base/background.ts'
import type { Observe } from './base/observation.ts'

/**
 * Milliseconds between two runs. A changed key, a lifted ban, or the end of a row by the clock takes effect within a
 * second. A crash loses at most the last second of counting.
 */
const intervals = {
  refreshKeys: 250,
  checkKeyRevision: 250,
  saveCounts: 500,
  saveHistory: 1_000,
  sweepCounts: 60_000,
  expireDueRows: 250,
  sweepRows: 10_000,
  forget: 1_000,
  forgetMore: 100,
  notifyExpiring: 5_000,
  lookAtStore: 5_000,
} as const

type UpkeepParts = {
  readonly authenticator: Authenticator
  /** What is counted for the history. */
  readonly requests: RequestSums
  readonly counters: PersistentCounters
  readonly storage: Storage
  /** Work that checks whether an incident is over. */
  readonly incidents: readonly BackgroundWork[]
  readonly deadlines: readonly Deadline[]
  readonly sweeps: readonly Sweep[]
  /** The time that decides whether a row is due. */
  readonly clock: Clock
  /** The time that decides whether stored data is old enough to delete. */
  readonly ages: Clock
  /** Days for which events are kept. */
  readonly eventDays: number
  readonly observe: Observe
}

/**
 * Starts the background work of an application.
 *
 * @returns a function that stops it and saves what was counted
 */
export const startUpkeep = async (parts: UpkeepParts): Promise<() => Promise<void>> => {
  const { authenticator, observe } = parts
  const saves: readonly BackgroundWork[] = [
    { name: 'save key uses', every: intervals.saveCounts, run: () => authenticator.flushUses() },
    savingHistory(parts),
    savingCounts(parts),
  ]
  const news: readonly BackgroundWork[] = authenticator.hasRevisionSource
    ? [
        {
          name: 'check the revision of the keys',
          every: intervals.checkKeyRevision,
          run: () => authenticator.checkRevision(),
        },
      ]
    : []
  await authenticator.refresh()
  const stopBackground = startBackground(
    [
      { name: 'refresh keys', every: intervals.refreshKeys, run: () => authenticator.refresh() },
      ...news,
      ...saves,
      ...storeWork(parts),
    ],
    observe,
  )
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

/** Milliseconds for which one node of several has the work of telling owners of their counts. */
const turn = 5_000

const savingCounts = ({ counters, storage, clock }: UpkeepParts): BackgroundWork => {
  const holder = randomUUID()
  const inTurn = async (work: () => Promise<void>): Promise<void> => {
    if (!(await storage.lease('counts', holder, turn))) return
    try {
      await work()
    } finally {
      await storage.lease('counts', holder, 0)
    }
  }
  return {
    name: 'save counts',
    every: intervals.saveCounts,
    run: async () => {
      const lifts = await storage.counts.lifts()
      for (const lift of lifts) await counters.liftBan(lift)
      await counters.flush({
        save: (counts, forgotten) => storage.counts.save(counts, forgotten, clock()),
        inTurn,
      })
      // Only after the save: if this process ends before, the next one finds the lifts again.
      if (lifts.length > 0) await storage.counts.forgetLifts(lifts)
    },
  }
}

const byOwner = (one: RequestSum, other: RequestSum): number =>
  one.ownerId < other.ownerId ? -1 : Number(one.ownerId > other.ownerId)

/**
 * A crash loses what was counted since the last run. Nothing is ever counted twice. The rows of neighbours in a sorted
 * list share a page of a store. In any other order, each piece of the list would write almost every page.
 */
const savingHistory = ({ requests, storage, observe }: UpkeepParts): BackgroundWork => ({
  name: 'save request history',
  every: intervals.saveHistory,
  run: async () => {
    const { sums: taken, lost } = requests.take()
    const sums = taken.toSorted(byOwner)
    if (lost > 0) observe({ kind: 'history_incomplete', requests: lost })
    for (let from = 0; from < sums.length; from += maxAdded) {
      try {
        await storage.history.add(sums.slice(from, from + maxAdded))
        // A store in a file adds within the turn. Requests come in between.
        await nextTurn()
      } catch (error) {
        // Nobody can say whether those of an unknown outcome were added.
        const isDone = error instanceof OutcomeUnknown
        requests.giveBack(sums.slice(isDone ? from + maxAdded : from))
        throw error
      }
    }
  },
})

const storeWork = (parts: UpkeepParts): readonly BackgroundWork[] => {
  const { counters, storage, incidents, deadlines, sweeps, clock, ages, eventDays, observe } = parts
  return [
    { name: 'poll for changes', every: pollInterval, run: () => storage.poll() },
    {
      name: 'end what is due',
      every: intervals.expireDueRows,
      // Rows may have become due while no service ran.
      startsAtOnce: true,
      run: () => expireDueRows(storage.data, deadlines, clock()),
    },
    {
      name: 'tell of expiring keys',
      every: intervals.notifyExpiring,
      startsAtOnce: true,
      run: () => storage.keys.notifyExpiring(clock()),
    },
    {
      name: 'look at the store',
      every: intervals.lookAtStore,
      startsAtOnce: true,
      run: async () => observe({ kind: 'store_facts', ...(await storage.facts(clock())) }),
    },
    {
      name: 'sweep counts',
      every: intervals.sweepCounts,
      run: async () => counters.sweep(ages()),
    },
    forgetting('old idempotency keys', ages, async (now) => {
      const count = await storage.idempotency.forget(now - retention, forgottenAtOnce)
      return count === forgottenAtOnce
    }),
    forgetting('old events', ages, async (now) => {
      const count = await storage.events.forget(now - eventDays * day, forgottenAtOnce)
      return count === forgottenAtOnce
    }),
    forgetting('old history', ages, (now) => storage.history.forget(now)),
    ...sweeps.map((sweep) => sweeping(storage, sweep, eventDays, ages)),
    ...incidents,
  ]
}

/** Milliseconds. */
const day = 86_400_000

/** How many answers or events are deleted in one transaction. */
const forgottenAtOnce = 250

/**
 * Forgets what is too old. It deletes few at a time and, while there is more, often, so that no request waits for it. So it
 * keeps up with 2,500 creations a second.
 *
 * @param forget gets the time; resolves to `true` if there is more
 */
const forgetting = (
  what: string,
  ages: Clock,
  forget: (now: number) => Promise<boolean>,
): BackgroundWork => ({
  name: `forget ${what}`,
  every: intervals.forget,
  everyIfMore: intervals.forgetMore,
  run: async () => {
    const now = ages()
    // For the first minutes of a service nothing is old: its clock may be wrong.
    return now === -Infinity ? false : await forget(now)
  },
})

const sweeping = (
  { data }: Pick<Storage, 'data'>,
  { name, start }: Sweep,
  days: number,
  ages: Clock,
): BackgroundWork => {
  const sweep = start(data)
  return {
    name: `forget ${name}`,
    every: intervals.sweepRows,
    run: () => sweep({ before: ages() - days * day, now: ages() }),
  }
}
