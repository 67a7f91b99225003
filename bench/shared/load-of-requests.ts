export type Request = {
  readonly method: 'GET' | 'POST' | 'PATCH'
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** Requests that are sent in turn, again and again, over persistent connections. */
export type Load = {
  readonly connections: number
  readonly requests: readonly Request[]
  /** Headers of every request, beside the request's own. */
  readonly headers: Readonly<Record<string, string>>
  /** Seconds after which wrk takes an answer for missing; 2 by default. */
  readonly longestWait?: number
}

/** The results of a load generator. Latencies are in milliseconds. */
export type LoadResult = {
  /** How many answers arrived. */
  readonly requests: number
  readonly seconds: number
  readonly p50: number
  readonly p99: number
  /** How many answers had a status of 400 or above. */
  readonly refused: number
  /** How many requests got no answer: the connection failed, or the wait took too long. */
  readonly failed: number
}
