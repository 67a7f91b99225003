/** Limits of a connection and a request: sizes in bytes, fixed by the interface, and times in milliseconds, set by operators. */
export const wireLimits = {
  /** The request target. RFC 9110 section 4.1 recommends supporting at least 8,000. */
  uriBytes: 8 * 1024,
  /** All header fields together: names, values and separators. */
  headerBytes: 16 * 1024,
  /** The body, unless the operation says otherwise. */
  bodyBytes: 64 * 1024,
  /** While a client has more unread answers than this, its connection is not read (backpressure). */
  unsentBytes: 32 * 1024,
  /** From the first byte of a request, or the opening of a connection, to the end of its headers. */
  headersTimeout: 10_000,
  /** From the first byte of a request to the end of its body. */
  requestTimeout: 30_000,
  /** From the end of a request's headers until the client has received its answer. */
  responseTimeout: 60_000,
  /** Between requests on a connection. Longer than the usual 60 s of proxies. */
  keepAliveTimeout: 72_000,
  /** How long a refused connection is drained, so that the answer arrives (lingering close). */
  lingerTimeout: 2_000,
  /** How often the times above are checked. */
  checkInterval: 1_000,
  /** Open connections of an environment. Further ones are closed immediately. */
  connections: 10_000,
  /** Open connections from one network address to an environment. Further ones are closed immediately. */
  connectionsOfAddress: 1_000,
} as const

/** The limits that an operator, or a test, may set. */
export type WireTimes = Readonly<Record<Exclude<keyof typeof wireLimits, `${string}Bytes`>, number>>

/** The most framing bytes of a chunked body. One-byte chunks need 5 times the body limit; only chunk extensions need more. */
export const maxFramingBytes = 8 * wireLimits.bodyBytes
