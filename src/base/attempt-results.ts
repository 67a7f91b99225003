/** The results of an attempt to deliver a message, for metrics. */
export const attemptResults = [
  /** The receiver answered with a status from 200 to 299. */
  'delivered',
  /** It answered with another status; redirects are not followed. */
  'status',
  /** No connection or no answer in time. */
  'timeout',
  /** No connection, or the receiver closed it without an answer. */
  'connection',
  /** The TLS handshake failed, for example because of the certificate. */
  'tls',
  /** The host has no address, or one that the service must not call. */
  'address',
  /** The answer is not HTTP/1.1, or exceeds the limits. */
  'protocol',
] as const
export type AttemptResult = (typeof attemptResults)[number]
