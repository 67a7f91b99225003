import { errorsOf, type Operation, successStatuses } from '../api/operation.ts'
import { attemptResults } from '../core/attempt-results.ts'
import { catalogue, errorCodes } from '../core/errors/catalogue.ts'
import { outcomes, subjectKinds } from '../core/spending.ts'
import { counterFamilies, databaseFamilies, presentOfDatabase } from './engine-families.ts'
import { type KnownSeries, type LabelText, labelText, Layout } from './metrics-layout.ts'
import type { RequestGroup } from '../core/observation.ts'

/** The outcomes of a request: a status of success, or a code of the catalogue. */
export const requestOutcomes: readonly (number | string)[] = [
  ...successStatuses,
  ...errorCodes,
  'other',
]

const outcomeLabels = (outcome: number | string): Record<string, string> => {
  if (typeof outcome === 'number') return { status: String(outcome) }
  const code = errorCodes.find((known) => known === outcome)
  return code === undefined ? { status: outcome } : { status: String(catalogue[code].status), code }
}

/**
 * Whether a series is shown from the start, so that its first event counts in a rate. Other series appear with their
 * first event.
 */
const isExpected = (operation: Operation | undefined, outcome: number | string): boolean =>
  operation !== undefined &&
  (String(outcome) in operation.answers || errorsOf(operation).some((code) => code === outcome))

/** Seconds. A request takes some tenths of a millisecond. */
const requestBounds = [
  0.0001, 0.000_25, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10,
]

/** Seconds. A read of the embedded store takes some hundredths of a millisecond. */
const storageBounds = [
  0.000_01, 0.000_025, 0.000_05, 0.0001, 0.000_25, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1,
  0.25, 1,
]

/** Seconds. An attempt ends after 15 seconds at most. */
const deliveryBounds = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15]

/** How many keys have a series of their own in the metrics of deprecated calls; the others share one. */
export const mostDeprecatedCallers = 50

/** The groups of paths that belong to no operation; the last stands for all other paths. */
const groups = ['health', 'page', 'none'] as const satisfies readonly RequestGroup[]

const requestSeries = (names: readonly string[], operations: readonly Operation[]): KnownSeries => {
  const all = names.flatMap((name, at) =>
    requestOutcomes.map((outcome) => ({
      text: labelText({ operation: name, ...outcomeLabels(outcome) }),
      expected: isExpected(operations[at], outcome),
    })),
  )
  return {
    labels: all.map(({ text }) => text),
    hidden: new Set(all.filter(({ expected }) => !expected).map(({ text }) => text)),
  }
}

/**
 * Every metric of an environment, laid out in memory. The same operations give the same layout.
 *
 * @param operations the operations that have series of their own
 */
export const metricsOf = (operations: readonly Operation[]) => {
  const layout = new Layout()
  const requestOperations: readonly string[] = [...operations.map(({ id }) => id), ...groups]
  const byOperation: readonly LabelText[] = requestOperations.map((name) =>
    labelText({ operation: name }),
  )
  // These come first: `forgetPresent` resets them without knowing the operations.
  const present = {
    connections: layout.presentGauge({
      name: 'petstore_open_connections',
      help: 'Connections open.',
    }),
    heap: layout.presentGauge({
      name: 'petstore_heap_used_bytes',
      help: 'JavaScript heap in use.',
    }),
    deliveriesWaiting: layout.presentGauge({
      name: 'petstore_deliveries_waiting',
      help: 'Messages that wait for an attempt: deliveries to be tried again, and events that are not sent yet.',
    }),
    deliveriesAge: layout.presentGauge({
      name: 'petstore_deliveries_oldest_seconds',
      help: 'Age of the oldest message that waits for an attempt; 0 if none waits.',
    }),
    ...presentOfDatabase(layout),
  } as const
  const families = {
    ...present,
    requests: layout.counter({
      name: 'petstore_requests_total',
      help: 'Requests answered, by operation, status and error code.',
      // One for every operation and outcome: well over a thousand texts, which only who shows them needs.
      late: {
        count: requestOperations.length * requestOutcomes.length,
        make: () => requestSeries(requestOperations, operations),
      },
    }),
    requestSeconds: layout.histogram(requestBounds, {
      name: 'petstore_request_duration_seconds',
      help: 'Time from the headers of a request to the handing over of its answer.',
      series: byOperation,
    }),
    aborted: layout.counter({
      name: 'petstore_requests_aborted_total',
      help: 'Requests whose client was gone before the answer was out.',
      series: byOperation,
    }),
    quota: layout.counter({
      name: 'petstore_quota_decisions_total',
      help: 'Requests spent or refused, by whose quota it was and how it stood.',
      series: subjectKinds.flatMap((subject) =>
        outcomes.map((decision) => labelText({ subject, decision })),
      ),
    }),
    bans: layout.counter({ name: 'petstore_bans_total', help: 'Bans of an API key that began.' }),
    deprecated: layout.counter({
      name: 'petstore_deprecated_requests_total',
      help: `Requests to a deprecated operation, by the id of the API key; after ${mostDeprecatedCallers} keys, key="other".`,
      slots: mostDeprecatedCallers + operations.length,
    }),
    storageSeconds: layout.histogram(storageBounds, {
      name: 'petstore_storage_duration_seconds',
      help: 'Time that calls of the store took.',
      slots: 48,
    }),
    storageFailures: layout.counter({
      name: 'petstore_storage_failures_total',
      help: 'Calls of the store that failed.',
      slots: 48,
    }),
    backgroundFailures: layout.counter({
      name: 'petstore_background_failures_total',
      help: 'Runs of background work that failed.',
      slots: 16,
    }),
    deliveryAttempts: layout.counter({
      name: 'petstore_delivery_attempts_total',
      help: 'Attempts to deliver messages to webhooks, by their result.',
      series: attemptResults.map((result) => labelText({ result })),
    }),
    deliverySeconds: layout.histogram(deliveryBounds, {
      name: 'petstore_delivery_duration_seconds',
      help: 'Time that attempts to deliver messages took.',
    }),
    connectionsDropped: layout.counter({
      name: 'petstore_connections_dropped_total',
      help: 'Connections closed at once because too many were open.',
    }),
    databaseUp: layout.gauge({
      name: 'petstore_database_up',
      help: 'Whether the database answered every thread when it was last asked.',
      join: 'least',
    }),
    lagP99: layout.gauge({
      name: 'petstore_event_loop_lag_p99_seconds',
      help: 'How late the latest event loop was in the last minute, but for 1 in 100 samples.',
      join: 'most',
    }),
    lagMost: layout.gauge({
      name: 'petstore_event_loop_lag_max_seconds',
      help: 'How late an event loop was at most in the last minute.',
      join: 'most',
    }),
    loopActive: layout.counter({
      name: 'petstore_event_loop_active_seconds_total',
      help: 'Time for which event loops were busy; its rate is how many cores are in use.',
    }),
    logLinesDropped: layout.counter({
      name: 'petstore_log_lines_dropped_total',
      help: 'Lines of the log given up because its reader did not keep up.',
    }),
    logLinesSuppressed: layout.counter({
      name: 'petstore_log_lines_suppressed_total',
      help: 'Lines of requests that the log left out, because there were more than PETSTORE_LOG_RATE a second.',
    }),
    lastBackup: layout.gauge({
      name: 'petstore_last_backup_timestamp_seconds',
      help: 'When petstore backup last made a backup; missing if it never did.',
      join: 'most',
      hidden: new Set(['']),
    }),
    databaseBytes: layout.gauge({
      name: 'petstore_database_bytes',
      help: 'Size of the database; that of a file with its write-ahead log.',
      join: 'most',
      hidden: new Set(['']),
    }),
    keysExpiring: layout.gauge({
      name: 'petstore_keys_expiring',
      help: 'API keys that expire within seven days.',
    }),
    heartbeat: layout.gauge({
      name: 'petstore_heartbeat_timestamp_seconds',
      help: 'When the thread that was silent for longest last showed that it lives.',
      join: 'least',
      // Before its first observation a worker is starting, not stalled.
      hidden: new Set(['']),
    }),
    ...databaseFamilies(layout, present.databaseConnectionsMost),
    ...counterFamilies(layout),
  } as const
  return { requestOperations, families, layout }
}

/** The metrics of an environment, with the places of their values. */
export type Metrics = ReturnType<typeof metricsOf>
