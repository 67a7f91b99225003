import { randomInt } from 'node:crypto'
import type { Awaitable } from '../../../base/awaitable.ts'
import type { Clock } from '../../../base/clock.ts'
import { serviceUnavailable } from '../../../base/errors/api-error.ts'
import { LateAnswer } from '../../../base/in-time.ts'
import { messageOf } from '../../../base/errors/message-of.ts'
import type { Observe } from '../../../base/observation.ts'
import { Batcher } from '../../../base/batcher.ts'
import { type Bucket, isSpent, verdictOf } from '../bucket.ts'
import type {
  BanLift,
  CountStore,
  PersistentCounters,
  Spent,
  StoredCount,
  Subject,
  Versioned,
} from '../counters.ts'
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
import { Link, linkTimes } from './link.ts'
import { shownPlace, type ValkeyPlace } from '../../../base/config/valkey-place.ts'
import { beatScript, moveScript, type Names, namesOf, saveAlerts } from './small-scripts.ts'
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

/**
 * Counts in Valkey or Redis, so that any number of nodes count together, exactly. The engine stores the counts and lets
 * them expire. The store gets those that cause alerts. While the engine does not answer, the node counts by itself
 * (`Standby`), and adds what it let through afterwards.
 */
export class ValkeyCounters implements PersistentCounters {
  readonly #parts: ValkeyCountersParts
  readonly #names: Names
  /** The first keys of each call: the marks and the alerts. */
  readonly #fixed: readonly string[]
  readonly #link: Link
  readonly #batch: Batcher<BucketCommand, CountReply>
  readonly #standby = new Standby()
  readonly #node = String(randomInt(1, 2 ** 47))
  readonly #version: DataVersion
  readonly #watch: ReturnType<typeof watchEngine>
  #lastTime = 0
  /** Milliseconds by which the engine's clock is ahead of the callers'. */
  #ahead = 0
  /** The mark of the engine's data; undefined before its first answer. */
  #engineMark: number | undefined

  constructor(parts: ValkeyCountersParts) {
    const { place, data, sharesData = false, whenDown, clock, times, observe = () => {} } = parts
    this.#parts = parts
    this.#names = namesOf(place.prefix)
    this.#fixed = [this.#names.marks, this.#names.alerts]
    this.#version = new DataVersion(data, sharesData)
    this.#watch = watchEngine(observe, () => this.#standby.nodes, whenDown, clock)
    const onConnect = async ({ run }: Connection): Promise<void> => await this.#catchUp(run)
    this.#link = new Link(place, { ...this.#watch, onConnect }, times, observe)
    observe({ kind: 'counters_opened', deadline: times?.deadline ?? linkTimes.deadline })
    // The engine answers one call after the other anyway. If a call fails, whether it counted is unknown.
    this.#batch = new Batcher(
      { questions: maxBatch, underWay: 1 },
      async (commands) => await this.#command(this.#link.run, commands),
    )
  }

  spend(subject: Subject, limits: Limits, now: number): Awaitable<Spent> {
    this.#lastTime = now
    if (!this.#link.isUp) return this.#spendAlone(subject, limits, now)
    const operation = operations[subject.kind === 'key' ? 'spendKey' : 'spendAddress']
    return this.#send(subject, operation, String(limits.perMinute), String(limits.perDay)).then(
      (reply) => {
        this.#ahead = reply.now - now
        const verdict = verdictOf(reply.bucket, limits, reply.outcome, reply.now)
        return { verdict, version: this.#version.at(reply.marks) }
      },
      // The engine may have counted it too: then the subject gets less, never more.
      () => this.#spendAlone(subject, limits, now),
    )
  }

  peek(subject: Subject, limits: Limits, now: number): Awaitable<QuotaState> {
    this.#lastTime = now
    const alone = (): QuotaState => this.#standby.peek(subject, limits, now + this.#ahead)
    if (!this.#link.isUp) return alone()
    return this.#send(subject, operations.read).then((reply) => {
      this.#ahead = reply.now - now
      return quotaStateOf(reply.bucket, limits, reply.now)
    }, alone)
  }

  /** @throws Error if the engine does not answer */
  async liftBan({ id, at }: BanLift): Promise<void> {
    await this.#send({ kind: 'key', id }, operations.lift, String(at))
  }

  async announce(changed: 'data' | 'keys'): Promise<void> {
    await this.#link.run(moveScript, [this.#names.marks], [changed])
  }

  async keyRevision(): Promise<string> {
    return String(await this.#link.send(['HGET', this.#names.marks, 'keys']))
  }

  /**
   * Joins what the store has saved with what the engine has, which may have lost it. If the engine does not answer, this
   * node begins to count alone, with what the store has saved.
   * @throws as the store does; Error if the engine refuses the settings, or does not answer and requests would be refused
   */
  async load(store: Pick<CountStore, 'load'>): Promise<void> {
    const saved = await store.load()
    const failure = await this.#link.firstAttempt
    if (failure === undefined) {
      const now = await this.#beat(this.#link.run)
      await this.#restore(saved.filter((bucket) => !isSpent(bucket, now)))
    } else if (this.#parts.whenDown === 'refuse' || failure instanceof WrongSettings) {
      const place = shownPlace(this.#parts.place)
      throw new Error(`The counters at ${place} cannot be reached: ${messageOf(failure)}`, {
        cause: failure,
      })
    } else {
      for (const count of saved) this.#standby.learn(count, count)
    }
  }

  /** Reports this node as alive, and saves the counts that cause alerts, if the engine answers. Rejects as the store does. */
  async flush(store: Pick<CountStore, 'save' | 'inTurn'>): Promise<void> {
    if (!this.#link.isUp) return
    try {
      const { run, send } = this.#link
      await this.#beat(run)
      await this.#watch.observeReplicas(send)
      await saveAlerts(run, this.#names, store)
    } catch (error) {
      // A late answer is no failure that people must know of. The link counts them, and reports several in a row.
      if (!(error instanceof LateAnswer)) throw error
    }
  }

  /** Does nothing: what does not matter any more expires. */
  sweep(): void {}

  async close(): Promise<void> {
    try {
      await this.#link.send(['ZREM', this.#names.nodes, this.#node])
    } catch {
      // The others stop counting on this node a few seconds later.
    }
    this.#link.close()
  }

  async #send(
    subject: Subject,
    operation: BucketCommand['operation'],
    first = '',
    second = '',
  ): Promise<CountReply> {
    const key = this.#names.bucket(subject)
    const reply = await this.#batch.ask({ operation, key, first, second })
    if (operation !== operations.read) this.#standby.learn(subject, reply.bucket)
    const before = this.#engineMark
    this.#engineMark = reply.marks.store
    if (before !== undefined && before !== reply.marks.store) {
      // The engine began anew. The counts and bans that this node remembers go back to it.
      void this.#restore([...this.#standby.allSeen(reply.now)])
    }
    return reply
  }

  async #command(run: Runner, commands: readonly BucketCommand[]): Promise<readonly CountReply[]> {
    // Without a time, the engine's own clock decides.
    const time = this.#parts.usesCallersTime === true ? String(this.#lastTime) : ''
    return await runCommands(run, this.#fixed, commands, time)
  }

  #spendAlone(subject: Subject, limits: Limits, now: number): Awaitable<Spent> {
    const isRefused = this.#parts.whenDown === 'refuse'
    this.#parts.observe?.({ kind: 'counters_alone', isRefused })
    if (isRefused) return Promise.reject(serviceUnavailable())
    const verdict = this.#standby.spend(subject, limits, now + this.#ahead)
    return { verdict, version: this.#version.at(undefined) }
  }

  /** @returns the time of the engine, in milliseconds since the Unix epoch */
  async #beat(run: Runner): Promise<number> {
    const answer = await run(beatScript, [this.#names.nodes], [this.#node])
    const [nodes, now] = answer as readonly [number, number]
    this.#standby.nodes = nodes
    return now
  }

  /** Restores counts that the engine may have lost. What cannot be restored now is dropped. */
  async #restore(counts: readonly StoredCount[]): Promise<void> {
    for (let from = 0; from < counts.length; from += maxBatch) {
      const joins = counts.slice(from, from + maxBatch).map((seen) => [seen, seen] as const)
      await this.#join(this.#link.run, joins).catch(() => {})
    }
  }

  /** Over a new connection: reports this node as alive, and adds what it let through alone. */
  async #catchUp(run: Runner): Promise<void> {
    this.#version.connections += 1
    await this.#beat(run)
    // Meanwhile requests are still counted alone, and taken in the next round.
    for (;;) {
      const batch = this.#standby.takeOwn().take(maxBatch).toArray()
      if (batch.length === 0) return
      try {
        // A ban that was seen may have been lifted meanwhile.
        const unbanned = { banEnds: 0, banLength: 0 }
        const joins = batch.map(({ seen, own }) => [own, { ...seen, ...unbanned }, own] as const)
        await this.#join(run, joins)
      } catch (error) {
        // What may have been added is added once more: the subject gets less, never more.
        for (const { own } of batch) this.#standby.giveBack(own)
        throw error
      }
    }
  }

  /** Joins counts with those of the engine, which replies with the result. */
  async #join(run: Runner, joins: readonly Join[]): Promise<void> {
    const commands = joins.map(([subject, seen, own]) => ({
      operation: operations.join,
      key: this.#names.bucket(subject),
      first: packBucket(seen),
      second: own === undefined ? '' : packBucket(own),
    }))
    for (const [at, { bucket, marks }] of (await this.#command(run, commands)).entries()) {
      this.#engineMark ??= marks.store
      const [subject] = joins[at] ?? []
      if (subject !== undefined) this.#standby.learn(subject, bucket)
    }
  }
}

/** A subject, its bucket as the engine replied with it last, and what was counted without the engine since. */
type Join = readonly [Subject, seen: Bucket, own?: Bucket]

/** The version of the data as it comes with each count: the same number as long as nothing moves. */
class DataVersion {
  readonly #data: Versioned | undefined
  readonly #isShared: boolean
  /** What the last number stands for: the engine's data, its connection, and the node's own data. */
  #of: readonly (number | undefined)[] = []
  #last = 0
  /** How often a connection was opened. Another engine may know less than the one before. */
  connections = 0

  /** @param isShared whether other nodes change the same data; the version then counts their changes too */
  constructor(data: Versioned | undefined, isShared: boolean) {
    this.#data = data
    this.#isShared = isShared
  }

  /** @param marks undefined if the engine does not answer: changes of shared data are unknown, so each number is new */
  at(marks: Marks | undefined): number | undefined {
    // Read after the engine answered: answers that are cached under it are right at that time.
    const local = this.#data?.version
    if (!this.#isShared) return local
    const present = marks === undefined ? [] : [marks.store, marks.data, this.connections, local]
    const isSame = present.every((number, at) => number === this.#of[at])
    if (marks === undefined || !isSame) this.#last += 1
    this.#of = present
    return this.#last
  }
}
