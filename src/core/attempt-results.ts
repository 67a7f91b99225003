/** What became of one attempt to deliver a message, in few words, for metrics. */
export const attemptResults = [
  /** The receiver answered with a status from 200 to 299. */
  'delivered',
  /** It answered with another status; redirects are not followed. */
  'status',
  /** It did not answer in time, or no connection came about in time. */
  'timeout',
  /** No connection came about, or the receiver closed it without an answer. */
  'connection',
  /** No TLS came about, for example because of the certificate. */
  'tls',
  /** The host has no address, or one that the service does not call. */
  'address',
  /** The answer is no HTTP/1.1, or exceeds its bounds. */
  'protocol',
] as const
export type AttemptResult = (typeof attemptResults)[number]
