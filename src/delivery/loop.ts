import type { Clock } from '../base/clock.ts'
import { dateTimeText } from '../base/date-time.ts'
import type { Observe } from '../base/observation.ts'
import type { Sealer } from '../base/sealing.ts'
import { resultOf } from '../base/data/store.ts'
import { deliveryRecord } from '../resources/webhooks/delivery-changes.ts'
import { receivesEvents } from '../resources/webhooks/health.ts'
import { deliveries } from '../resources/webhooks/table.ts'
import type { Attempt } from './attempt.ts'
import { type Endpoint, endpointBounds, type Job, type Settled } from './endpoint.ts'
import { Endpoints, inTurns, type QueueStorage } from './endpoints.ts'
import { contentOf, EventReader, secretsOf, signedHeaders } from './outgoing.ts'
import { QueueFiller } from './queue-filler.ts'
import type { Message } from './send.ts'

/** After every time that a delivery can be due. */
const farAhead = dateTimeText(Date.UTC(9999, 11, 31))

type LoopParts = {
  readonly storage: QueueStorage
  readonly sealer: Sealer
  /** Makes one attempt. Resolves to undefined if it was broken off, and nobody knows what became of it. */
  readonly send: (message: Message, signal: AbortSignal) => Promise<Attempt | undefined>
  readonly clock: Clock
  /** From 0 to below 1. */
  readonly random: () => number
  readonly observe: Observe
  /** Attempts under way at once. Half of them are reserved for receivers whose last attempt succeeded. */
  readonly maxInFlight: number
  /** Called when an attempt ended, so that another round has something to do. */
  readonly onProgress: () => void
}

/**
 * Works the queue of deliveries, round by round: an outbox. It has no timers and no sockets: its caller begins each round,
 * and gives it what sends. A delivery is pending in the store until its outcome is recorded. So whatever ends this loop,
 * the next one sends it again.
 */
export class DeliveryLoop {
  readonly #parts: LoopParts
  readonly #events: EventReader
  readonly #endpoints: Endpoints
  readonly #filler: QueueFiller
  readonly #attempts = new Set<Promise<void>>()
  /** Attempts under way to receivers whose last attempt failed, or that were never tried. */
  #slowInFlight = 0
  /** Where the next round begins, so that each receiver comes first at some time. */
  #turn = 0
  /** What an attempt could not read of the store. The next round fails with it. */
  #failure: { readonly error: unknown } | undefined

  constructor(parts: LoopParts) {
    this.#parts = parts
    const { storage } = parts
    this.#events = new EventReader(storage.data.events)
    this.#endpoints = new Endpoints(storage)
    this.#filler = new QueueFiller(storage, this.#endpoints, this.#events)
  }

  /** Attempts under way. */
  get inFlight(): number {
    return this.#attempts.size
  }

  /** Returns when the next round has something to do, if nothing happens before: milliseconds since the Unix epoch. */
  async round(): Promise<number> {
    const failure = this.#failure
    this.#failure = undefined
    if (failure !== undefined) throw failure.error
    const now = this.#parts.clock()
    this.#events.beginRound()
    const recording = this.#record(now)
    try {
      await this.#endpoints.look(now)
      await this.#filler.fill(now)
      await this.#begin(now)
      await this.#endpoints.lookForOldest(now)
    } finally {
      // Until here each delivery that ended counts as begun, whatever was read of it meanwhile.
      await recording.then(applyAll)
    }
    return this.#next(now)
  }

  /** Waits until attempts under way have ended, or until a signal is aborted, and records what ended. */
  async end(signal: AbortSignal): Promise<void> {
    const { promise: aborted, resolve } = Promise.withResolvers<void>()
    signal.addEventListener('abort', () => resolve(), { once: true })
    await Promise.race([Promise.all(this.#attempts), aborted])
    // What cannot be recorded now is sent again by the next loop.
    await this.#record(this.#parts.clock())
  }

  /** How many deliveries wait for webhooks that are sent events, and since when, in milliseconds since the Unix epoch. */
  waiting(): { readonly count: number; readonly since: number | undefined } {
    let count = 0
    let since = Infinity
    for (const { isFollowing, pending, oldestAt = Infinity } of this.#endpoints.all) {
      if (!isFollowing || pending === 0) continue
      count += pending
      since = Math.min(since, oldestAt)
    }
    return { count, since: since === Infinity ? undefined : since }
  }

  /** Begins attempts, one for each receiver in turn, until there is nothing more to send or no room. */
  async #begin(now: number): Promise<void> {
    const { all } = this.#endpoints
    this.#turn = (this.#turn + 1) % Math.max(1, all.length)
    const canBegin = (endpoint: Endpoint): boolean =>
      endpoint.hasRoom && this.#hasPlace(endpoint) && endpoint.hasWork(now)
    let ready = [...all.slice(this.#turn), ...all.slice(0, this.#turn)].filter(canBegin)
    while (ready.length > 0 && this.inFlight < this.#parts.maxInFlight) {
      // No more are looked up than may begin.
      const next = ready.slice(0, this.#parts.maxInFlight)
      await inTurns(next, async (endpoint) => {
        if (endpoint.ready.length === 0) await this.#lookUp(endpoint, now)
      })
      for (const endpoint of next) this.#beginOne(endpoint, now)
      ready = ready.filter(canBegin)
    }
  }

  #hasPlace({ isPrompt }: Endpoint): boolean {
    const { maxInFlight } = this.#parts
    if (this.inFlight >= maxInFlight) return false
    return isPrompt || this.#slowInFlight < Math.ceil(maxInFlight / 2)
  }

  /** Looks up deliveries that are due: all if the webhook is sent events, else the ping that is pending. */
  async #lookUp(endpoint: Endpoint, now: number): Promise<void> {
    const { id, webhook, progress, settled, inFlight } = endpoint
    const { data, whole } = this.#parts.storage
    const max = endpointBounds.lookedUp + settled.size + inFlight.size
    const ids = receivesEvents(webhook.state)
      ? await data.due(deliveries, farAhead, max, id)
      : progress.pingId === undefined
        ? []
        : [progress.pingId]
    const found = await Promise.all(
      ids.filter((one) => !endpoint.isBusy(one)).map((one) => whole.find(deliveries, one)),
    )
    endpoint.dueAt = ids.length === max ? now : Number.POSITIVE_INFINITY
    for (const delivery of found) {
      const at = delivery?.row.status === 'pending' ? delivery.row.nextAttemptAt : undefined
      if (delivery === undefined || at === undefined) continue
      endpoint.dueAt = Date.parse(at)
      if (endpoint.dueAt > now) return
      endpoint.ready.push(delivery)
    }
    // What is due and not at hand is looked up once that is sent.
    endpoint.dueAt = ids.length === max ? now : Number.POSITIVE_INFINITY
  }

  #beginOne(endpoint: Endpoint, now: number): void {
    if (!endpoint.hasRoom || !this.#hasPlace(endpoint)) return
    const delivery = endpoint.ready.shift()
    if (delivery === undefined) return
    const { webhook, isPrompt } = endpoint
    const { url = webhook.url } = delivery.row
    const abort = new AbortController()
    const job = { delivery, url, newest: this.#endpoints.newest, isPrompt, abort }
    endpoint.inFlight.set(delivery.row.id, job)
    if (!isPrompt) this.#slowInFlight += 1
    const attempt = this.#attempt(endpoint, job, now)
      .catch((error: unknown) => void (this.#failure = { error }))
      .finally(() => {
        this.#attempts.delete(attempt)
        if (!isPrompt) this.#slowInFlight -= 1
        if (endpoint.inFlight.delete(delivery.row.id)) endpoint.dueAt = 0
        this.#parts.onProgress()
      })
    this.#attempts.add(attempt)
  }

  async #attempt(endpoint: Endpoint, job: Job, now: number): Promise<void> {
    const { observe, random } = this.#parts
    const made = await this.#tryToSend(endpoint, job, now)
    // Nobody knows what became of it: it is looked up and sent again, unless it was settled meanwhile.
    if (made === undefined || job.abort.signal.aborted) return
    const { result, duration, retryAfter } = made
    observe({ kind: 'delivery_attempt', result, milliseconds: duration })
    const { url, delivery } = job
    const { row, version } = delivery
    const attempt = attemptOf(made)
    const retry = retryAfter === undefined ? undefined : { retryAfter }
    const outcome = { deliveryId: row.id, version, url, attempt, jitter: random(), ...retry }
    endpoint.settle({ job, outcome }, result === 'delivered')
  }

  /** @returns undefined if nothing can be sent to the webhook any more */
  async #tryToSend(
    endpoint: Endpoint,
    { delivery, url, abort }: Job,
    now: number,
  ): Promise<Attempt | undefined> {
    const secrets = await this.#secrets(endpoint, now)
    if (secrets === undefined) return undefined
    const content = await contentOf(delivery.row, this.#events)
    if (content === undefined) {
      const reason = 'The log does not have the event any more.'
      return { result: 'connection', at: now, duration: 0, reason }
    }
    const headers = signedHeaders(secrets, content.id, now, content.body)
    return await this.#parts.send({ url, at: now, headers, body: content.body }, abort.signal)
  }

  async #secrets(endpoint: Endpoint, now: number): Promise<readonly string[] | undefined> {
    const { sealer, observe } = this.#parts
    try {
      const secrets = secretsOf(endpoint.webhook, sealer, now)
      if (secrets !== undefined) return secrets
      await this.#endpoints.stop(endpoint, 'secret_lost', now)
    } catch (error) {
      // The operator can mend the key, so the webhook stays as it is.
      observe({ kind: 'background_failed', work: 'open webhook secrets', error, again: false })
    }
    endpoint.isBlocked = true
    return undefined
  }

  /** Records what ended, in one commit. Returns for each receiver what takes the result, and never rejects. */
  async #record(now: number): Promise<ReadonlyArray<PromiseSettledResult<() => void>>> {
    const ended = this.#endpoints.all.filter(({ settled }) => settled.size > 0)
    return await Promise.allSettled(ended.map(async (one) => await this.#recordOf(one, now)))
  }

  async #recordOf(endpoint: Endpoint, now: number): Promise<() => void> {
    const report: readonly Settled[] = [...endpoint.settled.values()]
    const ping = report.find(({ job }) => job.delivery.row.eventId === undefined)
    const newest = ping?.job.newest ?? 0n
    const outcomes = report.map(({ outcome }) => outcome)
    const change = deliveryRecord({ id: endpoint.id, newest, outcomes, now })
    const result = resultOf(await this.#parts.storage.data.apply(change, { at: now }))
    return () => {
      if (result.outcome === 'recorded') endpoint.recorded(report, result)
      else this.#endpoints.delete(endpoint.id)
    }
  }

  /** What is due already waits for room, and an attempt that ends begins another round. */
  #next(now: number): number {
    let next = Math.min(this.#endpoints.readsAt, this.#filler.nextAt)
    for (const { dueAt } of this.#endpoints.all) if (dueAt > now && dueAt < next) next = dueAt
    return next
  }
}

/** Takes the results of a record. Fails with the first failure, once all others are taken. */
const applyAll = (results: ReadonlyArray<PromiseSettledResult<() => void>>): void => {
  for (const result of results) if (result.status === 'fulfilled') result.value()
  const failed = results.find((result) => result.status === 'rejected')
  if (failed !== undefined) throw failed.reason
}

/** An attempt as a delivery shows it. */
const attemptOf = ({ at, duration, status, reason, body }: Attempt) => ({
  at: dateTimeText(at),
  duration: BigInt(duration),
  ...(status !== undefined && { status: BigInt(status) }),
  ...(reason !== undefined && { reason }),
  ...(body !== undefined && { body }),
})
