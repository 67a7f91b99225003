import {
  counterFailures,
  counterWorks,
  databaseFailures,
  databaseWorks,
  type Follower,
} from '../base/engines.ts'
import { count, type Latest, type MetricGroup } from './metric-group.ts'

/** Seconds. A call over a network takes tenths of a millisecond; one that waits for a standby or a lock takes longer. */
const callBounds = [
  0.0001, 0.000_25, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5,
]

/** How many servers, standbys or replicas have series of their own; there are rarely more than three. */
const maxServers = 16

const lags = (
  followers: readonly Follower[] | undefined,
  of: 'lagBytes' | 'lagSeconds',
): ReadonlyArray<readonly [string, number | null]> =>
  (followers ?? []).slice(0, maxServers).map((follower) => [follower.name, follower[of]])

const serversThat =
  (is: (role: string) => boolean) =>
  ({ database_servers }: Latest): ReadonlyArray<readonly [string, number]> =>
    (database_servers?.servers ?? [])
      .slice(0, maxServers)
      .map(({ name, role }) => [name, Number(is(role))])

/** The servers of PostgreSQL. Nothing is shown if an environment keeps its data in a file. */
export const databaseGroup: MetricGroup = {
  shownWith: 'database_pool',
  gauges: {
    petstore_database_connections_max: [
      'Connections to PostgreSQL that the service may have for reads and writes.',
      ({ database_pool }) => database_pool?.max,
    ],
    petstore_database_connections: [
      'Connections to PostgreSQL for reads and writes: busy with statements under way, idle without.',
      ({ database_pool }) => [
        ['busy', database_pool?.busy],
        ['idle', database_pool?.idle],
      ],
      'state',
    ],
    petstore_database_waiting: [
      'Changes that wait for a connection that writes.',
      ({ database_pool }) => database_pool?.waiting,
    ],
    petstore_database_server_up: [
      'Whether each configured server of PostgreSQL answers this node.',
      serversThat((role) => role !== 'unreachable'),
      'server',
    ],
    petstore_database_primary: [
      'Whether each configured server of PostgreSQL takes writes.',
      serversThat((role) => role === 'primary'),
      'server',
    ],
    petstore_database_standbys: [
      'Standbys that follow the primary of PostgreSQL.',
      ({ database_standbys }) => database_standbys?.standbys?.followers.length,
    ],
    petstore_database_synchronous_standbys: [
      'Standbys that a commit can wait for; missing if the user of the service may not know.',
      ({ database_standbys }) => database_standbys?.standbys?.synchronous,
    ],
    petstore_database_synchronous_wanted: [
      'Whether a commit is meant to wait for a standby.',
      ({ database_standbys: seen }) => seen?.standbys && Number(seen.standbys.isSynchronousWanted),
    ],
    petstore_database_standby_lag_bytes: [
      'What each standby does not have on its disk yet, in bytes of the write-ahead log.',
      ({ database_standbys }) => lags(database_standbys?.standbys?.followers, 'lagBytes'),
      'standby',
    ],
    petstore_database_standby_lag_seconds: [
      'How far the disk of each standby is behind the primary.',
      ({ database_standbys }) => lags(database_standbys?.standbys?.followers, 'lagSeconds'),
      'standby',
    ],
  },
  counts: {
    petstore_database_call_duration_seconds: count(
      'database_call',
      'Time that PostgreSQL took, by work: read, lock, write, commit or upkeep.',
      { bounds: callBounds, label: 'work', values: databaseWorks },
    ),
    petstore_database_wait_duration_seconds: count(
      'database_turn',
      'Time that changes waited for their turn on the connection that writes.',
      { bounds: callBounds },
    ),
    petstore_database_failures_total: count(
      'database_failed',
      'Calls of PostgreSQL that failed, by reason.',
      { label: 'reason', values: databaseFailures },
    ),
    petstore_database_reconnects_total: count(
      'database_reconnected',
      'Connections to PostgreSQL opened in the place of one that was lost.',
    ),
  },
}

/** The engine that counts for all nodes. Nothing is shown if an environment counts in memory. */
export const counterGroup: MetricGroup = {
  shownWith: 'counters_opened',
  gauges: {
    petstore_counters_deadline_seconds: [
      'How long Valkey or Redis may take to answer.',
      ({ counters_opened }) => counters_opened && counters_opened.deadline / 1e3,
    ],
    petstore_counters_down: [
      'Whether the engine that counts requests does not answer, so that this node counts alone or refuses.',
      ({ counters_reached }) => Number(counters_reached?.isReached === false),
    ],
    petstore_counters_nodes: [
      'Services that count in the same Valkey or Redis, as it last said.',
      ({ counters_replicas }) => counters_replicas?.nodes ?? 0,
    ],
    petstore_counters_replicas: [
      'Replicas that follow the master; missing while the master does not answer.',
      ({ counters_replicas }) => counters_replicas?.replicas?.length,
    ],
    petstore_counters_replica_lag_bytes: [
      'What each replica has not confirmed yet, in bytes of the replication stream.',
      ({ counters_replicas }) => lags(counters_replicas?.replicas, 'lagBytes'),
      'replica',
    ],
    petstore_counters_replica_lag_seconds: [
      'Time since each replica last confirmed anything.',
      ({ counters_replicas }) => lags(counters_replicas?.replicas, 'lagSeconds'),
      'replica',
    ],
  },
  counts: {
    petstore_counters_outages_total: count(
      'counters_reached',
      'How often the service took Valkey or Redis for down.',
      { where: { isReached: false } },
    ),
    petstore_counters_call_duration_seconds: count(
      'counters_call',
      'Time that Valkey or Redis took, by work: count, news or upkeep. One call counts many requests.',
      { bounds: callBounds, label: 'work', values: counterWorks },
    ),
    petstore_counters_failures_total: count(
      'counters_failed',
      'Calls of Valkey or Redis that failed, by reason.',
      { label: 'reason', values: counterFailures },
    ),
    petstore_counters_alone_total: count(
      'counters_alone',
      'Requests that this node counted by itself, because Valkey or Redis did not answer.',
      { where: { isRefused: false } },
    ),
    petstore_counters_refused_total: count(
      'counters_alone',
      'Requests refused with 503, because Valkey or Redis did not answer.',
      { where: { isRefused: true } },
    ),
  },
}
