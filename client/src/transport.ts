import { type Call, type PageOptions, prepare, type PreparedCall } from './calls.ts'
import { ApiError, apiError, BanError, ConnectionError, TimeoutError } from './errors.ts'
import { parseExact } from './exact-json.ts'
import {
  readDeprecation,
  readLink,
  readMissingScope,
  readRateLimit,
  readRetryAfter,
} from './headers.ts'
import type { Settings } from './options.ts'
import { Pacer } from './pacer.ts'
import { List, Page } from './page.ts'
import { Reply, type WithResponse } from './reply.ts'
import type { RateLimit } from './types.ts'
import { abortable } from './world.ts'

/** Backoff in milliseconds: at random up to the base, twice as far for each retry, up to the cap. */
const backoff = { base: 250, cap: 8_000 }

/** Sends calls: the API key, retries, time limits, the quota. */
export class Transport {
  readonly #settings: Settings
  readonly #pacer: Pacer | undefined
  readonly #warned = new Set<string>()
  /** After a 429 the client sends nothing before this time, because that could cause a ban. */
  #heldUntil = 0
  #rateLimit: RateLimit | undefined

  constructor(settings: Settings) {
    this.#settings = settings
    if (settings.paceToQuota) this.#pacer = new Pacer(settings.world)
  }

  get rateLimit(): RateLimit | undefined {
    return this.#rateLimit
  }

  /**
   * Sends a call at once.
   *
   * @param read turns the body into what the call gives; by default it is the body
   */
  reply<T>(call: Call, read = (body: unknown): T => body as T): Reply<T> {
    const reply = new Reply<T>(async () => {
      const { data, ...answer } = await this.#send(call)
      return { ...answer, data: read(data) }
    })
    void reply.withResponse()
    return reply
  }

  /** The time in milliseconds; its zero means nothing. */
  now(): number {
    return this.#settings.world.now()
  }

  /** Waits, in milliseconds. @throws the reason of a signal that aborts, its own or the client's */
  async wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
    const scope = new Scope([this.#settings.signal, signal])
    try {
      if (scope.signal.aborted) throw scope.signal.reason
      await this.#settings.world.wait(milliseconds, scope.signal)
    } finally {
      scope.close()
    }
  }

  /**
   * A list that is fetched page by page as it is asked for.
   *
   * @param id what stands for the braces of the path
   * @param more gives an iteration the page after the last one
   */
  list<Item>(
    path: `/${string}`,
    { signal, ifNoneMatch, ...filters }: PageOptions,
    {
      id,
      isLog = false,
      more,
    }: Pick<Call, 'id'> & {
      isLog?: boolean
      more?: (last: Page<Item>) => Promise<Page<Item>>
    } = {},
  ): List<Item> {
    const fetch = async (
      query: Call['query'],
      options: Call['options'],
    ): Promise<WithResponse<Page<Item>>> => {
      const { data, ...answer } = await this.#send({ operation: `GET ${path}`, id, query, options })
      // Only the query of a link is used, so the API key is sent only to the base address.
      const link = readLink(answer.headers, 'next')
      const next = link === undefined ? undefined : new URL(link, this.#settings.baseUrl)
      const items = data as readonly Item[]
      // A log names a next page always. A page that is not full is its last for now.
      const isLast = isLog && items.length < Number(next?.searchParams.get('limit') ?? 20)
      const page = new Page(
        items,
        next?.searchParams.get('cursor') ?? undefined,
        next && !isLast ? async () => (await fetch(next.search, { signal })).data : undefined,
      )
      return { ...answer, data: page }
    }
    return new List(
      async (iterating) => {
        const limit = filters.limit ?? (iterating ? 100 : undefined)
        return await fetch({ ...filters, limit }, { signal, ifNoneMatch })
      },
      filters.cursor,
      more,
    )
  }

  async #send(call: Call): Promise<WithResponse<unknown>> {
    const prepared = prepare(call)
    const scope = new Scope([this.#settings.signal, call.options?.signal])
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
    const { retries, timeout, world } = this.#settings
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
        return await this.#sendOnce(call, signal, Math.min(deadline - now(), timeout), lost)
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

  async #sendOnce(
    call: PreparedCall,
    signal: AbortSignal,
    remaining: number,
    lost: unknown,
  ): Promise<WithResponse<unknown>> {
    const { baseUrl, apiKey, attemptTimeout, fetch } = this.#settings
    const limit = Math.max(1, Math.min(attemptTimeout, remaining))
    const scope = new Scope([signal])
    const timer = setTimeout(() => scope.abort(new Error('Time is up.')), limit)
    let rateLimit: RateLimit | undefined
    try {
      const response = await abortable(
        fetch(baseUrl + call.path, {
          method: call.method,
          headers: {
            Accept: 'application/json',
            Authorization: `Bearer ${apiKey}`,
            ...call.headers,
          },
          ...(call.body !== undefined && { body: call.body }),
          // A redirect could turn a create into a list; the service has none.
          redirect: 'error',
          signal: scope.signal,
        }),
        scope.signal,
      )
      rateLimit = readRateLimit(response.headers)
      const text = await abortable(response.text(), scope.signal)
      return this.#judge(call, response, text, rateLimit, lost)
    } catch (cause) {
      if (cause instanceof ApiError) throw cause
      if (signal.aborted) throw signal.reason
      if (scope.signal.aborted) {
        throw new TimeoutError(`${call.operation} was not answered in ${Math.ceil(limit)} ms.`, {
          cause,
        })
      }
      throw new ConnectionError(`${call.operation} got no whole answer: ${reasonOf(cause)}.`, {
        cause,
      })
    } finally {
      clearTimeout(timer)
      scope.close()
      if (!isFree(call)) this.#pacer?.leave(rateLimit)
      if (rateLimit !== undefined) {
        this.#rateLimit = rateLimit
        this.#settings.onRateLimit?.(rateLimit)
      }
    }
  }

  #judge(
    call: PreparedCall,
    { headers, ok, status }: Response,
    text: string,
    rateLimit: RateLimit | undefined,
    lost: unknown,
  ): WithResponse<unknown> {
    this.#warnOfDeprecation(call, headers)
    const data = parsed(text)
    const { code, message } = Object(data)
    const requestId = headers.get('x-request-id') ?? undefined
    if (
      status === 204 ||
      (ok && typeof data === 'object' && data !== null) ||
      // The request whose answer was lost has deleted it.
      (lost !== undefined && call.method === 'DELETE' && goneCodes.test(code))
    ) {
      return {
        data: ok ? data : undefined,
        status,
        headers,
        etag: headers.get('etag') ?? undefined,
        requestId,
        rateLimit,
      }
    }
    const isError = !ok && typeof code === 'string' && typeof message === 'string'
    const retryAfter = readRetryAfter(headers)
    if (status === 429 && retryAfter !== undefined) {
      this.#heldUntil = Math.max(this.#heldUntil, this.#settings.world.now() + retryAfter * 1_000)
    }
    const unmodified = status === 304
    throw apiError(
      {
        code: isError ? code : unmodified ? 'not_modified' : 'unexpected_response',
        message: isError
          ? message
          : unmodified
            ? `${call.operation} has nothing newer.`
            : `${call.operation} was answered with status ${status} and a body that the service does not send.`,
        status,
        requestId,
        retryAfter,
        rateLimit,
        missingScope: readMissingScope(headers),
        first: readLink(headers, 'first'),
      },
      lost === undefined ? undefined : { cause: lost },
    )
  }

  #warnOfDeprecation({ operation }: PreparedCall, headers: Headers): void {
    if (this.#warned.has(operation)) return
    const notice = readDeprecation(headers, this.#settings.baseUrl)
    if (notice === undefined) return
    this.#warned.add(operation)
    this.#settings.onWarning(`${operation} ${notice}`)
  }
}

/** Whether a call spends no quota, so that no quota holds it up. */
const isFree = ({ operation }: PreparedCall): boolean => operation.startsWith('GET /usage')

/** What a service says of a thing that does not exist; a path that does not exist is no thing. */
const goneCodes = /^(?!route).*_not_found$/

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

/** fetch says only that it failed; its chain of causes says why. */
const reasonOf = (error: unknown): string => {
  let deepest = error
  while (deepest instanceof Error && deepest.cause instanceof Error) deepest = deepest.cause
  if (!(deepest instanceof Error)) return String(deepest)
  // A refused connection to a host of several addresses has a code, but no message.
  const { message, name, code } = deepest as Error & { readonly code?: string }
  return (message || (code ?? name)).replace(/[.?!]+$/, '')
}

const parsed = (text: string): unknown => {
  try {
    return parseExact(text)
  } catch {
    return undefined
  }
}

/** A signal that aborts as soon as any of the given signals does, and releases them when closed. */
class Scope {
  readonly #controller = new AbortController()
  readonly #parents: readonly AbortSignal[]

  constructor(parents: ReadonlyArray<AbortSignal | undefined>) {
    this.#parents = parents.filter((parent) => parent !== undefined)
    for (const parent of this.#parents) {
      if (parent.aborted) this.abort(parent.reason)
      else parent.addEventListener('abort', this.#follow)
    }
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  abort(reason: unknown): void {
    this.#controller.abort(reason)
  }

  close(): void {
    for (const parent of this.#parents) parent.removeEventListener('abort', this.#follow)
  }

  readonly #follow = (event: Event): void => {
    this.abort((event.target as AbortSignal).reason)
  }
}
