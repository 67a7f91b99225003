import type { BackgroundWork } from './background.ts'
import type { Observe } from './observation.ts'

/** Milliseconds without a refused connection after which there are connections to be had again. */
const quiet = 5_000

/** Sums up connections that are refused because there are too many: told of once, and once when it is over. */
export class ConnectionTrouble {
  readonly #observe: Observe
  #refused = 0
  #last = 0

  constructor(observe: Observe) {
    this.#observe = observe
  }

  /** Passes on what it is told, and counts the connections refused. */
  readonly observe: Observe = (observation) => {
    this.#observe(observation)
    if (observation.kind !== 'connection_dropped') return
    this.#refused += 1
    this.#last = performance.now()
    if (this.#refused > 1) return
    const explanation =
      'As many connections are open as the service takes; new ones are closed at once, those that are open are served. Look for clients that open many, or raise the limit of open files (ulimit -n, LimitNOFILE) and start anew.'
    this.#observe({ kind: 'connections_refused', explanation })
  }

  readonly work: BackgroundWork = {
    name: 'look after connections',
    every: 1_000,
    run: async () => {
      if (this.#refused === 0 || performance.now() - this.#last < quiet) return
      this.#observe({ kind: 'connections_accepted', refused: this.#refused })
      this.#refused = 0
    },
  }
}
