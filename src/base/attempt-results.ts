/** The results of an attempt to deliver a message, for metrics. */
export const attemptResults = [
  'delivered', // the receiver answered with a status from 200 to 299
  'status', // it answered with another status; redirects are not followed
  'timeout', // no connection or no answer in time
  'connection', // no connection, or the receiver closed it without an answer
  'tls', // the TLS handshake failed, for example because of the certificate
  'address', // the host has no address, or one that the service must not call
  'protocol', // the answer is not HTTP/1.1, or exceeds the limits
] as const
export type AttemptResult = (typeof attemptResults)[number]
