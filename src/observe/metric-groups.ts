import { attemptResults } from '../base/attempt-results.ts'
import * as engines from '../base/observation.ts'
import type { Observation } from '../base/observation.ts'

export type Kind = Observation['kind']
type Observed<K extends Kind> = Extract<Observation, { readonly kind: K }>

/** The kinds of observations that describe a current state. */
export const stateKinds = [
  'vital_signs',
  'store_facts',
  'deliveries_waiting',
  'streams',
  'database_pool',
  'database_servers',
  'database_standbys',
  'counters_opened',
  'counters_reached',
  'counters_replicas',
] as const satisfies readonly Kind[]

export type Latest = { readonly [K in (typeof stateKinds)[number]]?: Observed<K> }

/** The current value of a gauge, or of each of its series by the value of its label; undefined if it is not known. */
export type Present =
  | number
  | undefined
  | ReadonlyArray<readonly [label: string, value: number | null | undefined]>

type Read = (latest: Latest) => Present

/** How a metric counts the observations of a kind. */
type Counting<K extends Kind> = {
  /** The upper bounds of the buckets in seconds, for a histogram of durations. */
  readonly bounds?: readonly number[]
  /** The name of its label, and of the field with the label's value. */
  readonly label?: keyof Observed<K> & string
  /** Values of the label that are shown from the start, so that their first event counts in a rate. */
  readonly values?: readonly string[]
  readonly max?: number
  /** The field with the amount that an observation counts for, if not 1. True counts as 1; false only starts a series. */
  readonly amount?: keyof Observed<K> & string
  /** If this field is true, an observation is not counted. */
  readonly unless?: keyof Observed<K> & string
}

type Count = { [K in Kind]: readonly [kind: K, counting?: Counting<K>] }[Kind]

/** A group of metrics. Each key is a name and its help, as in a line that begins with `# HELP`. */
export type MetricGroup = {
  /** The metrics are shown once this has been observed. */
  readonly shownWith?: keyof Latest
  /** Reads the current value; also the name of the label, if there is one. */
  readonly gauges: Readonly<Record<string, Read | readonly [read: Read, label: string]>>
  readonly counts: Readonly<Record<string, Count>>
}

/** Seconds. A read from SQLite takes some hundredths of a millisecond. */
const storageBounds = [
  0.000_01, 0.000_025, 0.000_05, 0.0001, 0.000_25, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1,
  0.25, 1,
]

/** Seconds. An attempt ends after 15 seconds at most. */
const deliveryBounds = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15]

/** Seconds. A call over a network takes tenths of a millisecond; one that waits for a standby or a lock takes longer. */
const callBounds = [
  0.0001, 0.000_25, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5,
]

const maxStorageCalls = 48

/** Maximum number of servers, standbys or replicas with their own series. There are rarely more than three. */
const maxServers = 16

type Followers = readonly engines.Follower[] | undefined

const lags =
  (of: 'lagBytes' | 'lagSeconds', followersIn: (latest: Latest) => Followers) =>
  (latest: Latest): Present =>
    followersIn(latest)
      ?.slice(0, maxServers)
      .map((follower) => [follower.name, follower[of]]) ?? []

const standbysIn = (latest: Latest): Followers => latest.database_standbys?.standbys?.followers
const replicasIn = (latest: Latest): Followers => latest.counters_replicas?.replicas

const serversThat =
  (is: (role: engines.ServerRole) => boolean) =>
  ({ database_servers }: Latest): Present =>
    database_servers?.servers
      .slice(0, maxServers)
      .map(({ name, role }) => [name, Number(is(role))]) ?? []

/** The metrics of every environment, except those of requests. */
const service: MetricGroup = {
  gauges: {
    'petstore_open_connections Connections open.': ({ vital_signs: now }) => now?.connections ?? 0,
    'petstore_open_streams Streams of events open.': ({ streams }) => streams?.open ?? 0,
    'petstore_heap_used_bytes JavaScript heap in use.': ({ vital_signs: now }) =>
      now?.heapBytes ?? 0,
    'petstore_deliveries_waiting Pending deliveries of the webhooks that are sent events, about 100 for each at most.':
      ({ deliveries_waiting }) => deliveries_waiting?.count ?? 0,
    'petstore_deliveries_oldest_seconds Time since the oldest pending delivery was queued; 0 if there is none.':
      ({ deliveries_waiting }) => deliveries_waiting?.age ?? 0,
    'petstore_database_up Whether the database answered the last check.': ({ vital_signs }) =>
      Number(vital_signs?.databaseUp ?? false),
    'petstore_event_loop_lag_p99_seconds How late the event loop was in the last minute, but for 1 in 100 samples.':
      ({ vital_signs }) => (vital_signs?.lagP99 ?? 0) / 1_000,
    'petstore_event_loop_lag_max_seconds The longest delay of the event loop in the last minute.':
      ({ vital_signs }) => (vital_signs?.lagMax ?? 0) / 1_000,
    'petstore_event_loop_active_seconds_total Time for which the event loop was busy; its rate is the share of a core in use.':
      ({ vital_signs }) => (vital_signs?.loopActive ?? 0) / 1_000,
    'petstore_log_lines_dropped_total Log lines dropped because the reader of the log did not keep up.':
      ({ vital_signs }) => vital_signs?.logLinesDropped ?? 0,
    'petstore_last_backup_timestamp_seconds When petstore backup last made a backup; missing if it never did.':
      ({ store_facts }) => store_facts?.lastBackupAt && store_facts.lastBackupAt / 1_000,
    'petstore_last_backup_success Whether petstore backup succeeded when it last ran; missing if it never did.':
      ({ store_facts: { lastBackupAt: made = 0, failedBackupAt: failed = 0 } = {} }) =>
        made + failed === 0 ? undefined : Number(made > failed),
    'petstore_database_bytes Size of the database; that of a file with its write-ahead log.': ({
      store_facts,
    }) => store_facts?.bytes,
    'petstore_keys_expiring API keys that expire within seven days.': ({ store_facts }) =>
      store_facts?.keysExpiring ?? 0,
    'petstore_heartbeat_timestamp_seconds When the thread of the environment last showed that it lives.':
      ({ vital_signs }) => vital_signs && vital_signs.at / 1_000,
  },
  counts: {
    'petstore_bans_total Bans of an API key that began.': ['ban_began'],
    'petstore_storage_duration_seconds Time that calls of the store took.': [
      'storage',
      { bounds: storageBounds, label: 'operation', max: maxStorageCalls },
    ],
    // The series starts with the first call: a rate would miss a failure that starts the series.
    'petstore_storage_failures_total Calls of the store that failed.': [
      'storage',
      { label: 'operation', max: maxStorageCalls, amount: 'failed' },
    ],
    'petstore_background_failures_total Runs of background work that failed.': [
      'background_failed',
      { label: 'work', max: 16 },
    ],
    'petstore_delivery_attempts_total Attempts to deliver messages to webhooks, by their result.': [
      'delivery_attempt',
      { label: 'result', values: attemptResults },
    ],
    'petstore_delivery_duration_seconds Time that attempts to deliver messages took.': [
      'delivery_attempt',
      { bounds: deliveryBounds },
    ],
    'petstore_connections_dropped_total Connections closed at once because too many were open.': [
      'connection_dropped',
    ],
    'petstore_log_lines_suppressed_total Lines of requests that the log left out, because there were more than PETSTORE_LOG_RATE a second.':
      ['log_lines_suppressed', { amount: 'lines' }],
    'petstore_trace_spans_dropped_total Spans that are lost, because too many waited or the collector did not take them.':
      ['spans_dropped', { label: 'reason', values: ['queue_full', 'not_taken'], amount: 'spans' }],
  },
}

/** The servers of PostgreSQL. Nothing is shown if the store of an environment is SQLite. */
const database: MetricGroup = {
  shownWith: 'database_pool',
  gauges: {
    'petstore_database_connections_max Connections to PostgreSQL that the service may have for reads and writes.':
      ({ database_pool }) => database_pool?.max,
    'petstore_database_connections Connections to PostgreSQL for reads and writes: busy with statements under way, idle without.':
      [
        ({ database_pool: pool }) => [
          ['busy', pool?.busy],
          ['idle', pool?.idle],
        ],
        'state',
      ],
    'petstore_database_waiting Changes that wait for a connection that writes.': ({
      database_pool,
    }) => database_pool?.waiting,
    'petstore_database_server_up Whether each configured server of PostgreSQL answers this node.': [
      serversThat((role) => role !== 'unreachable'),
      'server',
    ],
    'petstore_database_primary Whether each configured server of PostgreSQL takes writes.': [
      serversThat((role) => role === 'primary'),
      'server',
    ],
    'petstore_database_standbys Standbys that follow the primary of PostgreSQL.': ({
      database_standbys,
    }) => database_standbys?.standbys?.followers.length,
    'petstore_database_synchronous_standbys Standbys that a commit can wait for; missing if the user of the service may not know.':
      ({ database_standbys }) => database_standbys?.standbys?.synchronous,
    'petstore_database_synchronous_wanted Whether a commit is meant to wait for a standby.': ({
      database_standbys: seen,
    }) => seen?.standbys && Number(seen.standbys.isSynchronousWanted),
    'petstore_database_standby_lag_bytes What each standby does not have on its disk yet, in bytes of the write-ahead log.':
      [lags('lagBytes', standbysIn), 'standby'],
    'petstore_database_standby_lag_seconds How far the disk of each standby is behind the primary.':
      [lags('lagSeconds', standbysIn), 'standby'],
  },
  counts: {
    'petstore_database_call_duration_seconds Time that PostgreSQL took, by work: read, lock, write, commit or upkeep.':
      ['database_call', { bounds: callBounds, label: 'work', values: engines.databaseWorks }],
    'petstore_database_wait_duration_seconds Time that changes waited for their turn on the connection that writes.':
      ['database_turn', { bounds: callBounds }],
    'petstore_database_failures_total Calls of PostgreSQL that failed, by reason.': [
      'database_failed',
      { label: 'reason', values: engines.databaseFailures },
    ],
    'petstore_database_reconnects_total Connections to PostgreSQL opened in the place of one that was lost.':
      ['database_reconnected'],
  },
}

/** The Valkey or Redis that counts for all nodes. Nothing is shown if an environment counts in memory. */
const counters: MetricGroup = {
  shownWith: 'counters_opened',
  gauges: {
    'petstore_counters_deadline_seconds How long Valkey or Redis may take to answer.': ({
      counters_opened,
    }) => counters_opened && counters_opened.deadline / 1e3,
    'petstore_counters_down Whether the engine that counts requests does not answer, so that this node counts alone or refuses.':
      ({ counters_reached }) => Number(counters_reached?.isReached === false),
    'petstore_counters_nodes Services that count in the same Valkey or Redis, as it last said.': ({
      counters_replicas,
    }) => counters_replicas?.nodes ?? 0,
    'petstore_counters_replicas Replicas that follow the master; missing while the master does not answer.':
      ({ counters_replicas }) => counters_replicas?.replicas?.length,
    'petstore_counters_replica_lag_bytes What each replica has not confirmed yet, in bytes of the replication stream.':
      [lags('lagBytes', replicasIn), 'replica'],
    'petstore_counters_replica_lag_seconds Time since each replica last confirmed anything.': [
      lags('lagSeconds', replicasIn),
      'replica',
    ],
  },
  counts: {
    'petstore_counters_outages_total How often the service considered Valkey or Redis down.': [
      'counters_reached',
      { unless: 'isReached' },
    ],
    'petstore_counters_call_duration_seconds Time that Valkey or Redis took, by work: count, news or upkeep. One call counts many requests.':
      ['counters_call', { bounds: callBounds, label: 'work', values: engines.counterWorks }],
    'petstore_counters_failures_total Calls of Valkey or Redis that failed, by reason.': [
      'counters_failed',
      { label: 'reason', values: engines.counterFailures },
    ],
    'petstore_counters_alone_total Requests that this node counted by itself, because Valkey or Redis did not answer.':
      ['counters_alone', { unless: 'isRefused' }],
    'petstore_counters_refused_total Requests refused with 503, because Valkey or Redis did not answer.':
      ['counters_alone', { amount: 'isRefused' }],
  },
}

export const metricGroups = [service, database, counters]
