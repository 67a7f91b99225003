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

/** Backoff in milliseconds with full jitter: random up to `base`, doubled for each retry, up to `cap`. */
const backoff = { base: 250, cap: 8_000 }

/** Seconds to wait after a 429 that does not say how long. */
const leastPause = 1

/** Sends calls with retries, within their time limits, and in step with the quota. */
export class Transport extends Sender<Settings> {
  #pacer: Pacer | undefined
  readonly #warned = new Set<string>()
  /**
   * After a 429 the client sends nothing before this time, because that could cause a ban: the first entry is for
   * requests that spend the quota, the second for free ones, which have their own limit.
   */
  readonly #heldUntil: [number, number] = [0, 0]
  /** The last 429 for each of these two. */
  readonly #refusals: [ApiError?, ApiError?] = []

  /** Monotonic time in milliseconds, from an arbitrary zero. */
  now(): number {
    return this.settings.world.now()
  }

  /** The time until which a 429 blocks requests that spend the quota. */
  get heldUntil(): number {
    return this.#heldUntil[0]
  }

  /**
   * Waits for some milliseconds, or until a promise settles if that is sooner. Without a time it waits only for the promise.
   *
   * @throws the reason of `signal` or of the client's signal, as soon as one aborts
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

  /** Returns the body of an event stream unread, because a stream has no end to wait for. */
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
    /** The error of an attempt that the service may nevertheless have carried out. */
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

  /** Waits for the quota. Only programs that use `paceToQuota` load the queue. */
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

/** Whether a call spends no quota, so that it need not wait for the quota. */
const isFree = ({ operation }: PreparedCall): boolean => operation.startsWith('GET /usage')

/**
 * Whether a retry can help. Of the 4xx the client retries only 429, the 408 of a read, and a create whose own key
 * is still in use after its response was lost: the service is still working on the earlier attempt. Of the 5xx it
 * retries 502 to 504, and for a read all except 501.
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
