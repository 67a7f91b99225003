import type { Call, PreparedCall } from './calls.ts'
import { ApiError, apiError, ConnectionError, TimeoutError } from './errors.ts'
import { readLink, readMissingScope, readRateLimit, readRetryAfter } from './headers.ts'
import { version } from './generated/facts.ts'
import type { WithResponse } from './reply.ts'
import { Scope } from './scope.ts'
import type { RateLimit } from './types.ts'
import { abortable } from './world.ts'

/** The settings that one request needs. */
export type SenderSettings = {
  readonly apiKey: string
  readonly baseUrl: string
  /** Milliseconds that one request may take. */
  readonly attemptTimeout: number
  readonly fetch: typeof globalThis.fetch
  readonly onRateLimit?: ((rateLimit: RateLimit) => void) | undefined
}

/** @throws TypeError if a header cannot carry the API key; its message does not show the key */
export const checkKey = (apiKey: string): string => {
  // JavaScript callers can pass any value. The runtime's own error would quote the key.
  if (typeof apiKey === 'string' && /^[\x21-\x7e]+$/.test(apiKey)) return apiKey
  throw new TypeError('apiKey must be visible ASCII characters, without white space around them.')
}

/** Sends each call as one request: adds the API key, enforces the time limit, and interprets the response. */
export abstract class Exchange<Settings extends SenderSettings = SenderSettings> {
  protected readonly settings: Settings
  #rateLimit: RateLimit | undefined

  constructor(settings: Settings) {
    this.settings = settings
  }

  get baseUrl(): string {
    return this.settings.baseUrl
  }

  get rateLimit(): RateLimit | undefined {
    return this.#rateLimit
  }

  /** Sends a call as one request. A subclass may retry. */
  protected async send(call: Call): Promise<WithResponse<unknown>> {
    return await this.sendOnce(
      this.prepare(call),
      call.options?.signal,
      call.options?.timeout ?? this.settings.attemptTimeout,
    )
  }

  /** Builds the request of a call. @throws TypeError if an argument cannot be sent exactly */
  protected abstract prepare(call: Call): PreparedCall

  /**
   * Sends one request.
   *
   * @param limit time limit in milliseconds
   * @param lost the error of an earlier attempt, which the service may nevertheless have carried out
   */
  protected async sendOnce(
    call: PreparedCall,
    signal: AbortSignal | undefined,
    limit: number,
    lost?: unknown,
  ): Promise<WithResponse<unknown>> {
    const { baseUrl, apiKey, fetch } = this.settings
    const scope = new Scope([signal])
    const timer = setTimeout(() => scope.abort(new Error('Time is up.')), limit)
    let response: Response | undefined
    let rateLimit: RateLimit | undefined
    try {
      response = await abortable(
        fetch(baseUrl + call.path, {
          method: call.method,
          headers: {
            Accept: 'application/json',
            ...userAgent(),
            Authorization: `Bearer ${apiKey}`,
            ...call.headers,
          },
          ...(call.body !== undefined && { body: call.body as string }),
          // Following a redirect could turn a create into a list; the service sends none. Workers reject 'error'.
          redirect: 'manual',
          signal: scope.signal,
        }),
        scope.signal,
      )
      rateLimit = readRateLimit(response.headers)
      const data = await abortable(this.readBody(response), scope.signal)
      return this.#judge(call, response, data, rateLimit, lost)
    } catch (cause) {
      if (cause instanceof ApiError) throw cause
      if (signal?.aborted) throw signal.reason
      if (scope.signal.aborted) {
        throw new TimeoutError(`${call.operation} was not answered in ${Math.ceil(limit)} ms.`, {
          cause,
        })
      }
      throw new ConnectionError(`${call.operation} got no complete response: ${reasonOf(cause)}.`, {
        cause,
      })
    } finally {
      clearTimeout(timer)
      scope.close()
      this.ended(call, response, rateLimit)
      if (rateLimit !== undefined) {
        this.#rateLimit = rateLimit
        this.settings.onRateLimit?.(rateLimit)
      }
    }
  }

  /** Called after each request. @param _answer undefined if none arrived */
  protected ended(
    _call: PreparedCall,
    _answer: Response | undefined,
    _rateLimit: RateLimit | undefined,
  ): void {}

  /** Reads a body. @throws SyntaxError */
  protected abstract read(text: string): unknown

  /** Reads a body; undefined if it cannot be parsed. */
  protected async readBody(response: Response): Promise<unknown> {
    const text = await response.text()
    try {
      return this.read(text)
    } catch {
      return undefined
    }
  }

  #judge(
    call: PreparedCall,
    { headers, ok, status }: Response,
    data: unknown,
    rateLimit: RateLimit | undefined,
    lost: unknown,
  ): WithResponse<unknown> {
    const { code, message } = Object(data)
    const requestId = headers.get('x-request-id') ?? undefined
    if (
      status === 204 ||
      (ok && typeof data === 'object' && data !== null) ||
      // The attempt whose response was lost has deleted it.
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
    const unmodified = status === 304
    throw apiError(
      {
        code: isError ? code : unmodified ? 'not_modified' : 'unexpected_response',
        message: isError
          ? message
          : unmodified
            ? `${call.operation} has nothing newer.`
            : `${call.operation} was answered ${status} with a body that is not of the service.`,
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
}

/** Browsers send their own, and would need the service's permission (CORS) to send another. */
const userAgent = (): Record<string, string> => {
  // Node 20 has no `navigator`.
  const { navigator } = globalThis as { readonly navigator?: { readonly userAgent?: string } }
  const isBrowser = navigator?.userAgent?.startsWith('Mozilla/') === true
  return isBrowser ? {} : { 'User-Agent': `petstore-client/${version}` }
}

/** Matches the codes for a resource that does not exist, but not `route_not_found`. */
const goneCodes = /^(?!route).*_not_found$/

/** fetch says only that it failed; its chain of causes says why. */
const reasonOf = (error: unknown): string => {
  let deepest = error
  while (deepest instanceof Error && deepest.cause instanceof Error) deepest = deepest.cause
  if (!(deepest instanceof Error)) return String(deepest)
  // A refused connection to a host with several addresses has a code, but no message.
  const { message, name, code } = deepest as Error & { readonly code?: string }
  return (message || (code ?? name)).replace(/[.?!]+$/, '')
}
