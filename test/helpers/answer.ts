import type { IncomingHttpHeaders } from 'node:http'

/** An answer as received, before any check. */
export type Answer = {
  readonly method: string
  /** The path and query as sent. */
  readonly target: string
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}
