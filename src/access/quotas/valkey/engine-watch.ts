import type { CountersDown } from '../../../base/config/config.ts'
import { type Clock, monotonic } from '../../../base/clock.ts'
import type { Follower, Observe } from '../../../base/observation.ts'

/** Milliseconds between two observations of the replicas. */
const replicaInterval = 5_000

/** The explanation for operators, logged once per outage. */
const explanations: Readonly<Record<CountersDown, string>> = {
  count:
    'The engine that counts requests (Valkey or Redis) does not answer. Each node counts by itself and lets through its share of what was left; known bans stand. Start the engine or fix the network; the service tries four times a second and then recovers by itself.',
  refuse:
    'The engine that counts requests (Valkey or Redis) does not answer, so every request gets 503 (PETSTORE_COUNTERS_DOWN=refuse). Start the engine or fix the network; the service tries four times a second and then recovers by itself.',
}

/** Observes for operators whether the engine answers, and how many replicas and nodes there are. The clock is monotonic. */
export const watchEngine = (
  observe: Observe,
  nodes: () => number,
  whenDown: CountersDown = 'count',
  clock: Clock = monotonic,
) => {
  /** When the replicas were last observed, by the clock. */
  let observedAt = -Infinity
  /** Since when the engine does not answer, by the clock; undefined while it does. */
  let downSince: number | undefined
  return {
    onDown: (reason: unknown): void => {
      downSince = clock()
      observe({ kind: 'counters_reached', isReached: false })
      // During an outage the number of replicas is unknown.
      observe({ kind: 'counters_replicas', replicas: undefined, nodes: nodes() })
      observedAt = -Infinity
      observe({ kind: 'counters_unavailable', explanation: explanations[whenDown], error: reason })
    },
    onUp: (): void => {
      observe({ kind: 'counters_reached', isReached: true })
      if (downSince === undefined) return
      const seconds = Math.max(0, Math.round((clock() - downSince) / 1_000))
      downSince = undefined
      observe({ kind: 'counters_recovered', seconds })
    },
    observeReplicas: async (
      send: (command: readonly string[]) => Promise<unknown>,
    ): Promise<void> => {
      if (clock() - observedAt < replicaInterval) return
      observedAt = clock()
      // Ignore a failure, for example a missing permission: the link observes it, and nothing else depends on the answer.
      const replicas = await send(['INFO', 'replication']).then(
        (answer) => replicasIn(infoIn(answer)),
        () => undefined,
      )
      observe({ kind: 'counters_replicas', replicas, nodes: nodes() })
    },
  }
}

export const infoIn = (answer: unknown): ReadonlyMap<string, string> => {
  const lines = String(answer).matchAll(/^([^:\r\n]+):(.*)/gm)
  return new Map(lines.map(([, name = '', value = '']) => [name, value] as const))
}

/** A line of `INFO replication`, like `slave0:ip=10.0.0.2,port=6379,state=online,offset=42,lag=0`. */
const replicaLine =
  /^ip=(?<ip>[^,]*),port=(?<port>\d+),state=online,offset=(?<offset>\d+),lag=(?<lag>\d+)/

/** Returns the online replicas of the master and their lag, without those in their initial synchronisation. */
const replicasIn = (info: ReadonlyMap<string, string>): readonly Follower[] => {
  const newest = Number(info.get('master_repl_offset') ?? 0)
  return [...info].flatMap(([name, value]) => {
    const found = /^slave\d+$/.test(name) ? replicaLine.exec(value)?.groups : undefined
    if (found === undefined) return []
    const { ip = '', port = '', offset, lag } = found
    return {
      name: `${ip}:${port}`,
      lagBytes: Math.max(0, newest - Number(offset)),
      lagSeconds: Number(lag),
    }
  })
}
