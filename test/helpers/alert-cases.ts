/**
 * A fault as Prometheus sees it. Times and values are as `promtool test rules` takes them: a value every 15 seconds, unless the
 * case says otherwise.
 */
export type AlertCase = {
  readonly alert: string
  /** The values of each series, from the moment 0 on. The fault begins with the second value, or when it is old enough. */
  readonly series: Readonly<Record<string, string>>
  readonly every?: string
  /** How often Prometheus looks at the rules, if not for every value. */
  readonly looks?: string
  /** The last moment at which nobody is told yet. Prometheus tells somebody when it looks next. */
  readonly quiet: string
  /** The labels that the alert bears, its severity aside; those of a series of `staging` by default. */
  readonly labels?: Readonly<Record<string, string>>
  readonly summary: string
}

/** What looks alike and is no fault: at that moment nobody is told. */
export type CalmCase = Pick<AlertCase, 'alert' | 'series' | 'every' | 'looks'> & {
  readonly quiet: string
}

const job = { job: 'petstore', instance: 'a' } as const
export const staging = { environment: 'staging', ...job } as const
const production = { environment: 'production', ...job } as const
const alone = { environment: 'staging' } as const

const text = (labels: Readonly<Record<string, string>>): string =>
  Object.entries(labels)
    .map(([name, value]) => `${name}="${value}"`)
    .join(',')

/** A series of a service, with further labels. */
const of = (name: string, more: Readonly<Record<string, string>> = {}): string =>
  `${name}{${text({ ...staging, ...more })}}`

/** The buckets of a histogram whose times all lie between two bounds. */
const between = (
  name: string,
  [lower, upper]: readonly [string, string],
  more: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> => ({
  [of(`${name}_bucket`, { ...more, le: lower })]: '0x60',
  [of(`${name}_bucket`, { ...more, le: upper })]: '0+15x60',
  [of(`${name}_bucket`, { ...more, le: '+Inf' })]: '0+15x60',
})

const requests = (operation: string, status: string): string =>
  of('petstore_requests_total', { operation, status })

/** At least one for each alert of `deploy/alerts.yml`. A rate is full only once the fault is as old as its range. */
export const alertCases: readonly AlertCase[] = [
  {
    alert: 'PetstoreDown',
    series: { [`up{${text(job)}}`]: '1 0x20' },
    quiet: '60s',
    labels: job,
    summary: 'The metrics of a cannot be read.',
  },
  {
    alert: 'PetstoreEnvironmentStalled',
    series: { [of('petstore_heartbeat_timestamp_seconds')]: '0x20' },
    quiet: '30s',
    summary: 'The thread of staging has stood still for 45s.',
  },
  {
    alert: 'PetstoreDatabaseDown',
    series: { [of('petstore_database_up')]: '1 0x20' },
    quiet: '30s',
    summary: 'The database of staging does not answer.',
  },
  {
    alert: 'PetstoreDatabaseServerDown',
    series: {
      [of('petstore_database_server_up', { server: '10.0.0.1:5432' })]: '1x20',
      [of('petstore_database_server_up', { server: '10.0.0.2:5432' })]: '1 0x20',
    },
    quiet: '60s',
    labels: { ...staging, server: '10.0.0.2:5432' },
    summary: 'a does not reach the database server 10.0.0.2:5432 of staging.',
  },
  {
    alert: 'PetstoreNoSynchronousStandby',
    series: {
      [of('petstore_database_synchronous_standbys')]: '1 0x20',
      [of('petstore_database_synchronous_wanted')]: '1x20',
    },
    quiet: '60s',
    summary:
      'No standby of staging takes part in commits, so writes wait or are on one machine alone.',
  },
  {
    alert: 'PetstoreStandbyLag',
    series: { [of('petstore_database_standby_lag_seconds', { standby: 'b' })]: '0 20x20' },
    quiet: '120s',
    labels: { ...staging, standby: 'b' },
    summary: 'The standby b of staging is behind the primary.',
  },
  {
    alert: 'PetstoreStandbyLag',
    series: { [of('petstore_database_standby_lag_bytes', { standby: 'b' })]: '0 3e8x20' },
    quiet: '120s',
    labels: { ...staging, standby: 'b' },
    summary: 'The standby b of staging is behind the primary.',
  },
  {
    alert: 'PetstoreDatabaseWaiting',
    series: between('petstore_database_wait_duration_seconds', ['0.5', '1']),
    quiet: '300s',
    labels: { environment: 'staging', instance: 'a' },
    summary: 'One change in a hundred of staging waits 995ms or more for a connection.',
  },
  {
    alert: 'PetstoreDatabaseSlow',
    series: {
      ...between('petstore_database_call_duration_seconds', ['0.25', '0.5'], { work: 'commit' }),
      ...between('petstore_database_call_duration_seconds', ['0.001', '0.0025'], { work: 'read' }),
    },
    quiet: '600s',
    labels: { environment: 'staging', instance: 'a', work: 'commit' },
    summary: 'One commit in a hundred of the database of staging takes 497.5ms or more.',
  },
  {
    alert: 'PetstoreCountersDown',
    series: { [of('petstore_counters_down')]: '0 2x20' },
    quiet: '60s',
    summary: 'staging does not reach the engine that counts its requests.',
  },
  {
    alert: 'PetstoreCountersReplicaLost',
    series: { [of('petstore_counters_replicas')]: '2 1x40' },
    quiet: '300s',
    summary: 'A replica of the counters of staging is missing; 1 can take over.',
  },
  {
    alert: 'PetstoreErrors',
    series: {
      [requests('listPets', '200')]: '0+95x40',
      [requests('listPets', '503')]: '0+5x40',
    },
    quiet: '300s',
    labels: alone,
    summary: '5% of the requests to staging fail.',
  },
  {
    alert: 'PetstoreSlow',
    series: between('petstore_request_duration_seconds', ['0.25', '0.5'], { operation: 'getPet' }),
    quiet: '600s',
    labels: alone,
    summary: 'One request in a hundred to staging takes 497.5ms or more.',
  },
  {
    alert: 'PetstoreEventLoopLag',
    series: { [of('petstore_event_loop_lag_p99_seconds')]: '0 0.2x40' },
    quiet: '300s',
    summary: 'An event loop of staging is late by 200ms.',
  },
  {
    alert: 'PetstoreSaturated',
    series: {
      [of('petstore_event_loop_active_seconds_total')]: '0+13.5x60',
      [of('petstore_threads')]: '1x60',
    },
    quiet: '855s',
    summary: 'staging uses 90% of the core that it can use.',
  },
  {
    alert: 'PetstoreThreadFailed',
    series: { [of('petstore_threads_replaced_total')]: '0x3 1x20' },
    quiet: '45s',
    summary: 'The thread of staging failed and was replaced.',
  },
  {
    alert: 'PetstoreStorageFailures',
    series: { [of('petstore_storage_failures_total', { operation: 'data.page' })]: '0x3 1x20' },
    quiet: '45s',
    labels: alone,
    summary: 'Calls of the database of staging fail.',
  },
  {
    alert: 'PetstoreBackgroundFailing',
    series: { [of('petstore_background_failures_total', { work: 'save counts' })]: '1x3 6x20' },
    quiet: '45s',
    labels: { ...staging, work: 'save counts' },
    summary: 'The work "save counts" of staging fails again and again.',
  },
  {
    alert: 'PetstoreDiskFilling',
    series: { [`petstore_data_free_bytes{${text(job)}}`]: '536870912x70' },
    quiet: '885s',
    labels: job,
    summary: 'The disk of the databases has 512MiB left, now or by tomorrow.',
  },
  {
    alert: 'PetstoreFileDescriptors',
    series: {
      [`process_open_fds{${text(job)}}`]: '10 900x40',
      [`process_max_fds{${text(job)}}`]: '1000x40',
    },
    quiet: '300s',
    labels: job,
    summary: '90% of the file descriptors are open.',
  },
  {
    alert: 'PetstoreMemory',
    series: { [`process_resident_memory_bytes{${text(job)}}`]: '1e8 2147483648x70' },
    quiet: '900s',
    labels: job,
    summary: 'The process holds 2GiB of memory.',
  },
  {
    alert: 'PetstoreConnectionsDropped',
    series: { [of('petstore_connections_dropped_total')]: '0x3 1x20' },
    quiet: '45s',
    summary: 'staging closes connections because too many are open.',
  },
  {
    alert: 'PetstoreAddressesRefused',
    series: {
      [of('petstore_quota_decisions_total', { subject: 'address', decision: 'over' })]: '0+300x60',
    },
    quiet: '750s',
    labels: alone,
    summary: 'Callers without a key send 20 requests a second over their quota.',
  },
  {
    alert: 'PetstoreBans',
    series: { [of('petstore_bans_total')]: '0x3 1x20' },
    quiet: '45s',
    summary: 'An API key of staging was banned.',
  },
  {
    alert: 'PetstoreDeliveriesWaiting',
    series: {
      [of('petstore_deliveries_oldest_seconds')]: '0 7200x70',
      [of('petstore_deliveries_waiting')]: '3x70',
    },
    quiet: '900s',
    summary: 'A message to a webhook of staging waits for 2h 0m 0s.',
  },
  {
    alert: 'PetstoreDeliveriesFailing',
    series: {
      [of('petstore_delivery_attempts_total', { result: 'delivered' })]: '7x70',
      [of('petstore_delivery_attempts_total', { result: 'timeout' })]: '0+15x70',
    },
    quiet: '990s',
    labels: alone,
    summary: 'No receiver of staging takes messages; the fault may be on this side.',
  },
  {
    alert: 'PetstoreBackupOld',
    series: { [of('petstore_last_backup_timestamp_seconds')]: '0x60' },
    every: '1h',
    quiet: '26h',
    summary: 'The last backup of staging is 1d 3h 0m 0s old.',
  },
  {
    alert: 'PetstoreBackupFailing',
    series: { [of('petstore_last_backup_success')]: '1 0x60' },
    every: '1h',
    quiet: '2h',
    summary: 'The last backup of staging failed.',
  },
  {
    alert: 'PetstoreBackupNever',
    series: { [`petstore_database_up{${text(production)}}`]: '1x60' },
    every: '1h',
    quiet: '23h',
    labels: production,
    summary: 'No backup of production was ever made.',
  },
  {
    alert: 'PetstoreKeysExpiring',
    series: { [of('petstore_keys_expiring')]: '0x3 2x20' },
    quiet: '45s',
    summary: 'Of the API keys of staging, 2 expire within seven days.',
  },
  {
    alert: 'PetstoreLogLinesDropped',
    series: { [of('petstore_log_lines_dropped_total')]: '0x3 1x20' },
    quiet: '45s',
    summary: 'The reader of the log of staging does not keep up; lines are lost.',
  },
  {
    alert: 'PetstoreTraceSpansDropped',
    series: { [of('petstore_trace_spans_dropped_total', { reason: 'not_taken' })]: '0x3 1x20' },
    quiet: '45s',
    labels: alone,
    summary: 'Spans of staging are lost; traces have gaps.',
  },
  {
    alert: 'PetstoreDeprecatedCallers',
    series: {
      [of('petstore_deprecated_requests_total', { operation: 'findPets', key: 'key_1' })]:
        '_x44000 0+1x500',
    },
    every: '12h',
    looks: '60d',
    // 2030-09-06T00:00:00Z, 90 days before the end.
    quiet: '1914883200s',
    labels: { ...alone, operation: 'findPets', key: 'key_1' },
    summary: 'The key key_1 still calls findPets, which is about to be removed.',
  },
]

export const calmCases: readonly CalmCase[] = [
  {
    // A balancer asks again and again whether a service is ready that is not.
    alert: 'PetstoreErrors',
    series: { [requests('health', '503')]: '0+50x40', [requests('listPets', '200')]: '0+1x40' },
    quiet: '600s',
  },
  {
    // PostgreSQL is backed up by its own means.
    alert: 'PetstoreBackupNever',
    series: {
      [`petstore_database_up{${text(production)}}`]: '1x60',
      [`petstore_database_server_up{${text({ ...production, server: 'a' })}}`]: '1x60',
    },
    every: '1h',
    quiet: '48h',
  },
  {
    alert: 'PetstoreNoSynchronousStandby',
    series: {
      [of('petstore_database_synchronous_standbys')]: '0x20',
      [of('petstore_database_synchronous_wanted')]: '0x20',
    },
    quiet: '300s',
  },
  {
    // One engine alone, or one that was never followed.
    alert: 'PetstoreCountersReplicaLost',
    series: { [of('petstore_counters_replicas')]: '0x40' },
    quiet: '600s',
  },
  {
    // A replica became the master, and the master of before came back.
    alert: 'PetstoreCountersReplicaLost',
    series: { [of('petstore_counters_replicas')]: '2x4 _x2 1x10 2x40' },
    quiet: '600s',
  },
  {
    alert: 'PetstoreDiskFilling',
    series: { [`petstore_data_free_bytes{${text(job)}}`]: '107374182400x120' },
    quiet: '1800s',
  },
  {
    alert: 'PetstoreDeliveriesFailing',
    series: {
      [of('petstore_delivery_attempts_total', { result: 'delivered' })]: '0+1x120',
      [of('petstore_delivery_attempts_total', { result: 'timeout' })]: '0+15x120',
    },
    quiet: '1800s',
  },
]
