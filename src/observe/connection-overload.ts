import type { Observe } from '../base/observation.ts'

/** Milliseconds without a refused connection after which the overload counts as over. */
const quiet = 5_000

const explanation =
  'The connection limit is reached, for one address or for all; new connections are closed at once, open ones are still served. Look for clients that open many, or raise PETSTORE_MAX_CONNECTIONS_PER_ADDRESS, PETSTORE_MAX_CONNECTIONS or the limit of open files (ulimit -n, LimitNOFILE) and restart.'

/** Passes on each connection refused because too many are open, and observes the beginning and the end of the overload. */
export const connectionOverload = (observe: Observe): Observe => {
  let refused = 0
  let end: NodeJS.Timeout | undefined
  return (observation) => {
    observe(observation)
    refused += 1
    if (refused === 1) observe({ kind: 'connections_refused', explanation })
    end ??= setTimeout(() => {
      observe({ kind: 'connections_accepted', refused })
      refused = 0
    }, quiet).unref()
    end.refresh()
  }
}
