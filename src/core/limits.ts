/**
 * What one connection and one request may take. Sizes are in bytes, times in milliseconds. The sizes are part of the
 * interface. Operators set the times and the number of connections (`PETSTORE_HEADERS_TIMEOUT` and its neighbours in
 * `config/variables.ts`).
 */
export const wireLimits = {
  /** The request target. RFC 9110 section 4.1 recommends to take at least 8,000. */
  uriBytes: 8 * 1024,
  /** All header fields together: names, values and separators. */
  headerBytes: 16 * 1024,
  bodyBytes: 64 * 1024,
  /** Once a client has left this much of its answers unread, no further request of its connection is read. */
  unsentBytes: 32 * 1024,
  /** From the first byte of a request, or the opening of a connection, to the end of its headers. */
  headersTimeout: 10_000,
  /** From the first byte of a request to the end of its body. */
  requestTimeout: 30_000,
  /** From the end of a request's headers to the last byte of its answer that the client took. */
  responseTimeout: 60_000,
  /** Between requests on a connection. It is longer than the 60 s for which proxies commonly keep one idle. */
  keepAliveTimeout: 72_000,
  /** How long a connection that the service closes with a request unread is read on, so that the answer arrives. */
  lingerTimeout: 2_000,
  /** How often the times above are checked. */
  checkInterval: 1_000,
  /** Connections open at once, for each environment. One more is closed at once. */
  connections: 10_000,
  /** Connections open at once from one network address, for each environment. One more is closed at once. */
  connectionsOfAddress: 1_000,
} as const

/** The limits that an operator, or a test, may set. */
export type WireTimes = Readonly<
  Record<
    | 'headersTimeout'
    | 'requestTimeout'
    | 'responseTimeout'
    | 'keepAliveTimeout'
    | 'lingerTimeout'
    | 'checkInterval'
    | 'connections'
    | 'connectionsOfAddress',
    number
  >
>

/**
 * How many bytes a chunked body may take, framing included. A body of the largest size in chunks of one byte takes six
 * times that size. Anything larger carries extensions whose only use is to keep the service busy.
 */
export const maxChunkedBytes = 8 * wireLimits.bodyBytes
