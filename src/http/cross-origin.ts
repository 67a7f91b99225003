import { headerComponents } from '../api/openapi/headers.ts'
import { type Operation, requestHeadersOf } from '../api/operation.ts'
import {
  headerLines,
  type HeaderLines,
  joinLines,
  noLines,
  unsafeHeaderLines,
} from '../core/headers.ts'
import type { Answer, WireRequest } from '../core/wire-request.ts'

/**
 * Seconds for which a browser may keep the answer to a preflight: as long as Chromium keeps one. Safari keeps it for ten
 * minutes.
 */
const preflightSeconds = 7_200

/** Header fields that a page may send with any operation. */
const commonRequestHeaders = ['Authorization', 'Content-Type', 'X-Request-Id', 'traceparent']

/**
 * Lets web pages of named origins use the interface (CORS, https://fetch.spec.whatwg.org/#http-cors-protocol). Browsers
 * send no cookies, since no answer allows credentials; the page sends its API key by itself.
 */
export class CrossOrigin {
  readonly #ofOrigin: ReadonlyMap<string, HeaderLines>
  readonly #preflight: HeaderLines

  /**
   * @param origins as browsers spell them, like `https://shop.example.com`
   * @param operations whose headers pages may read and send
   */
  constructor(origins: readonly string[], operations: readonly Operation[]) {
    const exposed = Object.keys(headerComponents(operations)).join(', ')
    this.#ofOrigin = new Map(
      origins.map((origin) => [
        origin,
        headerLines({
          'Access-Control-Allow-Origin': origin,
          'Access-Control-Expose-Headers': exposed,
        }),
      ]),
    )
    const sent = operations.flatMap((operation) =>
      Object.keys(requestHeadersOf(operation)?.properties ?? {}),
    )
    this.#preflight = headerLines({
      'Access-Control-Allow-Headers': [...new Set([...commonRequestHeaders, ...sent])].join(', '),
      'Access-Control-Max-Age': String(preflightSeconds),
    })
  }

  /** Headers of every answer. Without them a page of another origin cannot read the answer, not even an error. */
  lines(origin: string | undefined): HeaderLines {
    return (origin === undefined ? undefined : this.#ofOrigin.get(origin)) ?? noLines
  }

  /** Whether a browser asks if a page of a named origin may send a request. */
  isPreflight({ method, headers }: WireRequest): boolean {
    const { origin, 'access-control-request-method': asked } = headers
    return (
      method === 'OPTIONS' &&
      asked !== undefined &&
      origin !== undefined &&
      this.#ofOrigin.has(origin)
    )
  }

  /**
   * The headers that answer a preflight; none for any other request.
   *
   * @param allow the methods that the path takes
   */
  preflightLines(request: WireRequest, allow: string): HeaderLines {
    if (!this.isPreflight(request)) return noLines
    return joinLines(headerLines({ 'Access-Control-Allow-Methods': allow }), this.#preflight)
  }
}

/** The one `Vary` of an answer. With origins allowed, every answer varies by `Origin`, also for pages of no origin. */
export const varyLine = ({ vary }: Answer, crossOrigin: CrossOrigin | undefined): HeaderLines => {
  if (crossOrigin === undefined) {
    return vary === undefined ? noLines : unsafeHeaderLines(`Vary: ${vary}\r\n`)
  }
  return vary === undefined ? varyOrigin : unsafeHeaderLines(`Vary: Origin, ${vary}\r\n`)
}

const varyOrigin = headerLines({ Vary: 'Origin' })
