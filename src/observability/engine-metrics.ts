import {
  counterFailures,
  counterWorks,
  databaseFailures,
  databaseWorks,
  type Follower,
} from '../core/engines.ts'
import type { Observation, Observe } from '../core/observation.ts'
import type { MetricsRegistry } from './metrics-registry.ts'

/** Seconds. A call over a network takes tenths of a millisecond; one that waits for a standby or a lock takes longer. */
const callBounds = [
  0.0001, 0.000_25, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5,
]

/** How many servers, standbys or replicas have series of their own; there are rarely more than three. */
const maxServers = 16

/** The servers of PostgreSQL that an environment uses, in `/health.json`. */
export type DatabaseServersHealth = {
  readonly servers: ReadonlyArray<{
    readonly name: string
    readonly isUp: boolean
    readonly isPrimary: boolean
  }>
  readonly connections: { readonly busy: number; readonly idle: number; readonly most: number }
  /** Changes that wait for a connection. */
  readonly waiting: number
  /** How many follow, and how many of them take part in commits; null if nobody knows. */
  readonly standbys: number | null
  readonly synchronousStandbys: number | null
  readonly isSynchronousWanted: boolean
  /** Of the standby that is furthest behind. */
  readonly lagSeconds: number | null
}

/** The engine that counts for an environment, in `/health.json`. */
export type SharedCountersHealth = {
  /** 1 if it is not reached. */
  readonly threadsDown: number
  /** Services that count there. */
  readonly nodes: number
  /** Null if nobody knows. */
  readonly replicas: number | null
}

type Observed<K extends Observation['kind']> = Extract<Observation, { readonly kind: K }>

const lags = (
  followers: readonly Follower[] | undefined,
  of: 'lagBytes' | 'lagSeconds',
): ReadonlyArray<readonly [string, number | null]> =>
  (followers ?? []).slice(0, maxServers).map((follower) => [follower.name, follower[of]])

/** Counts what is observed of the servers of PostgreSQL. Nothing is shown if an environment keeps its data in a file. */
export class DatabaseMetrics {
  readonly observe: Observe
  #pool: Observed<'database_pool'> | undefined
  #servers: Observed<'database_servers'>['servers'] = []
  #standbys: Observed<'database_standbys'>['standbys']

  constructor(registry: MetricsRegistry) {
    const isShown = (): boolean => this.#pool !== undefined
    registry.gauge(
      {
        name: 'petstore_database_connections_max',
        help: 'Connections to PostgreSQL that the service may have for reads and writes.',
        isShown,
      },
      () => this.#pool?.most,
    )
    registry.gauge(
      {
        name: 'petstore_database_connections',
        help: 'Connections to PostgreSQL for reads and writes: busy with statements under way, idle without.',
        labels: ['state'],
        isShown,
      },
      () => [
        ['busy', this.#pool?.busy],
        ['idle', this.#pool?.idle],
      ],
    )
    registry.gauge(
      {
        name: 'petstore_database_waiting',
        help: 'Changes that wait for a connection that writes.',
        isShown,
      },
      () => this.#pool?.waiting,
    )
    const calls = registry.histogram(callBounds, {
      name: 'petstore_database_call_duration_seconds',
      help: 'Time that PostgreSQL took, by work: read, lock, write, commit or upkeep.',
      labels: ['work'],
      isShown,
    })
    for (const work of databaseWorks) calls.of(work)
    const turns = registry
      .histogram(callBounds, {
        name: 'petstore_database_wait_duration_seconds',
        help: 'Time that changes waited for their turn on the connection that writes.',
        isShown,
      })
      .of()
    const failures = registry.counter({
      name: 'petstore_database_failures_total',
      help: 'Calls of PostgreSQL that failed, by reason.',
      labels: ['reason'],
      isShown,
    })
    for (const reason of databaseFailures) failures.of(reason)
    const reconnects = registry
      .counter({
        name: 'petstore_database_reconnects_total',
        help: 'Connections to PostgreSQL opened in the place of one that was lost.',
        isShown,
      })
      .of()
    const ofServers = (is: (role: string) => boolean) => (): Array<readonly [string, number]> =>
      this.#servers.slice(0, maxServers).map(({ name, role }) => [name, is(role) ? 1 : 0])
    registry.gauge(
      {
        name: 'petstore_database_server_up',
        help: 'Whether each configured server of PostgreSQL answers this node.',
        labels: ['server'],
        isShown,
      },
      ofServers((role) => role !== 'unreachable'),
    )
    registry.gauge(
      {
        name: 'petstore_database_primary',
        help: 'Whether each configured server of PostgreSQL takes writes.',
        labels: ['server'],
        isShown,
      },
      ofServers((role) => role === 'primary'),
    )
    registry.gauge(
      {
        name: 'petstore_database_standbys',
        help: 'Standbys that follow the primary of PostgreSQL.',
        isShown,
      },
      () => this.#standbys?.followers.length,
    )
    registry.gauge(
      {
        name: 'petstore_database_synchronous_standbys',
        help: 'Standbys that a commit can wait for; missing if the user of the service may not know.',
        isShown,
      },
      () => this.#standbys?.synchronous,
    )
    registry.gauge(
      {
        name: 'petstore_database_synchronous_wanted',
        help: 'Whether a commit is meant to wait for a standby.',
        isShown,
      },
      () => this.#standbys && Number(this.#standbys.isSynchronousWanted),
    )
    registry.gauge(
      {
        name: 'petstore_database_standby_lag_bytes',
        help: 'What each standby does not have on its disk yet, in bytes of the write-ahead log.',
        labels: ['standby'],
        isShown,
      },
      () => lags(this.#standbys?.followers, 'lagBytes'),
    )
    registry.gauge(
      {
        name: 'petstore_database_standby_lag_seconds',
        help: 'How far the disk of each standby is behind the primary.',
        labels: ['standby'],
        isShown,
      },
      () => lags(this.#standbys?.followers, 'lagSeconds'),
    )
    this.observe = (observation) => {
      switch (observation.kind) {
        case 'database_call':
          calls.of(observation.work).add(observation.milliseconds / 1e3)
          break
        case 'database_turn':
          turns.add(observation.milliseconds / 1e3)
          break
        case 'database_failed':
          failures.of(observation.reason).value += 1
          break
        case 'database_reconnected':
          reconnects.value += 1
          break
        case 'database_pool':
          this.#pool = observation
          break
        case 'database_servers':
          this.#servers = observation.servers
          break
        case 'database_standbys':
          this.#standbys = observation.standbys
          break
        default:
      }
    }
  }

  /** Null if an environment keeps its data in a file. */
  get health(): DatabaseServersHealth | null {
    if (this.#pool === undefined) return null
    const { busy, idle, most, waiting } = this.#pool
    const known = lags(this.#standbys?.followers, 'lagSeconds').flatMap(([, lag]) => lag ?? [])
    return {
      servers: this.#servers.map(({ name, role }) => ({
        name,
        isUp: role !== 'unreachable',
        isPrimary: role === 'primary',
      })),
      connections: { busy, idle, most },
      waiting,
      standbys: this.#standbys?.followers.length ?? null,
      synchronousStandbys: this.#standbys?.synchronous ?? null,
      isSynchronousWanted: this.#standbys?.isSynchronousWanted ?? false,
      lagSeconds: known.length === 0 ? null : Math.max(...known),
    }
  }
}

/** Counts what is observed of the engine that counts. Nothing is shown if an environment counts in memory. */
export class CounterMetrics {
  readonly observe: Observe
  #deadline: number | undefined
  #isDown = false
  #nodes = 0
  #replicas: readonly Follower[] | undefined

  constructor(registry: MetricsRegistry) {
    const isShown = (): boolean => this.#deadline !== undefined
    registry.gauge(
      {
        name: 'petstore_counters_deadline_seconds',
        help: 'How long Valkey or Redis may take to answer.',
        isShown,
      },
      () => this.#deadline && this.#deadline / 1e3,
    )
    registry.gauge(
      {
        name: 'petstore_counters_down',
        help: 'Whether the engine that counts requests does not answer, so that this node counts alone or refuses.',
        isShown,
      },
      () => Number(this.#isDown),
    )
    const outages = registry
      .counter({
        name: 'petstore_counters_outages_total',
        help: 'How often the service took Valkey or Redis for down.',
        isShown,
      })
      .of()
    const calls = registry.histogram(callBounds, {
      name: 'petstore_counters_call_duration_seconds',
      help: 'Time that Valkey or Redis took, by work: count, news or upkeep. One call counts many requests.',
      labels: ['work'],
      isShown,
    })
    for (const work of counterWorks) calls.of(work)
    const failures = registry.counter({
      name: 'petstore_counters_failures_total',
      help: 'Calls of Valkey or Redis that failed, by reason.',
      labels: ['reason'],
      isShown,
    })
    for (const reason of counterFailures) failures.of(reason)
    const countedAlone = registry
      .counter({
        name: 'petstore_counters_alone_total',
        help: 'Requests that this node counted by itself, because Valkey or Redis did not answer.',
        isShown,
      })
      .of()
    const refusedAlone = registry
      .counter({
        name: 'petstore_counters_refused_total',
        help: 'Requests refused with 503, because Valkey or Redis did not answer.',
        isShown,
      })
      .of()
    registry.gauge(
      {
        name: 'petstore_counters_nodes',
        help: 'Services that count in the same Valkey or Redis, as it last said.',
        isShown,
      },
      () => this.#nodes,
    )
    registry.gauge(
      {
        name: 'petstore_counters_replicas',
        help: 'Replicas that follow the master; missing while it cannot be asked.',
        isShown,
      },
      () => this.#replicas?.length,
    )
    registry.gauge(
      {
        name: 'petstore_counters_replica_lag_bytes',
        help: 'What each replica has not confirmed yet, in bytes of the replication stream.',
        labels: ['replica'],
        isShown,
      },
      () => lags(this.#replicas, 'lagBytes'),
    )
    registry.gauge(
      {
        name: 'petstore_counters_replica_lag_seconds',
        help: 'Time since each replica last confirmed anything.',
        labels: ['replica'],
        isShown,
      },
      () => lags(this.#replicas, 'lagSeconds'),
    )
    this.observe = (observation) => {
      switch (observation.kind) {
        case 'counters_opened':
          this.#deadline = observation.deadline
          break
        case 'counters_reached':
          this.#isDown = !observation.isReached
          if (this.#isDown) outages.value += 1
          break
        case 'counters_call':
          calls.of(observation.work).add(observation.milliseconds / 1e3)
          break
        case 'counters_failed':
          failures.of(observation.reason).value += 1
          break
        case 'counters_alone':
          ;(observation.isRefused ? refusedAlone : countedAlone).value += 1
          break
        case 'counters_replicas':
          this.#replicas = observation.replicas
          this.#nodes = observation.nodes
          break
        default:
      }
    }
  }

  /** Null if an environment counts in the memory of the process. */
  get health(): SharedCountersHealth | null {
    if (this.#deadline === undefined) return null
    return {
      threadsDown: Number(this.#isDown),
      nodes: this.#nodes,
      replicas: this.#replicas?.length ?? null,
    }
  }
}
