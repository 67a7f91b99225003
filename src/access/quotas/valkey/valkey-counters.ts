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
  /** Its version is part of each answer. */
  readonly data?: Versioned | undefined
  /** Whether other nodes change the same data. The version then counts their changes too (`announce`). */
  readonly sharesData?: boolean
  /** What a node does while the engine cannot be reached: it counts alone, or refuses with 503. */
  readonly whenDown?: CountersDown
  /** For tests: the callers' time decides, not the engine's clock, with which the nodes need not agree on theirs. */
  readonly usesCallersTime?: boolean
  readonly times?: Partial<Record<keyof typeof linkTimes, number>>
  readonly observe?: Observe
  /** Milliseconds that only grow. */
  readonly clock?: Clock
}

export type ValkeyCounters = ReturnType<typeof valkeyCounters>

/**
 * Counts in Valkey or Redis, so that any number of nodes count together, exactly. The engine stores the counts and lets
 * them expire. The store gets those that cause alerts. While the engine does not answer, the node counts by itself
 * (`Standby`), and adds what it let through afterwards.
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

  /** Joins counts with those of the engine, which replies with the result. */
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

  /** Over a new connection: reports this node as alive, and adds what it let through alone. */
  const onConnect = async ({ run }: Connection): Promise<void> => {
    version.noteConnection()
    await beat(run)
    // Meanwhile requests are still counted alone, and taken in the next round.
    for (;;) {
      const batch = standby.takeOwn().take(maxBatch).toArray()
      if (batch.length === 0) return
      try {
        // A ban that was seen may have been lifted meanwhile.
        const unbanned = { banEnds: 0, banLength: 0 }
        const joins = batch.map(({ seen, own }) => [own, { ...seen, ...unbanned }, own] as const)
        await join(run, joins)
      } catch (error) {
        // What may have been added is added once more: the subject gets less, never more.
        for (const { own } of batch) standby.giveBack(own)
        throw error
      }
    }
  }

  const watch = watchEngine(observe, () => standby.nodes, whenDown, clock)
  const link = openLink(place, { ...watch, onConnect }, times, observe)
  observe({ kind: 'counters_opened', deadline: times?.deadline ?? linkTimes.deadline })
  // The engine answers one call after the other anyway. If a call fails, whether it counted is unknown.
  const ask = batching(
    { questions: maxBatch, underWay: 1 },
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
      // The engine began anew. The counts and bans that this node remembers go back to it.
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
     * Joins what the store has saved with what the engine has, which may have lost it. If the engine does not answer, this
     * node begins to count alone, with what the store has saved.
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
        // A late answer is no failure that people must know of. The link counts them, and reports several in a row.
        if (!(error instanceof LateAnswer)) throw error
      }
    },
    /** Does nothing: what does not matter any more expires. */
    sweep: () => {},
    close: async () => {
      // The others stop counting on this node a few seconds later.
      await link.send(['ZREM', names.nodes, node]).catch(() => {})
      link.close()
    },
  } satisfies PersistentCounters
}

/** A subject, its bucket as the engine replied with it last, and what was counted without the engine since. */
type Join = readonly [Subject, seen: Bucket, own?: Bucket]

/**
 * The version of the data as it comes with each count: the same number as long as nothing moves.
 * @param isShared whether other nodes change the same data; the version then counts their changes too
 */
export const dataVersion = (data: Versioned | undefined, isShared: boolean) => {
  /** What the last number stands for: the engine's data, its connection, and the node's own data. */
  let of: readonly (number | undefined)[] = []
  let last = 0
  /** How often a connection was opened. Another engine may know less than the one before. */
  let connections = 0
  return {
    noteConnection: (): void => void (connections += 1),
    /** @param marks undefined if the engine does not answer: changes of shared data are unknown, so each number is new */
    at: (marks: Marks | undefined): number | undefined => {
      // Read after the engine answered: answers that are cached under it are right at that time.
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
