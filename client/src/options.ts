import { baseUrls } from './generated/facts.ts'
import { checkLimits, checkNames } from './calls.ts'
import { checkKey, type SenderSettings } from './exchange.ts'
import type { RateLimit } from './types.ts'
import { realWorld, type World } from './world.ts'

/** The options of a client. */
export type PetStoreOptions = {
  /**
   * The API key. The client sends it as a bearer token and never shows it. Without it, the variable
   * `PETSTORE_API_KEY` of the process.
   */
  readonly apiKey?: string | undefined
  /**
   * Which store: `production` or `staging`. Without it, the environment that the key names. A key
   * that names none needs this or `baseUrl`.
   */
  readonly environment?: 'production' | 'staging' | undefined
  /**
   * The base address in place of an environment, ending in `/v1`. Without both, the variable
   * `PETSTORE_BASE_URL` of the process.
   */
  readonly baseUrl?: string | undefined
  /**
   * Milliseconds that a call may take in all, with retries and waits, but without the time in the
   * queue of `paceToQuota`. Default 90,000: enough to wait for the next minute's quota.
   */
  readonly timeout?: number | undefined
  /** Milliseconds that one request may take before the client retries it. Default 15,000. */
  readonly attemptTimeout?: number | undefined
  /** How often the client retries a call. Default 4; 0 for never. */
  readonly retries?: number | undefined
  /**
   * Queue requests so that the quota, as the answers tell it, is never exceeded. A call waits for
   * the next minute. If the day's requests are used up, it throws a `RateLimitError` and is not
   * sent.
   */
  readonly paceToQuota?: boolean | undefined
  /** The client calls this in place of the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined
  /** Ends every call of this client with its reason, waiting calls too. */
  readonly signal?: AbortSignal | undefined
  /** Called with the state of the quota of every answer. If it throws, the call throws the same. */
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
  /** As the interface document writes it, like `GET /pets/{petId}`. */
  readonly operation: string
  /** 1 for the first request of a call. */
  readonly attempt: number
}

/** How one request of a call ended. */
export type EndedRequest = SentRequest & {
  /** The HTTP status code; undefined if no whole answer came. */
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

/** @throws TypeError, RangeError if an option is not valid; neither shows the API key */
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
    throw new TypeError('There is no API key: give apiKey, or set PETSTORE_API_KEY.')
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

/** A variable of the process, in a runtime that has some and lets us read it; undefined if empty. */
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

/** @param name what the caller knows the address by */
const readBaseUrl = (name: string, text: string): string => {
  let url: URL | undefined
  try {
    url = new URL(text)
  } catch {
    // The check below refuses it, with all else that is not a base address.
  }
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username + url.password !== '') {
    throw new TypeError(`${name} must be an http or https URL, without a user name or password.`)
  }
  const address = url.origin + url.pathname.replace(/\/+$/, '')
  if (address.endsWith('/v1')) return address
  throw new TypeError(`${name} must end in /v1, like ${url.origin}/v1; it is ${address}.`)
}
