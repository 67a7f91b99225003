import { attemptResults } from '../base/attempt-results.ts'
import { count, type MetricGroup } from './metric-group.ts'

/** Seconds. A read of the embedded store takes some hundredths of a millisecond. */
const storageBounds = [
  0.000_01, 0.000_025, 0.000_05, 0.0001, 0.000_25, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1,
  0.25, 1,
]

/** Seconds. An attempt ends after 15 seconds at most. */
const deliveryBounds = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15]

const maxStorageCalls = 48

/** What every environment shows of itself, its requests aside. */
export const serviceGroup: MetricGroup = {
  gauges: {
    petstore_open_connections: [
      'Connections open.',
      ({ vital_signs }) => vital_signs?.connections ?? 0,
    ],
    petstore_heap_used_bytes: [
      'JavaScript heap in use.',
      ({ vital_signs }) => vital_signs?.heapBytes ?? 0,
    ],
    petstore_deliveries_waiting: [
      'Pending deliveries of the webhooks that are sent events, about 100 for each at most.',
      ({ deliveries_waiting }) => deliveries_waiting?.count ?? 0,
    ],
    petstore_deliveries_oldest_seconds: [
      'Time since the oldest pending delivery was queued; 0 if there is none.',
      ({ deliveries_waiting }) => deliveries_waiting?.age ?? 0,
    ],
    petstore_database_up: [
      'Whether the database answered the last check.',
      ({ vital_signs }) => Number(vital_signs?.databaseUp ?? false),
    ],
    petstore_event_loop_lag_p99_seconds: [
      'How late the event loop was in the last minute, but for 1 in 100 samples.',
      ({ vital_signs }) => (vital_signs?.lagP99 ?? 0) / 1_000,
    ],
    petstore_event_loop_lag_max_seconds: [
      'How late the event loop was at most in the last minute.',
      ({ vital_signs }) => (vital_signs?.lagMax ?? 0) / 1_000,
    ],
    petstore_event_loop_active_seconds_total: [
      'Time for which the event loop was busy; its rate is the share of a core in use.',
      ({ vital_signs }) => (vital_signs?.loopActive ?? 0) / 1_000,
    ],
    petstore_log_lines_dropped_total: [
      'Log lines dropped because the reader of the log did not keep up.',
      ({ vital_signs }) => vital_signs?.logLinesDropped ?? 0,
    ],
    petstore_last_backup_timestamp_seconds: [
      'When petstore backup last made a backup; missing if it never did.',
      ({ store_facts }) => store_facts?.lastBackupAt && store_facts.lastBackupAt / 1_000,
    ],
    petstore_database_bytes: [
      'Size of the database; that of a file with its write-ahead log.',
      ({ store_facts }) => store_facts?.bytes,
    ],
    petstore_keys_expiring: [
      'API keys that expire within seven days.',
      ({ store_facts }) => store_facts?.keysExpiring ?? 0,
    ],
    petstore_heartbeat_timestamp_seconds: [
      'When the thread of the environment last showed that it lives.',
      ({ vital_signs }) => vital_signs && vital_signs.at / 1_000,
    ],
  },
  counts: {
    petstore_bans_total: count('ban_began', 'Bans of an API key that began.'),
    petstore_storage_duration_seconds: count('storage', 'Time that calls of the store took.', {
      bounds: storageBounds,
      label: 'operation',
      max: maxStorageCalls,
    }),
    // From the first call on: a rate does not see the failure that a series begins with.
    petstore_storage_failures_total: count('storage', 'Calls of the store that failed.', {
      label: 'operation',
      max: maxStorageCalls,
      where: { failed: true },
    }),
    petstore_background_failures_total: count(
      'background_failed',
      'Runs of background work that failed.',
      { label: 'work', max: 16 },
    ),
    petstore_delivery_attempts_total: count(
      'delivery_attempt',
      'Attempts to deliver messages to webhooks, by their result.',
      { label: 'result', values: attemptResults },
    ),
    petstore_delivery_duration_seconds: count(
      'delivery_attempt',
      'Time that attempts to deliver messages took.',
      { bounds: deliveryBounds },
    ),
    petstore_connections_dropped_total: count(
      'connection_dropped',
      'Connections closed at once because too many were open.',
    ),
    petstore_log_lines_suppressed_total: count(
      'log_lines_suppressed',
      'Lines of requests that the log left out, because there were more than PETSTORE_LOG_RATE a second.',
      { amount: 'lines' },
    ),
  },
}
