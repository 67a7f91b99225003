import { once } from 'node:events'
import type { Clock } from '../base/clock.ts'
import { dateTimeText } from '../base/date-time.ts'
import type { Observe } from '../base/observation.ts'
import { traceContextOf } from '../base/trace-context.ts'
import type { Tracing } from '../base/tracing.ts'
import type { Sealer } from '../base/sealing.ts'
import { resultOf } from '../base/data/store.ts'
import type { Stored } from '../base/data/table.ts'
import { deliveryRecord, type Report } from '../resources/webhooks/delivery-changes.ts'
import { receivesEvents } from '../resources/webhooks/health.ts'
import { deliveries, type DeliveryRow } from '../resources/webhooks/table.ts'
import type { Attempt } from './attempt.ts'
import { type Endpoint, endpointBounds } from './endpoint.ts'
import { endpointsOf, inTurns, type QueueStorage } from './endpoints.ts'
import { contentOf, eventReader, secretsOf, signedHeaders } from './outgoing.ts'
import { queueFiller } from './queue-filler.ts'
import type { Message } from './send.ts'

/** Later than any time at which a delivery can be due. */
const farAhead = dateTimeText(Date.UTC(9999, 11, 31))

type LoopParts = {
  readonly storage: QueueStorage
  readonly sealer: Sealer
  /** Makes one attempt. Resolves to undefined if it was aborted, so that its outcome is unknown. */
  readonly send: (message: Message, signal: AbortSignal) => Promise<Attempt | undefined>
  readonly clock: Clock
  /** From 0 to below 1. */
  readonly random: () => number
  readonly observe: Observe
  readonly tracing?: Tracing | undefined
  /** Maximum number of attempts in progress. Half of them are reserved for receivers whose last attempt succeeded. */
  readonly maxInFlight: number
  /** Called when an attempt has ended, so that another round has something to do. */
  readonly onProgress: () => void
}

export type DeliveryLoop = ReturnType<typeof deliveryLoop>

/**
 * Processes the queue of deliveries (an outbox) in rounds. It has no timers and no sockets: its caller starts each round,
 * and passes in `send`. A delivery is pending in the store until its outcome is recorded. If this loop ends before, for
 * whatever reason, the next one sends it again.
 */
export const deliveryLoop = (parts: LoopParts) => {
  const { storage, sealer, send, clock, random, observe, tracing, maxInFlight, onProgress } = parts
  const { data, whole } = storage
  const events = eventReader(data.events)
  const endpoints = endpointsOf(storage)
  const { all } = endpoints
  const fill = queueFiller(storage, endpoints, events)
  /** Attempts that are in progress, or have ended but are not recorded yet. */
  const attempts = new Set<Promise<void>>()
  /** Number of attempts to receivers whose last attempt failed, or that were never tried. */
  let slowInFlight = 0
  /** Index of the receiver with which the next round begins, so that each comes first in turn. */
  let turn = 0
  /** The error of an attempt that could not be made or recorded. The next round throws it. */
  let failure: { readonly error: unknown } | undefined
  let nextRound = Promise.withResolvers<void>()

  const hasPlace = ({ isPrompt }: Endpoint): boolean =>
    attempts.size < maxInFlight && (isPrompt || slowInFlight < Math.ceil(maxInFlight / 2))

  /** Looks up due deliveries: all of them if the webhook is sent events, otherwise only the pending ping. */
  const lookUp = async (endpoint: Endpoint, now: number): Promise<void> => {
    const { id, webhook, progress, inFlight } = endpoint
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
    // Other due deliveries are looked up once these are sent.
    endpoint.dueAt = waiting.length > ready ? now : Number.POSITIVE_INFINITY
    for (const delivery of found) {
      const { status, nextAttemptAt } = delivery?.row ?? {}
      if (delivery === undefined || status !== 'pending') continue
      const at = Date.parse(nextAttemptAt ?? '')
      // Deliveries are in the order in which they are due.
      if (at > now) {
        endpoint.dueAt = at
        return
      }
      endpoint.ready.push(delivery)
    }
  }

  const openSecrets = async (
    endpoint: Endpoint,
    now: number,
  ): Promise<readonly string[] | undefined> => {
    try {
      const secrets = secretsOf(endpoint.webhook, sealer, now)
      if (secrets !== undefined) return secrets
      await endpoints.stop(endpoint, 'secretLost', now)
    } catch (error) {
      // The operator can repair the key, so the webhook is not stopped.
      observe({ kind: 'background_failed', work: 'open webhook secrets', error, again: false })
    }
    endpoint.isBlocked = true
    return undefined
  }

  /** @returns undefined if the attempt was aborted, or the secrets of the webhook cannot be opened */
  const tryToSend = async (
    endpoint: Endpoint,
    delivery: DeliveryRow,
    url: string,
    signal: AbortSignal,
    now: number,
  ): Promise<Attempt | undefined> => {
    const secrets = await openSecrets(endpoint, now)
    if (secrets === undefined) return undefined
    const content = await contentOf(delivery, events)
    if (content === undefined) {
      const reason = 'The event is no longer in the log.'
      return { result: 'connection', at: now, duration: 0, reason }
    }
    const { id, body } = content
    const headers = signedHeaders(secrets, id, now, body)
    if (tracing === undefined) return await send({ url, at: now, headers, body }, signal)
    const { eventId } = delivery
    const trace = eventId === undefined ? undefined : await data.events.trace(eventId)
    const span = tracing.begin('CLIENT', traceContextOf(trace))
    const { traceparent } = span
    const made = await send({ url, at: now, headers: { ...headers, traceparent }, body }, signal)
    // The path and the query are left out, as they may contain a secret.
    const { hostname, port, protocol } = new URL(url)
    const attributes = {
      'http.request.method': 'POST',
      'server.address': hostname,
      'server.port': Number(port) || (protocol === 'http:' ? 80 : 443),
      'http.response.status_code': made?.status,
    }
    span.end(
      'POST',
      attributes,
      made?.result === 'delivered' ? undefined : (made?.result ?? 'aborted'),
    )
    return made
  }

  /** Tries once in each round until the store accepts it. Until then, the delivery is in flight, and is not sent again. */
  const record = async (endpoint: Endpoint, report: Report): Promise<void> => {
    for (;;) {
      try {
        const result = resultOf(await data.apply(deliveryRecord(report), { at: report.now }))
        // Keeps the new state until the row is read again soon.
        if (result.outcome === 'recorded' && result.state !== endpoint.webhook.state)
          endpoint.webhook = { ...endpoint.webhook, state: result.state }
        return
      } catch (error) {
        failure = { error }
        onProgress()
        await nextRound.promise
      }
    }
  }

  const attemptTo = async (
    endpoint: Endpoint,
    { row, version }: Stored<DeliveryRow>,
    url: string,
    signal: AbortSignal,
    now: number,
  ): Promise<void> => {
    const newest = endpoints.queueable()
    const made = await tryToSend(endpoint, row, url, signal, now)
    // The outcome is unknown: the delivery is looked up and sent again, unless it has been settled by then.
    if (made === undefined || signal.aborted) return
    const { result, duration, retryAfter } = made
    observe({ kind: 'delivery_attempt', result, milliseconds: duration })
    endpoint.isPrompt = result === 'delivered'
    const of = { id: endpoint.id, deliveryId: row.id, version, url, newest }
    const attempt = attemptOf(made)
    await record(endpoint, { ...of, attempt, retryAfter, jitter: random(), now: clock() })
  }

  const beginOne = (endpoint: Endpoint, now: number): void => {
    const delivery = endpoint.ready.shift()
    if (delivery === undefined) return
    const { webhook, isPrompt, inFlight } = endpoint
    const { id, url = webhook.url } = delivery.row
    const abort = new AbortController()
    inFlight.set(id, { url, abort })
    if (!isPrompt) slowInFlight += 1
    const attempt = attemptTo(endpoint, delivery, url, abort.signal, now)
      .catch((error: unknown) => void (failure = { error }))
      .finally(() => {
        attempts.delete(attempt)
        if (!isPrompt) slowInFlight -= 1
        inFlight.delete(id)
        endpoint.dueAt = 0
        onProgress()
      })
    attempts.add(attempt)
  }

  /** Begins attempts, one for each receiver in turn, until there is nothing more to send or no room. */
  const begin = async (now: number): Promise<void> => {
    turn = (turn + 1) % Math.max(1, all.size)
    const canBegin = (endpoint: Endpoint): boolean => endpoint.canBegin(now) && hasPlace(endpoint)
    const each = [...all.values()]
    let ready = [...each.slice(turn), ...each.slice(0, turn)].filter(canBegin)
    while (ready.length > 0) {
      // No more receivers are looked up than attempts may begin.
      const next = ready.slice(0, maxInFlight)
      await inTurns(next, async (endpoint) => {
        if (endpoint.ready.length === 0) await lookUp(endpoint, now)
      })
      for (const endpoint of next) if (canBegin(endpoint)) beginOne(endpoint, now)
      ready = ready.filter(canBegin)
    }
  }

  /** When the next delivery is due, as far as is known; Infinity if there is none. */
  const nextDue = (after: number): number => {
    let next = Infinity
    for (const { dueAt } of all.values()) if (dueAt > after && dueAt < next) next = dueAt
    return next
  }

  return {
    /** Returns when the next round has something to do, if nothing happens before: milliseconds since the Unix epoch. */
    round: async (): Promise<number> => {
      nextRound.resolve()
      nextRound = Promise.withResolvers()
      const failed = failure
      failure = undefined
      if (failed !== undefined) throw failed.error
      const now = clock()
      events.beginRound()
      await endpoints.look(now)
      const nextAt = await fill(now)
      await begin(now)
      // Deliveries that are already due wait for room. The end of an attempt starts another round.
      return Math.min(endpoints.readsAt(), nextAt, nextDue(now))
    },
    /** Waits until attempts in progress are recorded, or `signal` is aborted. The next loop sends again what is not recorded. */
    end: async (signal: AbortSignal) =>
      void (await Promise.race([Promise.all(attempts), once(signal, 'abort')])),
    /** Whether no attempt is in progress, and none may begin. */
    isQuiet: (now: number) => attempts.size === 0 && !all.values().some((one) => one.canBegin(now)),
    nextDue,
    /** Counts pending deliveries to webhooks that are sent events. The oldest was queued at `since`, in Unix milliseconds. */
    waiting: () => {
      let count = 0
      let since = Infinity
      for (const { isFollowing, pending, oldestAt } of all.values()) {
        if (!isFollowing || pending === 0) continue
        count += pending
        if (oldestAt < since) since = oldestAt
      }
      return { count, since: since === Infinity ? undefined : since }
    },
  }
}

/** Converts an attempt to the form in which a delivery shows it. */
const attemptOf = ({ at, duration, status, reason, body }: Attempt) => ({
  at: dateTimeText(at),
  duration: BigInt(duration),
  ...(status !== undefined && { status: BigInt(status) }),
  ...(reason !== undefined && { reason }),
  ...(body !== undefined && { body }),
})
