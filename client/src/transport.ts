import type { Call, PreparedCall } from './calls.ts'
import {
  ApiError,
  apiError,
  type ApiErrorFacts,
  BanError,
  ConnectionError,
  RateLimitError,
  TimeoutError,
} from './errors.ts'
import { readDeprecation, readRetryAfter } from './headers.ts'
import type { Settings } from './options.ts'
import type { Pacer } from './pacer.ts'
import type { WithResponse } from './reply.ts'
import { Scope } from './scope.ts'
import { Sender } from './sender.ts'
import type { RateLimit } from './types.ts'
import { abortable } from './world.ts'

/** Backoff in milliseconds: at random up to the base, twice as far for each retry, up to the cap. */
const backoff = { base: 250, cap: 8_000 }

/** Seconds to wait after a 429 that does not say how long. */
const leastPause = 1

/** Sends calls, each until it is answered: retries, time limits of a call, the quota. */
export class Transport extends Sender<Settings> {
  #pacer: Pacer | undefined
  readonly #warned = new Set<string>()
  /**
   * After a 429 the client sends nothing before this time, because that could cause a ban: neither what spends the quota
   * nor, at the second place, what is free and has a count of its own.
   */
  readonly #heldUntil: [number, number] = [0, 0]
  /** The last refusal at each place. */
  readonly #refusals: [ApiError?, ApiError?] = []

  /** The time in milliseconds; its zero means nothing. */
  now(): number {
    return this.settings.world.now()
  }

  /** Until when a 429 holds up what spends the quota. */
  get heldUntil(): number {
    return this.#heldUntil[0]
  }

  /**
   * Waits, in milliseconds or until a promise settles. Without a time it waits for the promise alone.
   *
   * @throws the reason of a signal that aborts, its own or the client's
   */
  async wait(
    milliseconds: number | undefined,
    signal: AbortSignal | undefined,
    news?: Promise<unknown>,
  ): Promise<void> {
    const scope = new Scope([this.settings.signal, signal])
    const both = scope.signal
    try {
      if (both.aborted) throw both.reason
      await Promise.race([
        ...(news ? [abortable(news, both)] : []),
        ...(milliseconds === undefined ? [] : [this.settings.world.wait(milliseconds, both)]),
      ])
    } finally {
      scope.abort(undefined)
      scope.close()
    }
  }

  protected override async send(call: Call): Promise<WithResponse<unknown>> {
    const prepared = this.prepare(call)
    const scope = new Scope([this.settings.signal, call.options?.signal])
    try {
      return await this.#sendUntilAnswered(prepared, scope.signal)
    } finally {
      scope.close()
    }
  }

  /** A stream has no end to wait for, so what it gives is the body itself. */
  protected override async readBody(response: Response): Promise<unknown> {
    const { headers, body } = response
    const isStream = headers.get('content-type')?.startsWith('text/event-stream') === true
    return isStream && body?.getReader ? body : await super.readBody(response)
  }

  async #sendUntilAnswered(
    call: PreparedCall,
    signal: AbortSignal,
  ): Promise<WithResponse<unknown>> {
    const { attemptTimeout, world, onRequest, onResponse } = this.settings
    const { retries = this.settings.retries, timeout = this.settings.timeout } = call.options
    const { now, random, wait } = world
    let deadline = now() + timeout
    /** The fault of a request that the service may have done all the same. */
    let lost: unknown
    for (let retry = 0; ; retry += 1) {
      if (signal.aborted) throw signal.reason
      const kind = isFree(call) ? 1 : 0
      const hold = this.#heldUntil[kind] - now()
      if (hold > 0) {
        if (now() + hold >= deadline) {
          const retryAfter = Math.ceil(hold / 1_000)
          const message = `${call.operation} waits ${retryAfter} s after a 429.`
          const refusal: Partial<ApiErrorFacts> = this.#refusals[kind] ?? {}
          const { code = 'rate_limit_exceeded', rateLimit } = refusal
          throw apiError({ code, message, status: 429, retryAfter, rateLimit })
        }
        await wait(hold, signal)
      }
      const queued = now()
      if (this.settings.paceToQuota && !isFree(call)) await this.#enter(signal)
      // The time in the queue does not count towards the limits of the call.
      deadline += now() - queued

      const attempt = { operation: call.operation, attempt: retry + 1 }
      const sent = now()
      onRequest?.(attempt)
      let fault: unknown
      let status: number | undefined
      try {
        const limit = Math.max(1, Math.min(attemptTimeout, deadline - now(), timeout))
        const answer = await this.sendOnce(call, signal, limit, lost)
        status = answer.status
        return answer
      } catch (error) {
        fault = error
        if (error instanceof ApiError) status = error.status
        if (status === 429) this.#refusals[kind] = error as ApiError
      } finally {
        onResponse?.({ ...attempt, status, milliseconds: now() - sent })
      }
      if (!isPassing(fault, call, lost !== undefined) || retry >= retries) throw fault
      if (fault instanceof ConnectionError) lost = fault
      const least = status === 429 ? leastPause : 0
      const wanted = fault instanceof ApiError ? (fault.retryAfter ?? least) : 0
      const delay = wanted * 1_000 + random() * Math.min(backoff.cap, backoff.base * 2 ** retry)
      if (now() + delay >= deadline) {
        if (fault instanceof ApiError || fault instanceof TimeoutError) throw fault
        throw new TimeoutError(`${call.operation} was not answered in ${timeout} ms.`, {
          cause: fault,
        })
      }
      await wait(delay, signal)
    }
  }

  /** Waits for the quota. Only programs that want that load the queue. */
  async #enter(signal: AbortSignal): Promise<void> {
    const { Pacer } = await import('./pacer.ts')
    this.#pacer ??= new Pacer(this.settings.world, { abortable, RateLimitError })
    await this.#pacer.enter(signal)
  }

  protected override ended(
    call: PreparedCall,
    answer: Response | undefined,
    rateLimit: RateLimit | undefined,
  ): void {
    if (!isFree(call)) this.#pacer?.leave(rateLimit)
    if (answer === undefined) return
    this.#warnOfDeprecation(call, answer.headers)
    if (answer.status === 429) {
      const kind = isFree(call) ? 1 : 0
      const pause = readRetryAfter(answer.headers) ?? leastPause
      this.#heldUntil[kind] = Math.max(this.#heldUntil[kind], this.now() + pause * 1_000)
    }
  }

  #warnOfDeprecation({ operation }: PreparedCall, headers: Headers): void {
    if (this.#warned.has(operation)) return
    const notice = readDeprecation(headers, this.settings.baseUrl)
    if (notice === undefined) return
    this.#warned.add(operation)
    this.settings.onWarning(`${operation} ${notice}`)
  }
}

/** Whether a call spends no quota, so that no quota holds it up. */
const isFree = ({ operation }: PreparedCall): boolean => operation.startsWith('GET /usage')

/**
 * Whether a retry can help. Of the 4xx the client retries only 429, the 408 of a read, and a create
 * whose own key is still in use after an answer was lost: the service is still working on the earlier
 * request. Of the 5xx it retries those that say that nothing was done, and all of a read.
 */
const isPassing = (fault: unknown, { method }: PreparedCall, wasLost: boolean): boolean => {
  if (fault instanceof ConnectionError) return true
  if (!(fault instanceof ApiError) || fault instanceof BanError) return false
  const { status, code } = fault
  return (
    status === 429 ||
    (status >= 502 && status <= 504) ||
    (method === 'GET' && (status === 408 || (status >= 500 && status !== 501))) ||
    (wasLost && code === 'idempotency_key_in_use')
  )
}
