import type { Call, PreparedCall } from './calls.ts'
import { ApiError, BanError, ConnectionError, TimeoutError } from './errors.ts'
import { readDeprecation, readRetryAfter } from './headers.ts'
import type { Settings } from './options.ts'
import { Pacer } from './pacer.ts'
import type { WithResponse } from './reply.ts'
import { Scope } from './scope.ts'
import { Sender } from './sender.ts'
import type { RateLimit } from './types.ts'

/** Backoff in milliseconds: at random up to the base, twice as far for each retry, up to the cap. */
const backoff = { base: 250, cap: 8_000 }

/** Sends calls, each until it is answered: retries, time limits of a call, the quota. */
export class Transport extends Sender<Settings> {
  readonly #pacer: Pacer | undefined
  readonly #warned = new Set<string>()
  /** After a 429 the client sends nothing before this time, because that could cause a ban. */
  #heldUntil = 0

  constructor(settings: Settings) {
    super(settings)
    if (settings.paceToQuota) this.#pacer = new Pacer(settings.world)
  }

  /** The time in milliseconds; its zero means nothing. */
  now(): number {
    return this.settings.world.now()
  }

  /** Waits, in milliseconds. @throws the reason of a signal that aborts, its own or the client's */
  async wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
    const scope = new Scope([this.settings.signal, signal])
    try {
      if (scope.signal.aborted) throw scope.signal.reason
      await this.settings.world.wait(milliseconds, scope.signal)
    } finally {
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

  async #sendUntilAnswered(
    call: PreparedCall,
    signal: AbortSignal,
  ): Promise<WithResponse<unknown>> {
    const { retries, timeout, attemptTimeout, world } = this.settings
    const { now, random, wait } = world
    let deadline = now() + timeout
    /** The fault of a request that the service may have done all the same. */
    let lost: unknown
    for (let retry = 0; ; retry += 1) {
      if (signal.aborted) throw signal.reason
      const hold = this.#heldUntil - now()
      if (hold > 0 && now() + hold < deadline) await wait(hold, signal)
      const queued = now()
      const pacer = isFree(call) ? undefined : this.#pacer
      await pacer?.enter(signal)
      // The time in the queue does not count towards the limits of the call.
      deadline += now() - queued

      let fault: unknown
      try {
        const limit = Math.max(1, Math.min(attemptTimeout, deadline - now(), timeout))
        return await this.sendOnce(call, signal, limit, lost)
      } catch (error) {
        fault = error
      }
      if (!isPassing(fault, lost !== undefined) || retry >= retries) throw fault
      if (fault instanceof ConnectionError) lost = fault
      const asked = fault instanceof ApiError ? (fault.retryAfter ?? 0) * 1_000 : 0
      const delay = asked + random() * Math.min(backoff.cap, backoff.base * 2 ** retry)
      if (now() + delay >= deadline) {
        if (fault instanceof ApiError || fault instanceof TimeoutError) throw fault
        throw new TimeoutError(`${call.operation} was not answered in ${timeout} ms.`, {
          cause: fault,
        })
      }
      await wait(delay, signal)
    }
  }

  protected override ended(
    call: PreparedCall,
    answer: Response | undefined,
    rateLimit: RateLimit | undefined,
  ): void {
    if (!isFree(call)) this.#pacer?.leave(rateLimit)
    if (answer === undefined) return
    this.#warnOfDeprecation(call, answer.headers)
    const retryAfter = readRetryAfter(answer.headers)
    if (answer.status === 429 && retryAfter !== undefined) {
      this.#heldUntil = Math.max(this.#heldUntil, this.now() + retryAfter * 1_000)
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
 * Whether a retry can help. Of the 4xx the client retries only 429, and a create whose own key is
 * still in use after an answer was lost: the service is still working on the earlier request.
 */
const isPassing = (fault: unknown, wasLost: boolean): boolean => {
  if (fault instanceof ConnectionError) return true
  if (!(fault instanceof ApiError) || fault instanceof BanError) return false
  const { status, code } = fault
  return (
    status === 429 ||
    (status >= 502 && status <= 504) ||
    (wasLost && code === 'idempotency_key_in_use')
  )
}
