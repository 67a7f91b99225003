import type { BackgroundWork } from '../core/background.ts'
import type { Observe } from '../core/observation.ts'
import { monotonic } from '../core/clock.ts'

/** Milliseconds without a refused connection after which the trouble counts as over. */
const quiet = 5_000

/** How many connections were refused lately, and when the last was, for all workers of an environment. */
export class CrowdMemory {
  readonly shared: SharedArrayBuffer
  readonly #refused: Int32Array
  /** In milliseconds of `monotonic`. */
  readonly #last: Float64Array

  constructor(shared = new SharedArrayBuffer(2 * Float64Array.BYTES_PER_ELEMENT)) {
    this.shared = shared
    this.#last = new Float64Array(shared, 0, 1)
    this.#refused = new Int32Array(shared, Float64Array.BYTES_PER_ELEMENT, 1)
  }

  /**
   * Counts a refused connection.
   *
   * @returns whether it was the first
   */
  note(): boolean {
    this.#last[0] = monotonic()
    return Atomics.add(this.#refused, 0, 1) === 0
  }

  /**
   * How many connections were refused, if the trouble is over; it then forgets them. 0 if it is not over, or if there
   * was none.
   */
  takeQuiet(): number {
    if (Atomics.load(this.#refused, 0) === 0) return 0
    return monotonic() - (this.#last[0] ?? 0) < quiet ? 0 : Atomics.exchange(this.#refused, 0, 0)
  }
}

/** Sums up connections that are refused because too many are open: one observation at the beginning, one at the end. */
export class ConnectionTrouble {
  readonly #observe: Observe
  readonly #memory: CrowdMemory

  /** @param memory shared by the workers of the environment */
  constructor(observe: Observe, memory = new CrowdMemory()) {
    this.#observe = observe
    this.#memory = memory
  }

  /** Counts refused connections; passes other observations on. */
  readonly observe: Observe = (observation) => {
    this.#observe(observation)
    if (observation.kind !== 'connection_dropped' || !this.#memory.note()) return
    const explanation =
      'As many connections are open as the service takes, from one address or from all; new ones are closed at once, those that are open are served. Look for clients that open many, or raise PETSTORE_MAX_CONNECTIONS_PER_ADDRESS, PETSTORE_MAX_CONNECTIONS or the limit of open files (ulimit -n, LimitNOFILE) and start anew.'
    this.#observe({ kind: 'connections_refused', explanation })
  }

  /** Checks whether the trouble is over: work for one worker of the environment. */
  readonly work: BackgroundWork = {
    name: 'check connections',
    every: 1_000,
    run: async () => {
      const refused = this.#memory.takeQuiet()
      if (refused > 0) this.#observe({ kind: 'connections_accepted', refused })
    },
  }
}
