import type { Clock } from '../base/clock.ts'
import { dateTimeText } from '../base/date-time.ts'
import type { Observe } from '../base/observation.ts'
import type { Sealer } from '../base/sealing.ts'
import { resultOf } from '../base/data/store.ts'
import type { Stored } from '../base/data/table.ts'
import { deliveryRecord, type Report } from '../resources/webhooks/delivery-changes.ts'
import { receivesEvents } from '../resources/webhooks/health.ts'
import { deliveries, type DeliveryRow } from '../resources/webhooks/table.ts'
import type { Attempt } from './attempt.ts'
import { type Endpoint, endpointBounds } from './endpoint.ts'
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
  /** Attempts that are under way, or ended and are not recorded yet. */
  readonly #attempts = new Set<Promise<void>>()
  /** Those to receivers whose last attempt failed, or that were never tried. */
  #slowInFlight = 0
  /** Where the next round begins, so that each receiver comes first at some time. */
  #turn = 0
  /** Why an attempt could not be made or recorded. The next round fails with it. */
  #failure: { readonly error: unknown } | undefined
  #nextRound = Promise.withResolvers<void>()

  constructor(parts: LoopParts) {
    this.#parts = parts
    const { storage } = parts
    this.#events = new EventReader(storage.data.events)
    this.#endpoints = new Endpoints(storage)
    this.#filler = new QueueFiller(storage, this.#endpoints, this.#events)
  }

  /** Returns when the next round has something to do, if nothing happens before: milliseconds since the Unix epoch. */
  async round(): Promise<number> {
    this.#nextRound.resolve()
    this.#nextRound = Promise.withResolvers()
    const failure = this.#failure
    this.#failure = undefined
    if (failure !== undefined) throw failure.error
    const now = this.#parts.clock()
    this.#events.beginRound()
    await this.#endpoints.look(now)
    await this.#filler.fill(now)
    await this.#begin(now)
    // What is due already waits for room, and an attempt that ends begins another round.
    return Math.min(this.#endpoints.readsAt, this.#filler.nextAt, this.nextDue(now))
  }

  /** Waits until attempts under way are recorded, or until a signal is aborted. What is not is sent again by the next loop. */
  async end(signal: AbortSignal): Promise<void> {
    const { promise: aborted, resolve } = Promise.withResolvers<void>()
    signal.addEventListener('abort', () => resolve(), { once: true })
    await Promise.race([Promise.all(this.#attempts), aborted])
  }

  /** Whether no attempt is under way, and none may begin. */
  isQuiet(now: number): boolean {
    return this.#attempts.size === 0 && !this.#endpoints.all.some((one) => one.canBegin(now))
  }

  /** When a delivery is due next, as far as is known; Infinity if none is. */
  nextDue(after: number): number {
    let next = Infinity
    for (const { dueAt } of this.#endpoints.all) if (dueAt > after && dueAt < next) next = dueAt
    return next
  }

  /** How many deliveries wait for webhooks that are sent events, and since when, in milliseconds since the Unix epoch. */
  waiting(): { readonly count: number; readonly since: number | undefined } {
    let count = 0
    let since = Infinity
    for (const { isFollowing, pending, oldestAt } of this.#endpoints.all) {
      if (!isFollowing || pending === 0) continue
      count += pending
      if (oldestAt < since) since = oldestAt
    }
    return { count, since: since === Infinity ? undefined : since }
  }

  /** Begins attempts, one for each receiver in turn, until there is nothing more to send or no room. */
  async #begin(now: number): Promise<void> {
    const { all } = this.#endpoints
    this.#turn = (this.#turn + 1) % Math.max(1, all.length)
    const canBegin = (endpoint: Endpoint): boolean =>
      endpoint.canBegin(now) && this.#hasPlace(endpoint)
    let ready = [...all.slice(this.#turn), ...all.slice(0, this.#turn)].filter(canBegin)
    while (ready.length > 0) {
      // No more are looked up than may begin.
      const next = ready.slice(0, this.#parts.maxInFlight)
      await inTurns(next, async (endpoint) => {
        if (endpoint.ready.length === 0) await this.#lookUp(endpoint, now)
      })
      for (const endpoint of next) if (canBegin(endpoint)) this.#beginOne(endpoint, now)
      ready = ready.filter(canBegin)
    }
  }

  #hasPlace({ isPrompt }: Endpoint): boolean {
    const { maxInFlight } = this.#parts
    if (this.#attempts.size >= maxInFlight) return false
    return isPrompt || this.#slowInFlight < Math.ceil(maxInFlight / 2)
  }

  /** Looks up deliveries that are due: all if the webhook is sent events, else the ping that is pending. */
  async #lookUp(endpoint: Endpoint, now: number): Promise<void> {
    const { id, webhook, progress, inFlight } = endpoint
    const { data, whole } = this.#parts.storage
    const { pending: max, ready } = endpointBounds
    const ids = receivesEvents(webhook.state)
      ? await data.due(deliveries, farAhead, max, id)
      : [progress.pingId ?? []].flat()
    endpoint.pending = ids.length
    const [first, ...others] = ids
    if (first !== undefined) {
      const least = others.reduce((one, other) => (other < one ? other : one), first)
      const oldest = await whole.find(deliveries, least)
      endpoint.oldestAt = Date.parse(oldest?.row.createdAt ?? '')
    }
    const waiting = ids.filter((one) => !inFlight.has(one))
    const found = await Promise.all(
      waiting.slice(0, ready).map((one) => whole.find(deliveries, one)),
    )
    // What is due and not at hand is looked up once that is sent.
    endpoint.dueAt = waiting.length > ready ? now : Number.POSITIVE_INFINITY
    for (const delivery of found) {
      const { status, nextAttemptAt } = delivery?.row ?? {}
      if (delivery === undefined || status !== 'pending') continue
      const at = Date.parse(nextAttemptAt ?? '')
      // They come in the order in which they are due.
      if (at > now) {
        endpoint.dueAt = at
        return
      }
      endpoint.ready.push(delivery)
    }
  }

  #beginOne(endpoint: Endpoint, now: number): void {
    const delivery = endpoint.ready.shift()
    if (delivery === undefined) return
    const { webhook, isPrompt, inFlight } = endpoint
    const { id, url = webhook.url } = delivery.row
    const abort = new AbortController()
    inFlight.set(id, { url, abort })
    if (!isPrompt) this.#slowInFlight += 1
    const attempt = this.#attempt(endpoint, delivery, url, abort.signal, now)
      .catch((error: unknown) => void (this.#failure = { error }))
      .finally(() => {
        this.#attempts.delete(attempt)
        if (!isPrompt) this.#slowInFlight -= 1
        inFlight.delete(id)
        endpoint.dueAt = 0
        this.#parts.onProgress()
      })
    this.#attempts.add(attempt)
  }

  /** Makes an attempt and records it. */
  async #attempt(
    endpoint: Endpoint,
    { row, version }: Stored<DeliveryRow>,
    url: string,
    signal: AbortSignal,
    now: number,
  ): Promise<void> {
    const { observe, random, clock } = this.#parts
    const newest = this.#endpoints.queueable
    const made = await this.#tryToSend(endpoint, row, url, signal, now)
    // Nobody knows what became of it: it is looked up and sent again, unless it was settled meanwhile.
    if (made === undefined || signal.aborted) return
    const { result, duration, retryAfter } = made
    observe({ kind: 'delivery_attempt', result, milliseconds: duration })
    endpoint.isPrompt = result === 'delivered'
    const of = { id: endpoint.id, deliveryId: row.id, version, url, newest }
    await this.#record(endpoint, {
      ...of,
      attempt: attemptOf(made),
      retryAfter,
      jitter: random(),
      now: clock(),
    })
  }

  /** @returns undefined if nothing can be sent to the webhook any more */
  async #tryToSend(
    endpoint: Endpoint,
    delivery: DeliveryRow,
    url: string,
    signal: AbortSignal,
    now: number,
  ): Promise<Attempt | undefined> {
    const secrets = await this.#secrets(endpoint, now)
    if (secrets === undefined) return undefined
    const content = await contentOf(delivery, this.#events)
    if (content === undefined) {
      const reason = 'The log does not have the event any more.'
      return { result: 'connection', at: now, duration: 0, reason }
    }
    const headers = signedHeaders(secrets, content.id, now, content.body)
    return await this.#parts.send({ url, at: now, headers, body: content.body }, signal)
  }

  async #secrets(endpoint: Endpoint, now: number): Promise<readonly string[] | undefined> {
    const { sealer, observe } = this.#parts
    try {
      const secrets = secretsOf(endpoint.webhook, sealer, now)
      if (secrets !== undefined) return secrets
      await this.#endpoints.stop(endpoint, 'secretLost', now)
    } catch (error) {
      // The operator can mend the key, so the webhook stays as it is.
      observe({ kind: 'background_failed', work: 'open webhook secrets', error, again: false })
    }
    endpoint.isBlocked = true
    return undefined
  }

  /** Tries once in each round, until the store takes it. Meanwhile the delivery counts as under way, and is not sent again. */
  async #record(endpoint: Endpoint, report: Report): Promise<void> {
    const { storage, onProgress } = this.#parts
    for (;;) {
      try {
        const record = storage.data.apply(deliveryRecord(report), { at: report.now })
        const result = resultOf(await record)
        // The row is read again soon; until then this much is known.
        if (result.outcome === 'recorded' && result.state !== endpoint.webhook.state)
          endpoint.webhook = { ...endpoint.webhook, state: result.state }
        return
      } catch (error) {
        this.#failure = { error }
        onProgress()
        await this.#nextRound.promise
      }
    }
  }
}

/** An attempt as a delivery shows it. */
const attemptOf = ({ at, duration, status, reason, body }: Attempt) => ({
  at: dateTimeText(at),
  duration: BigInt(duration),
  ...(status !== undefined && { status: BigInt(status) }),
  ...(reason !== undefined && { reason }),
  ...(body !== undefined && { body }),
})
