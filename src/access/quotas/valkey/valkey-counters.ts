import { randomInt } from 'node:crypto'
import type { Awaitable } from '../../../base/awaitable.ts'
import type { Clock } from '../../../base/clock.ts'
import { serviceUnavailable } from '../../../base/errors/api-error.ts'
import { LateAnswer } from '../../../base/in-time.ts'
import { messageOf } from '../../../base/errors/message-of.ts'
import type { Observe } from '../../../base/observation.ts'
import { batching } from '../../../base/batcher.ts'
import { type Bucket, isSpent, verdictOf } from '../bucket.ts'
import type { PersistentCounters, Spent, StoredCount, Subject, Versioned } from '../counters.ts'
import type { Limits } from '../plans.ts'
import { type QuotaState, quotaStateOf } from '../usage.ts'
import { type Connection, type Runner, WrongSettings } from './connection.ts'
import {
  type BucketCommand,
  type CountReply,
  type Marks,
  maxBatch,
  operations,
  packBucket,
  runCommands,
} from './count-script.ts'
import type { CountersDown } from '../../../base/config/config.ts'
import { watchEngine } from './engine-watch.ts'
import { linkTimes, openLink } from './link.ts'
import { shownPlace, type ValkeyPlace } from '../../../base/config/valkey-place.ts'
import { beatScript, moveScript, namesOf, saveAlerts } from './small-scripts.ts'
import { Standby } from './standby.ts'

export type ValkeyCountersParts = {
  readonly place: ValkeyPlace
  /** Its version is returned with each count. */
  readonly data?: Versioned | undefined
  /** Whether other nodes change the same data. The version then counts their changes too (`announce`). */
  readonly sharesData?: boolean
  /** What a node does while the engine cannot be reached: it counts alone, or refuses with 503. */
  readonly whenDown?: CountersDown
  /** For tests: counts by the callers' time. By default the engine's clock decides, so that the nodes' clocks may differ. */
  readonly usesCallersTime?: boolean
  readonly times?: Partial<Record<keyof typeof linkTimes, number>>
  readonly observe?: Observe
  /** A monotonic clock in milliseconds. */
  readonly clock?: Clock
}

export type ValkeyCounters = ReturnType<typeof valkeyCounters>

/**
 * Counts in Valkey or Redis, so that any number of nodes count together, exactly. The engine stores the counts and lets
 * them expire. Counts that cause alerts are also saved in the store. While the engine does not answer, the node counts by
 * itself (`Standby`), and adds these counts afterwards.
 */
export const valkeyCounters = (parts: ValkeyCountersParts) => {
  const { place, data, sharesData = false, whenDown, usesCallersTime = false } = parts
  const { times, observe = () => {}, clock } = parts
  const names = namesOf(place.prefix)
  /** The first keys of each call: the marks and the alerts. */
  const fixed = [names.marks, names.alerts]
  const standby = new Standby()
  const node = String(randomInt(1, 2 ** 47))
  const version = dataVersion(data, sharesData)
  let lastTime = 0
  /** Milliseconds by which the engine's clock is ahead of the callers'. */
  let ahead = 0
  /** The mark of the engine's data; undefined before its first answer. */
  let engineMark: number | undefined

  const command = async (
    run: Runner,
    commands: readonly BucketCommand[],
  ): Promise<readonly CountReply[]> =>
    // Without a time, the engine's own clock decides.
    await runCommands(run, fixed, commands, usesCallersTime ? String(lastTime) : '')

  /** @returns the time of the engine, in milliseconds since the Unix epoch */
  const beat = async (run: Runner): Promise<number> => {
    const answer = await run(beatScript, [names.nodes], [node])
    const [nodes, now] = answer as readonly [number, number]
    standby.nodes = nodes
    return now
  }

  /** Merges counts with those of the engine, which replies with the result. */
  const join = async (run: Runner, joins: readonly Join[]): Promise<void> => {
    const commands = joins.map(([subject, seen, own]) => ({
      operation: operations.join,
      key: names.bucket(subject),
      first: packBucket(seen),
      second: own === undefined ? '' : packBucket(own),
    }))
    for (const [at, { bucket, marks }] of (await command(run, commands)).entries()) {
      engineMark ??= marks.store
      const [subject] = joins[at] ?? []
      if (subject !== undefined) standby.learn(subject, bucket)
    }
  }

  /** Reports this node as alive over a new connection, and adds what it counted alone. */
  const onConnect = async ({ run }: Connection): Promise<void> => {
    version.noteConnection()
    await beat(run)
    // Requests are still counted alone during this. The next round takes them.
    for (;;) {
      const batch = standby.takeOwn().take(maxBatch).toArray()
      if (batch.length === 0) return
      try {
        // Leave out known bans, which may have been lifted in the meantime.
        const unbanned = { banEnds: 0, banLength: 0 }
        const joins = batch.map(({ seen, own }) => [own, { ...seen, ...unbanned }, own] as const)
        await join(run, joins)
      } catch (error) {
        // Counts that may have been added are added again: a subject may get less, never more.
        for (const { own } of batch) standby.giveBack(own)
        throw error
      }
    }
  }

  const watch = watchEngine(observe, () => standby.nodes, whenDown, clock)
  const link = openLink(place, { ...watch, onConnect }, times, observe)
  observe({ kind: 'counters_opened', deadline: times?.deadline ?? linkTimes.deadline })
  // The engine answers calls one after the other anyway. If a call fails, it is unknown whether it counted.
  const ask = batching(
    { questions: maxBatch, inFlight: 1 },
    async (commands: readonly BucketCommand[]) => await command(link.run, commands),
  )

  /** Restores counts that the engine may have lost. What cannot be restored now is dropped. */
  const restore = async (counts: readonly StoredCount[]): Promise<void> => {
    for (let from = 0; from < counts.length; from += maxBatch) {
      const joins = counts.slice(from, from + maxBatch).map((seen) => [seen, seen] as const)
      await join(link.run, joins).catch(() => {})
    }
  }

  const send = async (
    subject: Subject,
    operation: BucketCommand['operation'],
    first = '',
    second = '',
  ): Promise<CountReply> => {
    const reply = await ask({ operation, key: names.bucket(subject), first, second })
    if (operation !== operations.read) standby.learn(subject, reply.bucket)
    const before = engineMark
    engineMark = reply.marks.store
    if (before !== undefined && before !== reply.marks.store) {
      // The engine has lost its data. Restore the counts and bans that this node remembers.
      void restore([...standby.allSeen(reply.now)])
    }
    return reply
  }

  const spendAlone = (subject: Subject, limits: Limits, now: number): Awaitable<Spent> => {
    const isRefused = whenDown === 'refuse'
    observe({ kind: 'counters_alone', isRefused })
    if (isRefused) return Promise.reject(serviceUnavailable())
    const verdict = standby.spend(subject, limits, now + ahead)
    return { verdict, version: version.at(undefined) }
  }

  return {
    spend: (subject, limits, now) => {
      lastTime = now
      if (!link.isUp()) return spendAlone(subject, limits, now)
      const operation = operations[subject.kind === 'key' ? 'spendKey' : 'spendAddress']
      return send(subject, operation, String(limits.perMinute), String(limits.perDay)).then(
        (reply) => {
          ahead = reply.now - now
          const verdict = verdictOf(reply.bucket, limits, reply.outcome, reply.now)
          return { verdict, version: version.at(reply.marks) }
        },
        // The engine may have counted it too: then the subject gets less, never more.
        () => spendAlone(subject, limits, now),
      )
    },
    peek: (subject, limits, now) => {
      lastTime = now
      const alone = (): QuotaState => standby.peek(subject, limits, now + ahead)
      if (!link.isUp()) return alone()
      return send(subject, operations.read).then((reply) => {
        ahead = reply.now - now
        return quotaStateOf(reply.bucket, limits, reply.now)
      }, alone)
    },
    /** @throws Error if the engine does not answer */
    liftBan: async ({ id, at }) =>
      void (await send({ kind: 'key', id }, operations.lift, String(at))),
    announce: async (changed) => void (await link.run(moveScript, [names.marks], [changed])),
    keyRevision: async () => String(await link.send(['HGET', names.marks, 'keys'])),
    /**
     * Merges the saved counts of the store into the engine, which may have lost them. If the engine does not answer, this
     * node begins to count alone, based on the saved counts.
     * @throws as the store does; Error if the engine refuses the settings, or does not answer and requests would be refused
     */
    load: async (store) => {
      const saved = await store.load()
      const failure = await link.firstAttempt
      if (failure === undefined) {
        const now = await beat(link.run)
        await restore(saved.filter((bucket) => !isSpent(bucket, now)))
      } else if (whenDown === 'refuse' || failure instanceof WrongSettings) {
        const reason = `The counters at ${shownPlace(place)} cannot be reached: ${messageOf(failure)}`
        throw new Error(reason, { cause: failure })
      } else {
        for (const count of saved) standby.learn(count, count)
      }
    },
    /** Reports this node as alive, and saves the counts that cause alerts, if the engine answers. Rejects as the store does. */
    flush: async (store) => {
      if (!link.isUp()) return
      try {
        await beat(link.run)
        await watch.observeReplicas(link.send)
        await saveAlerts(link.run, names, store)
      } catch (error) {
        // People need not know of a single late answer. The link counts these, and reports several in a row.
        if (!(error instanceof LateAnswer)) throw error
      }
    },
    /** Does nothing, because the engine expires counts. */
    sweep: () => {},
    close: async () => {
      // The other nodes notice a few seconds later.
      await link.send(['ZREM', names.nodes, node]).catch(() => {})
      link.close()
    },
  } satisfies PersistentCounters
}

/** A subject, its last known bucket, and what was counted without the engine since then. */
type Join = readonly [Subject, seen: Bucket, own?: Bucket]

/**
 * Makes the version of the data that each count returns: the same number as long as nothing changes.
 * @param isShared whether other nodes change the same data; the version then counts their changes too
 */
export const dataVersion = (data: Versioned | undefined, isShared: boolean) => {
  /** What the last number stands for: the engine's data, its connection, and the node's own data. */
  let of: readonly (number | undefined)[] = []
  let last = 0
  /** How often a connection was opened. The engine of a new connection may know less than the previous one. */
  let connections = 0
  return {
    noteConnection: (): void => void (connections += 1),
    /** @param marks undefined if the engine does not answer: changes of shared data are unknown, so each number is new */
    at: (marks: Marks | undefined): number | undefined => {
      // Read after the engine has answered, so that answers cached under this version are current at that time.
      const local = data?.version
      if (!isShared) return local
      const present = marks === undefined ? [] : [marks.store, marks.data, connections, local]
      const isSame = present.every((number, at) => number === of[at])
      if (marks === undefined || !isSame) last += 1
      of = present
      return last
    },
  }
}
