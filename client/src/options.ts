import { baseUrls } from './generated/facts.ts'
import { checkLimits, checkNames } from './calls.ts'
import { checkKey, type SenderSettings } from './exchange.ts'
import type { RateLimit } from './types.ts'
import { realWorld, type World } from './world.ts'

/** The options of a client. */
export type PetStoreOptions = {
  /**
   * The API key. The client sends it as a bearer token and never shows it. Default: the environment variable
   * `PETSTORE_API_KEY`.
   */
  readonly apiKey?: string | undefined
  /**
   * Which store to call: `production` or `staging`. By default the prefix of the key decides, unless
   * `PETSTORE_BASE_URL` is set. A key without such a prefix needs this option or `baseUrl`.
   */
  readonly environment?: 'production' | 'staging' | undefined
  /**
   * The base URL, ending in `/v1`, in place of `environment`. Default if neither is given: the environment variable
   * `PETSTORE_BASE_URL`.
   */
  readonly baseUrl?: string | undefined
  /**
   * Time limit of a call in milliseconds, including retries and waits, but not the time in the queue of
   * `paceToQuota`. Default 90,000: enough to wait for the next minute's quota.
   */
  readonly timeout?: number | undefined
  /** Milliseconds that one request may take before the client retries it. Default 15,000. */
  readonly attemptTimeout?: number | undefined
  /** How many times the client retries a call, 0 to 100. Default 4. */
  readonly retries?: number | undefined
  /**
   * Queues requests so that they never exceed the quota that the responses report. When the minute's requests are used up,
   * a call waits for the next minute. When the day's requests are used up, it throws a `RateLimitError` and is not sent.
   */
  readonly paceToQuota?: boolean | undefined
  /** The client calls this in place of the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined
  /** Aborts every call of this client, including calls that wait. They throw the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /** Called with the quota that each response reports. If it throws, the call throws the same error. */
  readonly onRateLimit?: ((rateLimit: RateLimit) => void) | undefined
  /** Called before each request, retries included. */
  readonly onRequest?: ((request: SentRequest) => void) | undefined
  /** Called after each request, however it ended. */
  readonly onResponse?: ((response: EndedRequest) => void) | undefined
  /** Called once for each deprecated operation in use. Default `console.warn`. */
  readonly onWarning?: ((message: string) => void) | undefined
  /** @internal */
  readonly world?: World
}

/** One request of a call. */
export type SentRequest = {
  /** The operation as the OpenAPI document names it, like `GET /pets/{petId}`. */
  readonly operation: string
  /** 1 for the first request of a call. */
  readonly attempt: number
}

/** How one request of a call ended. */
export type EndedRequest = SentRequest & {
  /** The HTTP status code; undefined if no complete response arrived. */
  readonly status: number | undefined
  readonly milliseconds: number
}

/** The checked options, with defaults filled in. */
export type Settings = SenderSettings & {
  readonly timeout: number
  readonly retries: number
  readonly paceToQuota: boolean
  readonly signal: AbortSignal | undefined
  readonly onRequest: PetStoreOptions['onRequest']
  readonly onResponse: PetStoreOptions['onResponse']
  readonly onWarning: (message: string) => void
  readonly world: World
}

/** Checks the options and fills in defaults. @throws TypeError, RangeError; no message shows the API key */
export const readOptions = (options: PetStoreOptions): Settings => {
  const {
    apiKey = variable('PETSTORE_API_KEY'),
    environment,
    baseUrl,
    timeout = 90_000,
    attemptTimeout = 15_000,
    retries = 4,
    paceToQuota = false,
    fetch = (input, init) => globalThis.fetch(input, init),
    signal,
    onRateLimit,
    onRequest,
    onResponse,
    // oxlint-disable-next-line no-console -- developers look there, and can turn it off
    onWarning = (message) => console.warn(message),
    world = realWorld,
    ...unknown
  } = options
  checkNames(unknown, [])
  checkLimits({ timeout, attemptTimeout, retries })
  if (apiKey === undefined || apiKey === '') {
    throw new TypeError('Give apiKey, or set PETSTORE_API_KEY.')
  }
  checkKey(apiKey)
  if (environment !== undefined && baseUrl !== undefined) {
    throw new TypeError('Give environment or baseUrl, not both.')
  }
  const chosen = environment ?? environmentOf(apiKey)
  const known = chosen && baseUrls[chosen]
  if (environment !== undefined && known === undefined) {
    throw new TypeError('environment must be production or staging.')
  }
  const set = environment === undefined ? variable('PETSTORE_BASE_URL') : undefined
  const [named, address] =
    baseUrl === undefined && set !== undefined
      ? ['PETSTORE_BASE_URL', set]
      : ['baseUrl', baseUrl ?? known]
  if (address === undefined) {
    throw new TypeError(
      'apiKey begins with neither pets_live_ nor pets_test_: check it, or give baseUrl.',
    )
  }
  return {
    apiKey,
    baseUrl: readBaseUrl(named, address),
    timeout,
    attemptTimeout,
    retries,
    paceToQuota,
    fetch,
    signal,
    onRateLimit,
    onRequest,
    onResponse,
    onWarning,
    world,
  }
}

/** The environment that a key names by its prefix. */
const environmentOf = (apiKey: string): keyof typeof baseUrls | undefined =>
  apiKey.startsWith('pets_test_')
    ? 'staging'
    : apiKey.startsWith('pets_live_')
      ? 'production'
      : undefined

/** Reads an environment variable. Undefined if it is unset or empty, or the runtime has none or denies access. */
const variable = (name: string): string | undefined => {
  try {
    const { process } = globalThis as {
      readonly process?: { readonly env?: Readonly<Record<string, string | undefined>> }
    }
    return process?.env?.[name] || undefined
  } catch {
    // Deno throws if the program may not read it.
    return undefined
  }
}

/** @param name the option or variable that holds the URL, for error messages */
const readBaseUrl = (name: string, text: string): string => {
  let url: URL | undefined
  try {
    url = new URL(text)
  } catch {
    // The check below also rejects text that is not a URL.
  }
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username + url.password !== '') {
    throw new TypeError(`${name} must be an http or https URL, without a user name or password.`)
  }
  const address = url.origin + url.pathname.replace(/\/+$/, '')
  if (address.endsWith('/v1')) return address
  throw new TypeError(`${name} must end in /v1, like ${url.origin}/v1; it is ${address}.`)
}
