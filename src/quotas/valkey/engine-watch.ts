import { type Clock, monotonic } from '../../core/clock.ts'
import type { Observe } from '../../core/observation.ts'
import { infoIn, replicasIn } from './info.ts'

/** What a node does while the engine cannot be reached: it counts alone, or refuses with 503. */
export type WhenDown = 'count' | 'refuse'

export type EngineWatchParts = {
  readonly observe?: Observe | undefined
  /** How many nodes live, as the engine last said. */
  readonly nodes: () => number
  readonly whenDown?: WhenDown | undefined
  /** Milliseconds that only grow. */
  readonly clock?: Clock | undefined
}

/** Milliseconds between two looks at the replicas. */
const replicaLook = 5_000

const nothing = (): undefined => undefined

/** What an operator is told, once, while a node counts alone. */
const explanations: Readonly<Record<WhenDown, string>> = {
  count:
    'The engine that counts requests (Valkey or Redis) does not answer. Each node counts by itself and lets through its share of what was left; known bans stand. Start the engine or mend the network; the service tries four times a second and then goes on by itself.',
  refuse:
    'The engine that counts requests (Valkey or Redis) does not answer, so every request gets 503 (PETSTORE_COUNTERS_DOWN=refuse). Start the engine or mend the network; the service tries four times a second and then goes on by itself.',
}

/** Tells operators how the engine is: whether it answers, and how many replicas follow it. */
export class EngineWatch {
  readonly #parts: EngineWatchParts
  /** When the replicas were last looked at, in milliseconds of the clock. */
  #lookedAt = -Infinity
  /** Since when the engine does not answer, by the clock; undefined while it does. */
  #downSince: number | undefined

  constructor(parts: EngineWatchParts) {
    this.#parts = parts
  }

  noteDown(reason: unknown): void {
    const { observe, nodes, whenDown = 'count', clock = monotonic } = this.#parts
    if (observe === undefined) return
    this.#downSince = clock()
    observe({ kind: 'counters_reached', isReached: false })
    // How many replicas there are is then unknown.
    observe({ kind: 'counters_replicas', replicas: undefined, nodes: nodes() })
    this.#lookedAt = -Infinity
    observe({ kind: 'counters_unavailable', explanation: explanations[whenDown], error: reason })
  }

  noteUp(): void {
    const { observe, clock = monotonic } = this.#parts
    if (observe === undefined) return
    observe({ kind: 'counters_reached', isReached: true })
    if (this.#downSince === undefined) return
    const seconds = Math.max(0, Math.round((clock() - this.#downSince) / 1_000))
    this.#downSince = undefined
    observe({ kind: 'counters_recovered', seconds })
  }

  /** Observes the replicas every few seconds. */
  async lookAtReplicas(send: (command: readonly string[]) => Promise<unknown>): Promise<void> {
    const { observe, nodes, clock = monotonic } = this.#parts
    if (observe === undefined || clock() - this.#lookedAt < replicaLook) return
    this.#lookedAt = clock()
    // The link counts why it failed: perhaps the user may not ask. Nothing else depends on it.
    const replicas = await send(['INFO', 'replication']).then(
      (answer) => replicasIn(infoIn(answer)),
      nothing,
    )
    observe({ kind: 'counters_replicas', replicas, nodes: nodes() })
  }
}
