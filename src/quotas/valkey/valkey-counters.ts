import { randomInt } from 'node:crypto'
import type { Awaitable } from '../../core/awaitable.ts'
import type { Clock } from '../../core/clock.ts'
import { serviceUnavailable } from '../../core/errors/api-error.ts'
import { LateAnswer } from '../../core/in-time.ts'
import { messageOf } from '../../core/errors/message-of.ts'
import type { Observe } from '../../core/observation.ts'
import type { Batcher } from '../../core/batcher.ts'
import { isSpent, verdictOf } from '../bucket.ts'
import type {
  BanLift,
  CountStore,
  PersistentCounters,
  Spent,
  StoredCount,
  Subject,
} from '../counters.ts'
import type { Limits } from '../plans.ts'
import { type QuotaState, quotaStateOf } from '../usage.ts'
import { type Connection, type Runner, WrongSettings } from './connection.ts'
import { operations } from './count-script.ts'
import { DataVersion, type Versioned } from './data-version.ts'
import { EngineWatch, type WhenDown } from './engine-watch.ts'
import { Link, linkTimes } from './link.ts'
import { Names } from './names.ts'
import { PendingAlerts } from './pending-alerts.ts'
import {
  askTogether,
  type Counted,
  maxBatch,
  commandBatch,
  type Question,
  type TimedQuestion,
} from './command-batch.ts'
import { packBucket } from './packed-bucket.ts'
import { shownPlace, type ValkeyPlace } from '../../config/valkey-place.ts'
import { beatScript, keyRevisionScript, leaveScript, moveScript } from './small-scripts.ts'
import { Standby } from './standby.ts'

export type ValkeyCountersParts = {
  readonly place: ValkeyPlace
  /** Its version is part of each answer; without it, answers have none. */
  readonly data?: Versioned | undefined
  /** Whether other nodes change the same data. The version then counts their changes too (`announce`). */
  readonly sharesData?: boolean
  /** What a node does while the engine cannot be reached: it counts alone, or refuses with 503. */
  readonly whenDown?: WhenDown
  /**
   * Whether the time that callers give decides, as tests need it. By default the engine's own clock does, so that the
   * clocks of the nodes need not agree.
   */
  readonly usesCallersTime?: boolean
  readonly times?: Partial<Record<keyof typeof linkTimes, number>>
  readonly observe?: Observe
  /** Milliseconds that only grow. */
  readonly clock?: Clock
}

// Made once: there may be many of them in a second.
const countedAlone = { kind: 'counters_alone', isRefused: false } as const
const refusedAlone = { kind: 'counters_alone', isRefused: true } as const

/**
 * Counts in Valkey or Redis, so that any number of nodes count together, exactly. Many requests are spent in one call.
 * The engine keeps the counts and lets them expire. So nothing is swept, and a restart of the service loses none. The
 * store gets those counts of which owners are told. While the engine does not answer, the node counts by itself
 * (`Standby`), and adds what it let through afterwards.
 */
export class ValkeyCounters implements PersistentCounters {
  readonly #parts: ValkeyCountersParts
  readonly #names: Names
  readonly #link: Link
  readonly #commandBatch: Batcher<TimedQuestion, Counted>
  readonly #alerts: PendingAlerts
  readonly #standby = new Standby()
  /** The id of this node. */
  readonly #node = String(randomInt(1, 2 ** 47))
  readonly #version: DataVersion
  readonly #watch: EngineWatch
  /** The last time that a caller gave. */
  #lastTime = 0
  /** Milliseconds by which the engine's clock is ahead of the callers'. */
  #ahead = 0
  /** The mark of the engine's data; undefined before its first answer. */
  #engineMark: number | undefined

  constructor(parts: ValkeyCountersParts) {
    const { place, data, sharesData = false } = parts
    this.#parts = parts
    this.#names = new Names(place.prefix)
    this.#version = new DataVersion(data, sharesData)
    const { observe, whenDown, clock } = parts
    const nodes = (): number => this.#standby.nodes
    this.#watch = new EngineWatch({ observe, nodes, whenDown, clock })
    const events = {
      onConnect: async (connection: Connection) => await this.#catchUp(connection),
      onUp: () => this.#watch.noteUp(),
      onDown: (reason: unknown) => this.#watch.noteDown(reason),
    }
    this.#link = new Link(place, events, parts.times, observe)
    const { deadline = linkTimes.deadline } = parts.times ?? {}
    observe?.({ kind: 'counters_opened', deadline })
    const run = this.#link.run.bind(this.#link)
    this.#commandBatch = commandBatch(run, this.#fixed)
    this.#alerts = new PendingAlerts(run, this.#names)
  }

  spend(subject: Subject, limits: Limits, now: number): Awaitable<Spent> {
    this.#lastTime = now
    if (!this.#link.isUp) return this.#spendAlone(subject, limits, now)
    const { spendKey, spendAddress } = operations
    const question = {
      operation: subject.kind === 'key' ? spendKey : spendAddress,
      key: this.#names.bucket(subject),
      first: String(limits.perMinute),
      second: String(limits.perDay),
      time: this.#time,
    }
    return new Promise((resolve, reject) => {
      this.#commandBatch.enqueue({
        question,
        resolve: (counted) => {
          try {
            this.#note(subject, question, counted, now)
            const { outcome, bucket, now: at, marks } = counted
            const verdict = verdictOf(bucket, limits, outcome, at)
            resolve({ verdict, version: this.#version.at(marks) })
          } catch (error) {
            reject(error)
          }
        },
        // It may be counted there too: then the subject gets less, never more.
        reject: () => resolve(Promise.try(() => this.#spendAlone(subject, limits, now))),
      })
    })
  }

  peek(subject: Subject, limits: Limits, now: number): Awaitable<QuotaState> {
    const alone = (): QuotaState => this.#standby.peek(subject, limits, now + this.#ahead)
    if (!this.#link.isUp) return alone()
    return this.#read(subject, now).then(
      ({ bucket, now: at }) => quotaStateOf(bucket, limits, at),
      alone,
    )
  }

  /** @throws Error if the engine does not answer */
  async liftBan({ id, at }: BanLift): Promise<void> {
    const subject: Subject = { kind: 'key', id }
    const key = this.#names.bucket(subject)
    const question = { operation: operations.lift, key, first: String(at), second: '' }
    await this.#ask(subject, question, undefined)
  }

  /**
   * Moves the mark of the data, which then rides on every answer to every node.
   *
   * @throws Error if the engine does not answer; the mark may have moved nevertheless
   */
  async announce(): Promise<void> {
    await this.#link.run(moveScript, [this.#names.marks], ['data'])
  }

  async keyRevision(): Promise<string> {
    return String(await this.#link.run(keyRevisionScript, [this.#names.marks], []))
  }

  /**
   * Joins what the store has saved with what the engine has, in case that the engine lost it. If the engine does not
   * answer, this node begins to count alone, with what the store has saved.
   *
   * @throws what the store throws; Error if the engine does not answer and requests would be refused, or if it refuses the
   *   settings
   */
  async load(store: Pick<CountStore, 'load'>): Promise<void> {
    const saved = await store.load()
    const failure = await this.#link.begun()
    if (failure !== undefined) {
      if (this.#parts.whenDown !== 'refuse' && !(failure instanceof WrongSettings)) {
        for (const count of saved) this.#standby.learn(count, count)
        return
      }
      const place = shownPlace(this.#parts.place)
      throw new Error(`The counters at ${place} cannot be reached: ${messageOf(failure)}`, {
        cause: failure,
      })
    }
    const now = await this.#beat(this.#link)
    await this.#rejoin(saved.filter((bucket) => !isSpent(bucket, now)))
  }

  /**
   * Says that this node lives, and saves the counts of which owners may have to be told. Does nothing while the engine
   * does not answer. Rejects as the store does.
   */
  async flush(store: Pick<CountStore, 'save' | 'inTurn'>): Promise<void> {
    if (!this.#link.isUp) return
    try {
      await this.#beat(this.#link)
      await this.#watch.lookAtReplicas((command) => this.#link.send(command))
      await this.#alerts.tell(store)
    } catch (error) {
      // A late answer is no failure that people must know of. The link counts them, and tells if there are several.
      if (!(error instanceof LateAnswer)) throw error
    }
  }

  /** Does nothing: what does not matter any more expires. */
  sweep(): void {}

  async close(): Promise<void> {
    try {
      await this.#link.run(leaveScript, [this.#names.nodes], [this.#node])
    } catch {
      // The others stop counting on this node a few seconds later.
    }
    this.#link.close()
  }

  get #fixed(): readonly [string, string] {
    return [this.#names.marks, this.#names.news]
  }

  async #read(subject: Subject, now: number | undefined): Promise<Counted> {
    if (now !== undefined) this.#lastTime = now
    const key = this.#names.bucket(subject)
    return await this.#ask(subject, { operation: operations.read, key, first: '', second: '' }, now)
  }

  async #ask(subject: Subject, question: Question, now: number | undefined): Promise<Counted> {
    const counted = await this.#commandBatch.ask({ ...question, time: this.#time })
    this.#note(subject, question, counted, now)
    return counted
  }

  /** Takes note of what an answer tells beside what was asked. */
  #note(
    subject: Subject,
    { operation }: Question,
    counted: Counted,
    now: number | undefined,
  ): void {
    if (now !== undefined) this.#ahead = counted.now - now
    if (operation !== operations.read) this.#standby.learn(subject, counted.bucket)
    this.#heed(counted)
  }

  /** The time that a call gives to the engine: none, so that its own clock decides. */
  get #time(): string {
    return this.#parts.usesCallersTime === true ? String(this.#lastTime) : ''
  }

  /** Acts on a mark that has moved. */
  #heed({ marks, now }: Counted): void {
    // The engine began anew. What this node knows of its counts and bans goes back to it.
    const known = this.#engineMark
    this.#engineMark = marks.store
    if (known !== undefined && known !== marks.store) {
      void this.#rejoin([...this.#standby.allSeen(now)])
    }
  }

  #spendAlone(subject: Subject, limits: Limits, now: number): Awaitable<Spent> {
    const isRefused = this.#parts.whenDown === 'refuse'
    this.#parts.observe?.(isRefused ? refusedAlone : countedAlone)
    if (isRefused) {
      return Promise.reject(serviceUnavailable())
    }
    const verdict = this.#standby.spend(subject, limits, now + this.#ahead)
    return { verdict, version: this.#version.at(undefined) }
  }

  /** @returns the time of the engine, in milliseconds since the Unix epoch */
  async #beat(through: { readonly run: Runner }): Promise<number> {
    const answer = await through.run(beatScript, [this.#names.nodes], [this.#node])
    const [nodes, now] = answer as readonly [number, number]
    this.#standby.nodes = nodes
    return now
  }

  /** Joins counts that the engine may have lost. What cannot be joined now is left. */
  async #rejoin(counts: readonly StoredCount[]): Promise<void> {
    for (let from = 0; from < counts.length; from += maxBatch) {
      const some = counts.slice(from, from + maxBatch).map((count) =>
        this.#ask(
          count,
          {
            operation: operations.join,
            key: this.#names.bucket(count),
            first: packBucket(count),
            second: '',
          },
          undefined,
        ),
      )
      await Promise.allSettled(some)
    }
  }

  /** Over a new connection: says that this node lives, and adds what it let through alone. */
  async #catchUp(connection: Connection): Promise<void> {
    this.#version.noteConnection()
    await this.#beat(connection)
    const taken: { own: StoredCount; question: Question }[] = []
    try {
      for (const { own, seen } of this.#standby.takeOwn()) {
        // A ban that was seen may have been lifted meanwhile.
        const first = packBucket({ ...seen, banEnds: 0, banLength: 0 })
        const key = this.#names.bucket(own)
        const second = packBucket(own)
        taken.push({ own, question: { operation: operations.join, key, first, second } })
        if (taken.length === maxBatch) await this.#add(connection, taken)
      }
      if (taken.length > 0) await this.#add(connection, taken)
    } catch (error) {
      // What may have been added is added once more: the subject gets less, never more.
      for (const { own } of taken) this.#standby.giveBack(own)
      throw error
    }
  }

  async #add(
    connection: Connection,
    taken: { own: StoredCount; question: Question }[],
  ): Promise<void> {
    const questions = taken.map(({ question }) => question)
    const answers = await askTogether(connection.run, this.#fixed, questions, this.#time)
    for (const [index, { own }] of taken.entries()) {
      const answer = answers[index]
      if (answer !== undefined) this.#standby.learn(own, answer.bucket)
    }
    taken.length = 0
  }
}
