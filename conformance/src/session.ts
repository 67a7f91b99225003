import { NotApplicable, Violation, shown } from './check.ts'

/** One request and its answer. */
export type Exchange = {
  /** Like `POST /pets`. */
  readonly request: string
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The parsed body; undefined if it is not JSON. Integers beyond 2^53 are rounded: `text` has their digits. */
  readonly json: unknown
}

export type SessionOptions = {
  /** The base URL, without a trailing slash. */
  readonly url: string
  readonly key: string
  /** The maximum number of requests of a run. */
  readonly maxRequests: number
  /** Time limit of one request in milliseconds. */
  readonly timeout: number
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number
  /** Resolves after some milliseconds. */
  readonly wait: (milliseconds: number) => Promise<unknown>
}

type Sent = {
  readonly method?: string
  readonly path: string
  /** A string is sent as it is, any other value as JSON. */
  readonly body?: unknown
  /** The whole `Authorization` header; null sends none. */
  readonly authorization?: string | null
}

/**
 * Sends the requests of a run. It counts them, waits for the next window when the key's quota is used up, and
 * records every exchange, so that checks of all responses need no further requests.
 */
export class Session {
  readonly url: string
  readonly #options: SessionOptions
  readonly #exchanges: Exchange[] = []
  readonly #shared = new Map<string, Promise<Exchange>>()
  /** When the next request with the key may be sent, in milliseconds since the Unix epoch. */
  #notBefore = 0

  constructor(options: SessionOptions) {
    this.url = options.url
    this.#options = options
  }

  /** All exchanges of the run so far. */
  get exchanges(): readonly Exchange[] {
    return this.#exchanges
  }

  now(): number {
    return this.#options.now()
  }

  async wait(milliseconds: number): Promise<void> {
    if (milliseconds > 0) await this.#options.wait(milliseconds)
  }

  /** Sends a request with the key. */
  async send(sent: Sent): Promise<Exchange> {
    if (sent.authorization === undefined) await this.wait(this.#notBefore - this.now())
    const exchange = await this.sendNow(sent)
    if (sent.authorization === undefined) this.#pace(exchange)
    return exchange
  }

  /** Like `send`, without waiting for the quota. */
  async sendNow({ method = 'GET', path, body, authorization }: Sent): Promise<Exchange> {
    const request = `${method} ${path}`
    if (this.#exchanges.length >= this.#options.maxRequests) {
      throw new NotApplicable(`The run has sent its ${this.#options.maxRequests} requests.`)
    }
    const headers: Record<string, string> = { Accept: 'application/json' }
    if (authorization !== null) {
      headers['Authorization'] = authorization ?? `Bearer ${this.#options.key}`
    }
    if (body !== undefined) headers['Content-Type'] = 'application/json'
    const { answer, text } = await fetch(`${this.url}${path}`, {
      method,
      headers,
      redirect: 'manual',
      signal: AbortSignal.timeout(this.#options.timeout),
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
      .then(async (came) => ({ answer: came, text: await came.text() }))
      .catch((error: unknown) => {
        throw new Violation(`${request} got no whole answer: ${reasonOf(error)}.`)
      })
    const exchange = {
      request,
      status: answer.status,
      headers: answer.headers,
      text,
      json: parsed(text),
    }
    this.#exchanges.push(exchange)
    return exchange
  }

  /** Sends a request only once, however many checks use its response. */
  shared(name: string, sent: Sent): Promise<Exchange> {
    const known = this.#shared.get(name)
    if (known !== undefined) return known
    const exchange = this.send(sent)
    this.#shared.set(name, exchange)
    return exchange
  }

  /** The first page of animals. */
  list(): Promise<Exchange> {
    return this.shared('list', { path: '/pets' })
  }

  /** An animal that was added with all fields. */
  created(): Promise<Exchange> {
    return this.shared('created', { method: 'POST', path: '/pets', body: newPet })
  }

  /** @throws NotApplicable if none could be added */
  async createdId(): Promise<string> {
    const { text, status } = await this.created()
    const id = /"id"\s*:\s*(\d+)/.exec(text)?.[1]
    if (status !== 201 || id === undefined) {
      throw new NotApplicable('No animal could be added, so none can be read.')
    }
    return id
  }

  /** Delays further requests to the next window once the quota is used up. */
  #pace({ headers, status }: Exchange): void {
    const remaining = Number(headers.get('X-RateLimit-Remaining') ?? Number.NaN)
    const reset = Number(headers.get('X-RateLimit-Reset') ?? Number.NaN) * 1_000
    if (status !== 429 && !(remaining < 1)) return
    const wait = reset - this.now()
    // Does not wait for a window longer than a minute.
    if (wait > 0 && wait < 61_000) this.#notBefore = reset
  }
}

/** The animal that the checks create. */
export const newPet = { name: 'Conformance', categoryId: 7, status: 'pending' } as const

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const reasonOf = (error: unknown): string => {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  return cause instanceof Error ? cause.message || cause.name : shown(cause)
}
