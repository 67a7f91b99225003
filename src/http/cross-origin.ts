import { headerComponents } from '../kit/openapi/headers.ts'
import { type Operation, requestHeadersOf } from '../kit/operation.ts'
import { headerLines, type HeaderLines, joinLines, noLines } from '../base/headers.ts'
import type { WireRequest } from '../base/wire-request.ts'

/** How long a browser may cache a preflight, in seconds. This is Chromium's maximum; Safari's is ten minutes. */
const preflightSeconds = 7_200

/** That a page may send with any operation. */
const commonRequestHeaders =
  'Authorization, Content-Type, X-Request-Id, traceparent, X-Lab-Fault'.split(', ')

/**
 * Lets web pages of the configured origins use the interface (CORS, https://fetch.spec.whatwg.org/#http-cors-protocol). Credentials
 * are not allowed, so browsers send no cookies; the page sends its API key itself.
 * @param origins spelled as browsers do; their pages may read and send the headers of the operations
 */
export const crossOriginFor = (origins: readonly string[], operations: readonly Operation[]) => {
  const exposed = Object.keys(headerComponents(operations)).join(', ')
  const linesOf = (origin: string): HeaderLines =>
    headerLines({ 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': exposed })
  const ofOrigin = new Map(origins.map((origin) => [origin, linesOf(origin)]))
  const sent = operations.flatMap((operation) =>
    Object.keys(requestHeadersOf(operation)?.properties ?? {}),
  )
  const ofPreflight = headerLines({
    'Access-Control-Allow-Headers': [...new Set([...commonRequestHeaders, ...sent])].join(', '),
    'Access-Control-Max-Age': String(preflightSeconds),
  })
  /** Whether the request is a preflight from an allowed origin. */
  const isPreflight = ({ method, headers }: WireRequest): boolean => {
    const { origin, 'access-control-request-method': requested } = headers
    const isAllowed = origin !== undefined && ofOrigin.has(origin)
    return method === 'OPTIONS' && requested !== undefined && isAllowed
  }
  return {
    isPreflight,
    /** Headers of every answer. Without them a page of another origin cannot read the answer, not even an error. */
    lines: (origin: string | undefined): HeaderLines =>
      (origin === undefined ? undefined : ofOrigin.get(origin)) ?? noLines,
    /** The headers that answer a preflight; none for any other request. */
    preflightLines: (request: WireRequest, allow: string): HeaderLines => {
      if (!isPreflight(request)) return noLines
      return joinLines(headerLines({ 'Access-Control-Allow-Methods': allow }), ofPreflight)
    },
  }
}

export type CrossOrigin = ReturnType<typeof crossOriginFor>
