export type Request = {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** Requests sent in turn, again and again, over connections that stay open. */
export type Load = {
  readonly connections: number
  readonly requests: readonly Request[]
  /** Beside those that a request has of its own. */
  readonly headers: Readonly<Record<string, string>>
}

/** What a load generator saw. Latencies in milliseconds. */
export type LoadResult = {
  /** Answers that came. */
  readonly requests: number
  readonly seconds: number
  readonly p50: number
  readonly p99: number
  /** Answers of 400 and above. */
  readonly refused: number
  /** Requests without an answer: connections that failed, and waits that took too long. */
  readonly failed: number
}
