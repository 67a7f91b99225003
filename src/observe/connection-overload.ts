import type { BackgroundWork } from '../base/background.ts'
import type { Observe } from '../base/observation.ts'
import { monotonic } from '../base/clock.ts'

/** Milliseconds without a refused connection after which the overload counts as over. */
const quiet = 5_000

/** Sums up connections that are refused because too many are open: one observation at the beginning, one at the end. */
export class ConnectionOverload {
  readonly #observe: Observe
  /** How many were refused lately, and when the last was, in milliseconds of `monotonic`. */
  #refused = 0
  #last = 0

  constructor(observe: Observe) {
    this.#observe = observe
  }

  /** Counts refused connections; passes other observations on. */
  readonly observe: Observe = (observation) => {
    this.#observe(observation)
    if (observation.kind !== 'connection_dropped') return
    this.#last = monotonic()
    this.#refused += 1
    if (this.#refused > 1) return
    const explanation =
      'As many connections are open as the service takes, from one address or from all; new ones are closed at once, those that are open are served. Look for clients that open many, or raise PETSTORE_MAX_CONNECTIONS_PER_ADDRESS, PETSTORE_MAX_CONNECTIONS or the limit of open files (ulimit -n, LimitNOFILE) and start anew.'
    this.#observe({ kind: 'connections_refused', explanation })
  }

  readonly work: BackgroundWork = {
    name: 'check connections',
    every: 1_000,
    run: async () => {
      if (this.#refused === 0 || monotonic() - this.#last < quiet) return
      this.#observe({ kind: 'connections_accepted', refused: this.#refused })
      this.#refused = 0
    },
  }
}
