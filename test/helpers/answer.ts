import type { IncomingHttpHeaders } from 'node:http'

/** An answer as it came, before anyone has judged it. */
export type Answer = {
  readonly method: string
  /** The path and query as sent. */
  readonly target: string
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}
