import assert from 'node:assert/strict'

const names: Readonly<Record<string, string>> = {
  JOB: 'job="petstore",instance="a"',
  ALONE: 'environment="staging"',
  STAGING: 'environment="staging",job="petstore",instance="a"',
  PRODUCTION: 'environment="production",job="petstore",instance="a"',
}

const heading =
  /^(?<alert>\w+) (?<quiet>\w+)( every (?<every>\w+))?( looks (?<looks>\w+))?( {(?<labels>.*?)})?(: (?<summary>.*))?$/

/**
 * Faults as Prometheus sees them: a line `alert quiet [every …] [looks …] [{labels}][: summary]` for each, and a line for
 * each of its series, with the values from the moment 0 on. The fault begins with the second value, or when it is old enough.
 * `quiet` is the last moment at which nobody is told yet; Prometheus tells somebody when it looks next, for every value
 * (each 15 seconds) unless the line says otherwise. What only looks like a fault has no summary. The labels are those that
 * the alert bears, its severity aside.
 */
const read = (table: string) =>
  table
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/[A-Z]{3,}/g, (all) => names[all] ?? all)
    .trim()
    .split(/\n(?! )/)
    .map((text) => {
      const [head = '', ...lines] = text.split('\n')
      const {
        alert = '',
        quiet = '',
        every,
        looks,
        labels = names['STAGING'],
        summary,
      } = heading.exec(head)?.groups ?? assert.fail(head)
      const pairs = (labels ?? '').matchAll(/(\w+)="([^"]*)"/g)
      const series = lines.map(
        (line) => / {2}(?<series>.*}) (?<values>.*)/.exec(line)?.groups ?? {},
      )
      const borne = Object.fromEntries(Array.from(pairs, ([, name, value]) => [name, value]))
      return { alert, quiet, every, looks, labels: borne, summary, series }
    })

export type AlertCase = ReturnType<typeof read>[number]

/** At least one for each alert of `deploy/alerts.yml`. A rate is full only once the fault is as old as its range. */
export const alertCases = read(`
PetstoreDown 60s {JOB}: The metrics of a cannot be read.
  up{JOB} 1 0x20
PetstoreEnvironmentStalled 30s: The thread of staging has stood still for 45s.
  petstore_heartbeat_timestamp_seconds{STAGING} 0x20
PetstoreDatabaseDown 30s: The database of staging does not answer.
  petstore_database_up{STAGING} 1 0x20
PetstoreDatabaseServerDown 60s {STAGING,server="10.0.0.2:5432"}: a does not reach the database server 10.0.0.2:5432 of staging.
  petstore_database_server_up{STAGING,server="10.0.0.1:5432"} 1x20
  petstore_database_server_up{STAGING,server="10.0.0.2:5432"} 1 0x20
PetstoreNoSynchronousStandby 60s: No standby of staging takes part in commits, so writes wait or are on one machine alone.
  petstore_database_synchronous_standbys{STAGING} 1 0x20
  petstore_database_synchronous_wanted{STAGING} 1x20
PetstoreStandbyLag 120s {STAGING,standby="b"}: The standby b of staging is behind the primary.
  petstore_database_standby_lag_seconds{STAGING,standby="b"} 0 20x20
PetstoreStandbyLag 120s {STAGING,standby="b"}: The standby b of staging is behind the primary.
  petstore_database_standby_lag_bytes{STAGING,standby="b"} 0 3e8x20
PetstoreDatabaseWaiting 300s {ALONE,instance="a"}: One change in a hundred of staging waits 995ms or more for a connection.
  petstore_database_wait_duration_seconds_bucket{STAGING,le="0.5"} 0x60
  petstore_database_wait_duration_seconds_bucket{STAGING,le="1"} 0+15x60
  petstore_database_wait_duration_seconds_bucket{STAGING,le="+Inf"} 0+15x60
PetstoreDatabaseSlow 600s {ALONE,instance="a",work="commit"}: One commit in a hundred of the database of staging takes 497.5ms or more.
  petstore_database_call_duration_seconds_bucket{STAGING,work="commit",le="0.25"} 0x60
  petstore_database_call_duration_seconds_bucket{STAGING,work="commit",le="0.5"} 0+15x60
  petstore_database_call_duration_seconds_bucket{STAGING,work="commit",le="+Inf"} 0+15x60
  petstore_database_call_duration_seconds_bucket{STAGING,work="read",le="0.001"} 0x60
  petstore_database_call_duration_seconds_bucket{STAGING,work="read",le="0.0025"} 0+15x60
  petstore_database_call_duration_seconds_bucket{STAGING,work="read",le="+Inf"} 0+15x60
PetstoreCountersDown 60s: staging does not reach the engine that counts its requests.
  petstore_counters_down{STAGING} 0 2x20
PetstoreCountersReplicaLost 300s: A replica of the counters of staging is missing; 1 can take over.
  petstore_counters_replicas{STAGING} 2 1x40
PetstoreErrors 300s {ALONE}: 5% of the requests to staging fail.
  petstore_requests_total{STAGING,operation="listPets",status="200"} 0+95x40
  petstore_requests_total{STAGING,operation="listPets",status="503"} 0+5x40
PetstoreSlow 600s {ALONE}: One request in a hundred to staging takes 497.5ms or more.
  petstore_request_duration_seconds_bucket{STAGING,operation="getPet",le="0.25"} 0x60
  petstore_request_duration_seconds_bucket{STAGING,operation="getPet",le="0.5"} 0+15x60
  petstore_request_duration_seconds_bucket{STAGING,operation="getPet",le="+Inf"} 0+15x60
PetstoreEventLoopLag 300s: An event loop of staging is late by 200ms.
  petstore_event_loop_lag_p99_seconds{STAGING} 0 0.2x40
PetstoreSaturated 855s: staging uses 90% of the core that it can use.
  petstore_event_loop_active_seconds_total{STAGING} 0+13.5x60
  petstore_threads{STAGING} 1x60
PetstoreThreadFailed 45s: The thread of staging failed and was replaced.
  petstore_threads_replaced_total{STAGING} 0x3 1x20
PetstoreStorageFailures 45s {ALONE}: Calls of the database of staging fail.
  petstore_storage_failures_total{STAGING,operation="data.page"} 0x3 1x20
PetstoreBackgroundFailing 45s {STAGING,work="save counts"}: The work "save counts" of staging fails again and again.
  petstore_background_failures_total{STAGING,work="save counts"} 1x3 6x20
PetstoreDiskFilling 885s {JOB}: The disk of the databases has 512MiB left, now or by tomorrow.
  petstore_data_free_bytes{JOB} 536870912x70
PetstoreFileDescriptors 300s {JOB}: 90% of the file descriptors are open.
  process_open_fds{JOB} 10 900x40
  process_max_fds{JOB} 1000x40
PetstoreMemory 900s {JOB}: The process holds 2GiB of memory.
  process_resident_memory_bytes{JOB} 1e8 2147483648x70
PetstoreConnectionsDropped 45s: staging closes connections because too many are open.
  petstore_connections_dropped_total{STAGING} 0x3 1x20
PetstoreAddressesRefused 750s {ALONE}: Callers without a key send 20 requests a second over their quota.
  petstore_quota_decisions_total{STAGING,subject="address",decision="over"} 0+300x60
PetstoreBans 45s: An API key of staging was banned.
  petstore_bans_total{STAGING} 0x3 1x20
PetstoreDeliveriesWaiting 900s: A message to a webhook of staging waits for 2h 0m 0s.
  petstore_deliveries_oldest_seconds{STAGING} 0 7200x70
  petstore_deliveries_waiting{STAGING} 3x70
PetstoreDeliveriesFailing 990s {ALONE}: No receiver of staging takes messages; the fault may be on this side.
  petstore_delivery_attempts_total{STAGING,result="delivered"} 7x70
  petstore_delivery_attempts_total{STAGING,result="timeout"} 0+15x70
PetstoreBackupOld 26h every 1h: The last backup of staging is 1d 3h 0m 0s old.
  petstore_last_backup_timestamp_seconds{STAGING} 0x60
PetstoreBackupFailing 2h every 1h: The last backup of staging failed.
  petstore_last_backup_success{STAGING} 1 0x60
PetstoreBackupNever 23h every 1h {PRODUCTION}: No backup of production was ever made.
  petstore_database_up{PRODUCTION} 1x60
PetstoreKeysExpiring 45s: Of the API keys of staging, 2 expire within seven days.
  petstore_keys_expiring{STAGING} 0x3 2x20
PetstoreLogLinesDropped 45s: The reader of the log of staging does not keep up; lines are lost.
  petstore_log_lines_dropped_total{STAGING} 0x3 1x20
PetstoreTraceSpansDropped 45s {ALONE}: Spans of staging are lost; traces have gaps.
  petstore_trace_spans_dropped_total{STAGING,reason="not_taken"} 0x3 1x20
# At 2030-09-06T00:00:00Z, 90 days before the end.
PetstoreDeprecatedCallers 1914883200s every 12h looks 60d {ALONE,operation="findPets",key="key_1"}: The key key_1 still calls findPets, which is about to be removed.
  petstore_deprecated_requests_total{STAGING,operation="findPets",key="key_1"} _x44000 0+1x500
`)

/** What looks alike and is no fault: at that moment nobody is told. */
export const calmCases = read(`
# A balancer asks again and again whether a service is ready that is not.
PetstoreErrors 600s
  petstore_requests_total{STAGING,operation="health",status="503"} 0+50x40
  petstore_requests_total{STAGING,operation="listPets",status="200"} 0+1x40
# PostgreSQL is backed up by its own means.
PetstoreBackupNever 48h every 1h
  petstore_database_up{PRODUCTION} 1x60
  petstore_database_server_up{PRODUCTION,server="a"} 1x60
PetstoreNoSynchronousStandby 300s
  petstore_database_synchronous_standbys{STAGING} 0x20
  petstore_database_synchronous_wanted{STAGING} 0x20
# One engine alone, or one that was never followed.
PetstoreCountersReplicaLost 600s
  petstore_counters_replicas{STAGING} 0x40
# A replica became the master, and the master of before came back.
PetstoreCountersReplicaLost 600s
  petstore_counters_replicas{STAGING} 2x4 _x2 1x10 2x40
PetstoreDiskFilling 1800s
  petstore_data_free_bytes{JOB} 107374182400x120
PetstoreDeliveriesFailing 1800s
  petstore_delivery_attempts_total{STAGING,result="delivered"} 0+1x120
  petstore_delivery_attempts_total{STAGING,result="timeout"} 0+15x120
`)
