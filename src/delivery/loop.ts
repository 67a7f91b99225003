import type { Clock } from '../core/clock.ts'
import { dateTimeText } from '../core/date-time.ts'
import type { Observe } from '../core/observation.ts'
import type { Sealer } from '../core/sealing.ts'
import { resultOf } from '../data/store.ts'
import type { Storage } from '../storage/port.ts'
import { webhookStop } from '../webhooks/changes.ts'
import type { DeliveryRecord } from '../webhooks/record.ts'
import type { StopCause } from '../webhooks/standing.ts'
import { webhookProgress, webhooks } from '../webhooks/table.ts'
import type { Attempt } from './attempt.ts'
import { lookUpDue } from './due-deliveries.ts'
import { Endpoint, type Job, type ReadWebhook } from './endpoint.ts'
import { contentOf, secretsOf } from './messages.ts'
import { RecentEvents } from './recent-events.ts'
import type { Send } from './send.ts'

/** Milliseconds. */
const intervals = {
  /** Between two looks at whether keys changed. */
  keys: 250,
  /** Between two checks that owners still have a key. */
  owners: 60_000,
  /** Before a report goes again to a store that refused it. */
  recordAgain: 1_000,
} as const

/**
 * Milliseconds between two readings of what changed of the webhooks: for each of them, and at most. So reading takes
 * about a hundredth of the time, however many there are.
 */
const reading = { each: 0.1, most: 250 } as const

/** How far a position may move over events that a webhook does not want, before that is recorded. */
const mostSkipped = 1_000n

export type LoopParts = {
  readonly storage: Pick<Storage, 'data' | 'whole' | 'keys'>
  readonly sealer: Sealer
  readonly send: Send
  readonly clock: Clock
  /** From 0 to below 1. */
  readonly random: () => number
  readonly observe: Observe
  /** Attempts under way at once. Half of them are kept for receivers whose last attempt succeeded. */
  readonly mostInFlight: number
  /** Called when an attempt or a record ended, so that another round has something to do. */
  readonly onProgress: () => void
}

/**
 * Sends what is to be sent, round by round. It has no timers and no sockets: its caller begins each round, and gives it
 * what sends.
 *
 * The log is the queue. What is recorded is what was sent, so whatever ends this thread, the next one goes on there.
 */
export class DeliveryLoop {
  readonly #parts: LoopParts
  readonly #events: RecentEvents
  readonly #endpoints = new Map<bigint, Endpoint>()
  readonly #attempts = new Set<Promise<void>>()
  readonly #records = new Set<Promise<void>>()
  /** Attempts under way to receivers whose last attempt failed, or that were never tried. */
  #slowInFlight = 0
  /** Where the next round begins, so that each receiver comes first at some time. */
  #turn = 0
  /** The versions of the data at which events and webhooks were read. */
  #eventsVersion: number | undefined
  #webhooksVersion: number | undefined
  /** Events up to here are sent: the webhooks were read after them. */
  #sendable = 0n
  #readAt = Number.NEGATIVE_INFINITY
  #keysAt = Number.NEGATIVE_INFINITY
  #ownersAt = Number.NEGATIVE_INFINITY
  #keyRevision: number | undefined
  /** What an attempt could not read or write in the store. The next round fails with it. */
  #failure: { readonly error: unknown } | undefined

  constructor(parts: LoopParts) {
    this.#parts = parts
    this.#events = new RecentEvents(parts.storage.data.events)
  }

  /** Attempts under way. */
  get inFlight(): number {
    return this.#attempts.size
  }

  /**
   * One round: looks at what changed, begins attempts, and records those that ended.
   *
   * @returns when the next round has something to do, if nothing happens before: milliseconds since the Unix epoch
   */
  async round(): Promise<number> {
    const failure = this.#failure
    this.#failure = undefined
    if (failure !== undefined) throw failure.error
    const now = this.#parts.clock()
    await this.#look(now)
    await this.#begin(now)
    this.#record(now)
    return this.#next(now)
  }

  /** Waits until attempts and records under way have ended, or until a signal is aborted, and records what ended. */
  async end(signal: AbortSignal): Promise<void> {
    const { promise: aborted, resolve } = Promise.withResolvers<void>()
    signal.addEventListener('abort', () => resolve(), { once: true })
    await Promise.race([Promise.all(this.#attempts), aborted])
    // What is not recorded now is sent again by the next thread.
    await Promise.all(this.#records)
    this.#record(this.#parts.clock())
    await Promise.all(this.#records)
  }

  /** How many messages wait, and since when the oldest does, in milliseconds since the Unix epoch. */
  waiting(): { readonly count: number; readonly since: number | undefined } {
    let count = 0
    let since: number | undefined
    for (const endpoint of this.#endpoints.values()) {
      count += endpoint.pending + endpoint.behind(this.#events.newest)
      const at = endpoint.waitingSince
      if (at !== undefined && (since === undefined || at < since)) since = at
    }
    return { count, since }
  }

  /**
   * Reads what changed since the last round. An event is sent by what its webhook is after it: a change that was
   * answered before, like a new secret or another type, holds for it.
   */
  async #look(now: number): Promise<void> {
    const { storage } = this.#parts
    const { version } = storage.data.changes
    if (version !== this.#eventsVersion) await this.#events.refresh()
    this.#eventsVersion = version
    const interval = this.#readingInterval
    if (version !== this.#webhooksVersion && isDue(now, this.#readAt, interval)) {
      this.#readAt = now
      const { newest } = this.#events
      await this.#readWebhooks()
      this.#webhooksVersion = version
      this.#sendable = newest
    }
    if (!isDue(now, this.#keysAt, intervals.keys)) return
    this.#keysAt = now
    await this.#checkOwners(now)
  }

  get #readingInterval(): number {
    return Math.min(reading.most, this.#endpoints.size * reading.each)
  }

  async #readWebhooks(): Promise<void> {
    const versions = await this.#parts.storage.whole.versions(webhooks)
    for (const id of this.#endpoints.keys()) if (!versions.has(id)) this.#endpoints.delete(id)
    for (const [id, version] of versions) {
      const known = this.#endpoints.get(id)
      if (known?.version === version) continue
      const read = await this.#read(id)
      if (read === undefined) continue
      if (known === undefined) this.#endpoints.set(id, new Endpoint(read))
      else known.reread(read)
      // A new webhook may have an owner that was not looked at.
      if (known === undefined) this.#ownersAt = Number.NEGATIVE_INFINITY
    }
  }

  async #read(id: bigint): Promise<ReadWebhook | undefined> {
    const { whole } = this.#parts.storage
    const found = await whole.find(webhooks, id)
    const progress = await whole.find(webhookProgress, id)
    return (
      found && progress && { webhook: found.row, version: found.version, progress: progress.row }
    )
  }

  /** Stops sending to owners whose keys are all revoked or expired. */
  async #checkOwners(now: number): Promise<void> {
    const { keys } = this.#parts.storage
    const revision = await keys.revision()
    if (revision === this.#keyRevision && now - this.#ownersAt < intervals.owners) return
    this.#keyRevision = revision
    this.#ownersAt = now
    const valid = await keys.validChains(now)
    for (const endpoint of this.#endpoints.values()) {
      if (endpoint.webhook.state === 'disabled' || valid.has(endpoint.webhook.chainId)) continue
      endpoint.isBlocked = true
      await this.#stop(endpoint, 'owner_gone', now)
    }
  }

  /** Begins attempts, one for each receiver in turn, until there is nothing more to send or no room. */
  async #begin(now: number): Promise<void> {
    const newest = this.#sendable
    const all = [...this.#endpoints.values()]
    this.#turn = (this.#turn + 1) % Math.max(1, all.length)
    let ready = [...all.slice(this.#turn), ...all.slice(0, this.#turn)].filter(
      (endpoint) => endpoint.hasRoom && this.#hasPlace(endpoint) && endpoint.hasWork(now, newest),
    )
    while (ready.length > 0 && this.inFlight < this.#parts.mostInFlight) {
      const more: Endpoint[] = []
      for (const endpoint of ready) {
        if (!this.#hasPlace(endpoint)) continue
        if (!(await this.#beginOne(endpoint, now))) continue
        if (endpoint.hasRoom && endpoint.hasWork(now, newest)) more.push(endpoint)
      }
      ready = more
    }
  }

  #hasPlace({ isPrompt }: Endpoint): boolean {
    const { mostInFlight } = this.#parts
    if (this.inFlight >= mostInFlight) return false
    return isPrompt || this.#slowInFlight < Math.ceil(mostInFlight / 2)
  }

  /** @returns whether there may be more to begin */
  async #beginOne(endpoint: Endpoint, now: number): Promise<boolean> {
    if (endpoint.needsDue(now)) await lookUpDue(this.#parts.storage, endpoint, now)
    const newest = this.#sendable
    const after = endpoint.needsEvents(newest)
    if (after !== undefined) endpoint.addEvents(await this.#events.after(after), newest)
    const job = endpoint.begin()
    // Events that the webhook does not want may be followed by some that it does.
    if (job === undefined) return after !== undefined
    const attempt = this.#attempt(endpoint, job, now)
    this.#attempts.add(attempt)
    void attempt.then(() => this.#attempts.delete(attempt)).then(this.#parts.onProgress)
    return true
  }

  async #attempt(endpoint: Endpoint, job: Job, now: number): Promise<void> {
    const { isPrompt, webhook, epoch } = endpoint
    const { newest } = this.#events
    if (!isPrompt) this.#slowInFlight += 1
    const attempt = await this.#tryToSend(endpoint, job, now).catch((error: unknown) => {
      this.#failure = { error }
    })
    if (!isPrompt) this.#slowInFlight -= 1
    if (attempt === undefined) {
      endpoint.withdraw(job)
      return
    }
    this.#parts.observe({
      kind: 'delivery_attempt',
      result: attempt.result,
      milliseconds: attempt.duration,
    })
    const { retryAfter } = attempt
    const rest = {
      attempt: keptAttempt(attempt),
      jitter: this.#parts.random(),
      ...(retryAfter !== undefined && { retryAfter }),
    }
    const outcome =
      job.event === undefined
        ? { ...rest, deliveryId: job.delivery.row.id, version: job.delivery.version }
        : { ...rest, eventId: job.event.id, type: job.event.type }
    endpoint.settle({ outcome, url: webhook.url, epoch, newest }, attempt.result === 'delivered')
  }

  /** @returns undefined if nothing can be sent to the webhook any more */
  async #tryToSend(endpoint: Endpoint, job: Job, now: number): Promise<Attempt | undefined> {
    const { webhook } = endpoint
    const secrets = await this.#secrets(endpoint, now)
    if (secrets === undefined) return undefined
    const content = await contentOf(job, this.#events)
    if (content === undefined) {
      const reason = 'The log does not have the event any more.'
      return { result: 'connection', at: now, duration: 0, reason }
    }
    const { id, body } = content
    return await this.#parts.send({ url: webhook.url, secrets, id, body })
  }

  async #secrets(endpoint: Endpoint, now: number): Promise<readonly string[] | undefined> {
    const { sealer, observe } = this.#parts
    try {
      const secrets = secretsOf(endpoint.webhook, sealer, now)
      if (secrets !== undefined) return secrets
      await this.#stop(endpoint, 'secret_lost', now)
    } catch (error) {
      // The operator can mend the key, so the webhook stays as it is.
      observe({ kind: 'background_failed', work: 'open webhook secrets', error, again: false })
    }
    endpoint.isBlocked = true
    return undefined
  }

  async #stop({ id }: Endpoint, cause: StopCause, now: number): Promise<void> {
    await this.#parts.storage.data.apply(webhookStop(id, cause), { at: now })
  }

  /** Records what ended: all of one moment share a commit. */
  #record(now: number): void {
    for (const endpoint of this.#endpoints.values()) {
      if (endpoint.isRecording || endpoint.recordsFrom > now) continue
      const reports = endpoint.reports(now, this.#events.newest, mostSkipped)
      if (reports.length === 0) continue
      endpoint.isRecording = true
      const record = this.#recordAll(endpoint, reports)
      this.#records.add(record)
      void record.then(() => this.#records.delete(record)).then(this.#parts.onProgress)
    }
  }

  async #recordAll(endpoint: Endpoint, reports: readonly DeliveryRecord[]): Promise<void> {
    const { storage, clock, observe } = this.#parts
    try {
      await Promise.all(
        reports.map(async (report) => {
          const result = resultOf(await storage.data.apply(report, { at: clock() }))
          if (result.outcome === 'recorded') endpoint.recorded(report, result)
          else this.#endpoints.delete(endpoint.id)
        }),
      )
    } catch (error) {
      // What was not recorded is reported again; the same report twice does no harm.
      observe({
        kind: 'background_failed',
        work: 'record deliveries',
        error,
        again: endpoint.recordsFrom > 0,
      })
      endpoint.recordsFrom = clock() + intervals.recordAgain
      return
    } finally {
      endpoint.isRecording = false
    }
    endpoint.recordsFrom = 0
  }

  /** What is due already waits for room, and an attempt that ends begins another round. */
  #next(now: number): number {
    const isChanged = this.#webhooksVersion !== this.#parts.storage.data.changes.version
    let next = isChanged ? this.#readAt + this.#readingInterval : Number.POSITIVE_INFINITY
    for (const { dueAt, recordsFrom } of this.#endpoints.values()) {
      if (dueAt > now && dueAt < next) next = dueAt
      if (recordsFrom > now && recordsFrom < next) next = recordsFrom
    }
    return next
  }
}

/** Whether so many milliseconds have passed since the last time; also if the clock was set back since. */
const isDue = (now: number, last: number, interval: number): boolean =>
  now - last >= interval || now < last

/** An attempt as a delivery shows it. */
const keptAttempt = ({ at, duration, status, reason, body }: Attempt) => ({
  at: dateTimeText(at),
  duration: BigInt(duration),
  ...(status !== undefined && { status: BigInt(status) }),
  ...(reason !== undefined && { reason }),
  ...(body !== undefined && { body }),
})
