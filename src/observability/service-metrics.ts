import { errorsOf, type Operation, successStatuses } from '../api/operation.ts'
import { attemptResults } from '../core/attempt-results.ts'
import type { Clock } from '../core/clock.ts'
import type { Environment } from '../core/environments.ts'
import { catalogue, errorCodes } from '../core/errors/catalogue.ts'
import type {
  Observation,
  Observe,
  QuotaDecision,
  RequestGroup,
  RequestObservation,
  StorageObservation,
} from '../core/observation.ts'
import { outcomes, subjectKinds } from '../core/spending.ts'
import { CounterMetrics, DatabaseMetrics } from './engine-metrics.ts'
import type { Figures } from './figures.ts'
import { type Buckets, type Cell, MetricsRegistry } from './metrics-registry.ts'
import { LastMinute, type RequestTotals } from './recent-requests.ts'

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
export const maxDeprecatedCallers = 50

/** The groups of paths that belong to no operation; the last stands for all other paths. */
const groups = ['health', 'page', 'none'] as const satisfies readonly RequestGroup[]

/** Pages and health checks are no requests of the interface. */
const beside: ReadonlySet<string> = new Set(['health', 'page'] satisfies RequestGroup[])

/** The outcome of a request: a status of success, or a code of the catalogue. */
type RequestOutcome = number | string

/** The series of one operation, or of one group of paths. */
type OperationSeries = {
  readonly name: string
  readonly seconds: Buckets
  readonly aborted: Cell
  readonly byOutcome: Map<RequestOutcome, Cell>
}

type Observed<K extends Observation['kind']> = Extract<Observation, { readonly kind: K }>

/** The metrics of one environment. For a request it adds to series that it looks up, and creates no objects. */
export class ServiceMetrics {
  readonly observe: Observe
  readonly #registry: MetricsRegistry
  readonly #operations: ReadonlyMap<string, OperationSeries>
  readonly #database: DatabaseMetrics
  readonly #counters: CounterMetrics
  readonly #lastMinute: LastMinute
  #signs: Observed<'vital_signs'> | undefined
  #facts: Observed<'store_facts'> | undefined
  #deliveries: Observed<'deliveries_waiting'> | undefined

  /**
   * @param operations those that have series of their own
   * @param now milliseconds that only grow
   */
  constructor(
    environment: Environment,
    operations: readonly Operation[],
    now: Clock = () => performance.now(),
  ) {
    const registry = new MetricsRegistry(environment)
    this.#registry = registry
    this.#addThreadGauges()
    this.#database = new DatabaseMetrics(registry)
    const requests = registry.counter({
      name: 'petstore_requests_total',
      help: 'Requests answered, by operation, status and error code.',
      labels: ['operation', 'status', 'code'],
    })
    const seconds = registry.histogram(requestBounds, {
      name: 'petstore_request_duration_seconds',
      help: 'Time from the headers of a request to the handing over of its answer.',
      labels: ['operation'],
    })
    const aborted = registry.counter({
      name: 'petstore_requests_aborted_total',
      help: 'Requests whose client was gone before the answer was out.',
      labels: ['operation'],
    })
    const seriesOf = (name: string): OperationSeries => ({
      name,
      seconds: seconds.of(name),
      aborted: aborted.of(name),
      byOutcome: new Map(),
    })
    const none = seriesOf('none')
    const names = [...operations.map(({ id }) => id), ...groups.slice(0, -1)]
    this.#operations = new Map(
      [...names.map(seriesOf), none].map((series) => [series.name, series]),
    )
    const outcomeOf = (series: OperationSeries, outcome: RequestOutcome): Cell => {
      let cell = series.byOutcome.get(outcome)
      if (cell === undefined) {
        const known = knownOutcomes.has(outcome) ? outcome : 'other'
        cell = requests.of(series.name, ...outcomeLabels(known))
        series.byOutcome.set(known, cell)
      }
      return cell
    }
    // These are shown from the start, so that their first event counts in a rate. Others appear with their first event.
    for (const operation of operations) {
      const series = this.#operations.get(operation.id) ?? none
      for (const status of successStatuses) {
        if (String(status) in operation.answers) outcomeOf(series, status)
      }
      for (const code of errorsOf(operation)) outcomeOf(series, code)
    }
    const quota = registry.counter({
      name: 'petstore_quota_decisions_total',
      help: 'Requests spent or refused, by whose quota it was and how it stood.',
      labels: ['subject', 'decision'],
    })
    const decisions = new Map(
      subjectKinds.map((subject) => [
        subject,
        new Map(outcomes.map((outcome) => [outcome, quota.of(subject, outcome)])),
      ]),
    )
    const bans = registry
      .counter({ name: 'petstore_bans_total', help: 'Bans of an API key that began.' })
      .of()
    const callers = registry.counter({
      name: 'petstore_deprecated_requests_total',
      help: `Requests to a deprecated operation, by the id of the API key; after ${maxDeprecatedCallers} keys, key="other".`,
      labels: ['operation', 'key'],
      max: maxDeprecatedCallers + operations.length,
    })
    const storageSeconds = registry.histogram(storageBounds, {
      name: 'petstore_storage_duration_seconds',
      help: 'Time that calls of the store took.',
      labels: ['operation'],
      max: maxStorageCalls,
    })
    const storageFailures = registry.counter({
      name: 'petstore_storage_failures_total',
      help: 'Calls of the store that failed.',
      labels: ['operation'],
      max: maxStorageCalls,
    })
    const backgroundFailures = registry.counter({
      name: 'petstore_background_failures_total',
      help: 'Runs of background work that failed.',
      labels: ['work'],
      max: 16,
    })
    const attempts = registry.counter({
      name: 'petstore_delivery_attempts_total',
      help: 'Attempts to deliver messages to webhooks, by their result.',
      labels: ['result'],
    })
    for (const result of attemptResults) attempts.of(result)
    const attemptSeconds = registry
      .histogram(deliveryBounds, {
        name: 'petstore_delivery_duration_seconds',
        help: 'Time that attempts to deliver messages took.',
      })
      .of()
    const dropped = registry
      .counter({
        name: 'petstore_connections_dropped_total',
        help: 'Connections closed at once because too many were open.',
      })
      .of()
    const suppressed = registry
      .counter({
        name: 'petstore_log_lines_suppressed_total',
        help: 'Lines of requests that the log left out, because there were more than PETSTORE_LOG_RATE a second.',
      })
      .of()
    this.#addServiceGauges()
    this.#counters = new CounterMetrics(registry)
    this.#lastMinute = new LastMinute(requestBounds, () => this.#totals(), now)

    const countDecision = ({ subject, outcome }: QuotaDecision): void => {
      const cell = decisions.get(subject)?.get(outcome)
      if (cell !== undefined) cell.value += 1
    }
    /** The latest caller of a deprecated operation often comes again; else its name is looked for. */
    let latest: { operation: string; keyId: string | undefined; cell: Cell } | undefined
    const callerOf = ({ operation, keyId }: RequestObservation): Cell => {
      if (latest?.operation !== operation || latest.keyId !== keyId) {
        latest = { operation, keyId, cell: callers.of(operation, keyId ?? 'none') }
      }
      return latest.cell
    }
    const countRequest = (request: RequestObservation): void => {
      const series = this.#operations.get(request.operation) ?? none
      if (request.decision !== undefined) countDecision(request.decision)
      if (request.aborted) {
        series.aborted.value += 1
        return
      }
      outcomeOf(series, request.code ?? request.status).value += 1
      series.seconds.add(request.milliseconds / 1_000)
      if (request.deprecated) callerOf(request).value += 1
    }
    const countStorage = ({ operation, milliseconds, failed }: StorageObservation): void => {
      storageSeconds.of(operation).add(milliseconds / 1_000)
      // From the first call on: a rate does not see the failure that a series begins with.
      const failures = storageFailures.of(operation)
      if (failed) failures.value += 1
    }

    this.observe = (observation) => {
      switch (observation.kind) {
        case 'request':
          countRequest(observation)
          break
        case 'bad_request_bytes':
          outcomeOf(none, observation.code).value += 1
          break
        case 'quota':
          countDecision(observation)
          break
        case 'storage':
          countStorage(observation)
          break
        case 'log_lines_suppressed':
          suppressed.value += observation.lines
          break
        case 'ban_began':
          bans.value += 1
          break
        case 'background_failed':
          backgroundFailures.of(observation.work).value += 1
          break
        case 'delivery_attempt':
          attempts.of(observation.result).value += 1
          attemptSeconds.add(observation.milliseconds / 1_000)
          break
        case 'deliveries_waiting':
          this.#deliveries = observation
          break
        case 'connection_dropped':
          dropped.value += 1
          break
        case 'store_facts':
          this.#facts = observation
          break
        case 'vital_signs':
          this.#signs = observation
          break
        default:
          this.#database.observe(observation)
          this.#counters.observe(observation)
      }
    }
  }

  /** Remembers the counts of this moment, for what the health page tells of the last minute. Call it every ten seconds. */
  remember(): void {
    this.#lastMinute.remember()
  }

  figures(): Figures {
    return {
      metrics: this.#registry.read(),
      health: {
        databaseUp: this.#signs?.databaseUp ?? false,
        databaseBytes: this.#facts?.bytes ?? null,
        openConnections: this.#signs?.connections ?? 0,
        requests: this.#lastMinute.read(),
        lastBackupAt: this.#facts?.lastBackupAt ?? null,
        keysExpiring: this.#facts?.keysExpiring ?? 0,
        deliveriesWaiting: this.#deliveries?.count ?? 0,
        databaseServers: this.#database.health,
        sharedCounters: this.#counters.health,
      },
    }
  }

  /** How the thread is now. */
  #addThreadGauges(): void {
    this.#addGauges([
      ['petstore_open_connections', 'Connections open.', () => this.#signs?.connections ?? 0],
      ['petstore_heap_used_bytes', 'JavaScript heap in use.', () => this.#signs?.heapBytes ?? 0],
      [
        'petstore_deliveries_waiting',
        'Pending deliveries of the webhooks that are sent events, about 100 for each at most.',
        () => this.#deliveries?.count ?? 0,
      ],
      [
        'petstore_deliveries_oldest_seconds',
        'Time since the oldest pending delivery was queued; 0 if there is none.',
        () => this.#deliveries?.age ?? 0,
      ],
    ])
  }

  #addServiceGauges(): void {
    this.#addGauges([
      [
        'petstore_database_up',
        'Whether the database answered when it was last asked.',
        () => Number(this.#signs?.databaseUp ?? false),
      ],
      [
        'petstore_event_loop_lag_p99_seconds',
        'How late the event loop was in the last minute, but for 1 in 100 samples.',
        () => (this.#signs?.lagP99 ?? 0) / 1_000,
      ],
      [
        'petstore_event_loop_lag_max_seconds',
        'How late the event loop was at most in the last minute.',
        () => (this.#signs?.lagMost ?? 0) / 1_000,
      ],
      [
        'petstore_event_loop_active_seconds_total',
        'Time for which the event loop was busy; its rate is the share of a core in use.',
        () => (this.#signs?.loopActive ?? 0) / 1_000,
        'counter',
      ],
      [
        'petstore_log_lines_dropped_total',
        'Lines of the log given up because its reader did not keep up.',
        () => this.#signs?.logLinesDropped ?? 0,
        'counter',
      ],
      [
        'petstore_last_backup_timestamp_seconds',
        'When petstore backup last made a backup; missing if it never did.',
        () => this.#facts?.lastBackupAt && this.#facts.lastBackupAt / 1_000,
      ],
      [
        'petstore_database_bytes',
        'Size of the database; that of a file with its write-ahead log.',
        () => this.#facts?.bytes,
      ],
      [
        'petstore_keys_expiring',
        'API keys that expire within seven days.',
        () => this.#facts?.keysExpiring ?? 0,
      ],
      [
        'petstore_heartbeat_timestamp_seconds',
        'When the thread of the environment last showed that it lives.',
        () => this.#signs && this.#signs.at / 1_000,
      ],
    ])
  }

  #addGauges(
    gauges: ReadonlyArray<
      readonly [name: string, help: string, read: () => number | undefined, kind?: 'counter']
    >,
  ): void {
    for (const [name, help, read, kind] of gauges) this.#registry.gauge({ name, help }, read, kind)
  }

  /** What requests under `/v1` came to, since the start. */
  #totals(): RequestTotals {
    const byOutcome = new Map<RequestOutcome, number>()
    const buckets = Array.from({ length: requestBounds.length + 1 }, () => 0)
    for (const { name, seconds, byOutcome: cells } of this.#operations.values()) {
      if (beside.has(name)) continue
      for (const [outcome, { value }] of cells) {
        byOutcome.set(outcome, (byOutcome.get(outcome) ?? 0) + value)
      }
      for (const [at, count] of seconds.counts.entries()) buckets[at] = (buckets[at] ?? 0) + count
    }
    return { byOutcome, buckets }
  }
}

const maxStorageCalls = 48

const knownOutcomes: ReadonlySet<RequestOutcome> = new Set([...successStatuses, ...errorCodes])

/** The values of the labels `status` and `code`; a success has no code. */
const outcomeLabels = (outcome: RequestOutcome): readonly string[] => {
  if (typeof outcome === 'number') return [String(outcome)]
  const code = errorCodes.find((known) => known === outcome)
  return code === undefined ? [outcome] : [String(catalogue[code].status), code]
}
