import { messageOf } from '../../core/errors/message-of.ts'
import { StorageUnavailable } from '../../core/errors/storage-errors.ts'
import { isBanned, isSpent, rollWindows, type Verdict, verdictOf } from '../bucket.ts'
import type { BanLift, CountStore, KeptCounters, Spent, Subject } from '../counters.ts'
import type { Limits } from '../plans.ts'
import { type Usage, usageOf } from '../usage.ts'
import { operations } from './count-script.ts'
import { Link, type linkTimes } from './link.ts'
import { Names } from './names.ts'
import { CountNewsBox } from './news.ts'
import { type Counted, mostAtOnce, Outbox, type Question } from './outbox.ts'
import { packBucket } from './packed-bucket.ts'
import { shownPlace, type ValkeyPlace } from './place.ts'

/** Data whose version moves before a change of it is acknowledged. */
type Versioned = { readonly version: number }

export type ValkeyCountersParts = {
  readonly place: ValkeyPlace
  /** Its version is part of each answer; without it, answers have none. */
  readonly data?: Versioned | undefined
  /**
   * Whether the time that callers give decides, as tests need it. By default the engine's own clock does, so that the
   * clocks of the nodes need not agree.
   */
  readonly usesCallersTime?: boolean
  readonly times?: Partial<Record<keyof typeof linkTimes, number>>
}

/**
 * Counts in Valkey or Redis, so that any number of nodes count together, exactly. All requests of one turn of the event
 * loop are spent in one call. The engine keeps the counts and lets them expire, so nothing is swept, and a restart of the
 * service loses none. The store gets those counts of which owners are told.
 */
export class ValkeyCounters implements KeptCounters {
  readonly #parts: ValkeyCountersParts
  readonly #names: Names
  readonly #link: Link
  readonly #outbox: Outbox
  readonly #news: CountNewsBox

  constructor(parts: ValkeyCountersParts) {
    this.#parts = parts
    this.#names = new Names(parts.place.prefix)
    const nothing = (): void => undefined
    const events = { onConnect: async () => undefined, onUp: nothing, onDown: nothing }
    this.#link = new Link(parts.place, events, parts.times)
    const run = this.#link.run.bind(this.#link)
    this.#outbox = new Outbox(run, [this.#names.marks, this.#names.news])
    this.#news = new CountNewsBox(run, this.#names)
  }

  async spend(subject: Subject, limits: Limits, now: number): Promise<Spent> {
    const { spendKey, spendAddress } = operations
    const {
      outcome,
      bucket,
      now: at,
    } = await this.#ask(
      {
        operation: subject.kind === 'key' ? spendKey : spendAddress,
        key: this.#names.bucket(subject),
        first: String(limits.perMinute),
        second: String(limits.perDay),
      },
      now,
    )
    // Read after the engine answered: answers that were kept under it are right at that time.
    return { verdict: verdictOf(bucket, limits, outcome, at), version: this.#parts.data?.version }
  }

  async peek(subject: Subject, limits: Limits, now: number): Promise<Verdict> {
    const { bucket, now: at } = await this.#read(subject, now)
    if (isBanned(bucket, at / 1_000)) return verdictOf(bucket, limits, 'banned', at)
    rollWindows(bucket, at / 1_000)
    return verdictOf(bucket, limits, 'allowed', at)
  }

  async usage(subject: Subject, limits: Limits, now: number): Promise<Usage> {
    const { bucket, now: at } = await this.#read(subject, now)
    return usageOf(bucket, limits, at)
  }

  async liftBan({ id, at }: BanLift): Promise<void> {
    const key = this.#names.bucket({ kind: 'key', id })
    const question = { operation: operations.lift, key, first: String(at), second: '' }
    await this.#ask(question, undefined)
  }

  /**
   * Joins what the store has saved with what the engine has, in case that the engine lost it.
   *
   * @throws what the store throws, or Error if the engine cannot be reached
   */
  async load(store: Pick<CountStore, 'load'>): Promise<void> {
    const failure = await this.#link.begun()
    if (failure !== undefined) {
      const place = shownPlace(this.#parts.place)
      throw new Error(`The counters at ${place} cannot be reached: ${messageOf(failure)}`, {
        cause: failure,
      })
    }
    const saved = await store.load()
    const { now } = await this.#read({ kind: 'key', id: '' }, undefined)
    const standing = saved.filter((bucket) => !isSpent(bucket, now))
    for (let from = 0; from < standing.length; from += mostAtOnce) {
      const some = standing.slice(from, from + mostAtOnce)
      const joined = some.map((count) => ({
        operation: operations.join,
        key: this.#names.bucket(count),
        first: packBucket(count),
        second: '',
      }))
      await Promise.all(joined.map((question) => this.#ask(question, undefined)))
    }
  }

  /** Saves the counts of which owners may have to be told. Rejects as the store does. */
  async flush(store: Pick<CountStore, 'save'>): Promise<void> {
    await this.#news.tell(store)
  }

  /** Does nothing: what does not matter any more expires. */
  sweep(): void {}

  close(): void {
    this.#link.close()
  }

  async #read(subject: Subject, now: number | undefined): Promise<Counted> {
    const key = this.#names.bucket(subject)
    return await this.#ask({ operation: operations.read, key, first: '', second: '' }, now)
  }

  async #ask(question: Question, now: number | undefined): Promise<Counted> {
    const time = this.#parts.usesCallersTime === true && now !== undefined ? String(now) : ''
    try {
      return await this.#outbox.ask(question, time)
    } catch (error) {
      throw new StorageUnavailable('failing', error)
    }
  }
}
