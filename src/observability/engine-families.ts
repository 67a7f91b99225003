import { counterFailures, counterWorks, databaseFailures, databaseWorks } from '../core/engines.ts'
import { type Family, labelText, type Layout } from './metrics-layout.ts'

/** Seconds. A call over a network takes tenths of a millisecond; one that waits for a standby or a lock takes longer. */
const callBounds = [
  0.0001, 0.000_25, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5,
]

/** What a connection of the pool can be. */
const connectionStates = ['busy', 'idle'] as const

/** How many servers, standbys or replicas have series of their own; there are rarely more than three. */
const mostServers = 16

/** How the threads of an environment use the database's servers now. They are 0 for a thread that has ended. */
export const presentOfDatabase = (layout: Layout) => {
  const databaseConnectionsMost = layout.presentGauge({
    name: 'petstore_database_connections_max',
    help: 'Connections to PostgreSQL that the threads may have for reads and writes.',
    only: 'itself',
  })
  const only = databaseConnectionsMost
  return {
    databaseConnectionsMost,
    databaseConnections: layout.presentGauge({
      name: 'petstore_database_connections',
      help: 'Connections to PostgreSQL for reads and writes: busy with statements under way, idle without.',
      series: connectionStates.map((state) => labelText({ state })),
      only,
    }),
    databaseWaiting: layout.presentGauge({
      name: 'petstore_database_waiting',
      help: 'Changes that wait for a connection that writes.',
      only,
    }),
  } as const
}

/** The metrics of the servers of PostgreSQL. They are shown only if an environment keeps its data there. */
export const databaseFamilies = (layout: Layout, only: Family) =>
  ({
    databaseSeconds: layout.histogram(callBounds, {
      name: 'petstore_database_call_duration_seconds',
      help: 'Time that PostgreSQL took, by work: read, lock, write, commit or upkeep.',
      series: databaseWorks.map((work) => labelText({ work })),
      only,
    }),
    databaseWait: layout.histogram(callBounds, {
      name: 'petstore_database_wait_duration_seconds',
      help: 'Time that changes waited for their turn on the connection that writes.',
      only,
    }),
    databaseFailures: layout.counter({
      name: 'petstore_database_failures_total',
      help: 'Calls of PostgreSQL that failed, by reason.',
      series: databaseFailures.map((reason) => labelText({ reason })),
      only,
    }),
    databaseReconnects: layout.counter({
      name: 'petstore_database_reconnects_total',
      help: 'Connections to PostgreSQL opened in the place of one that was lost.',
      only,
    }),
    databaseServerUp: layout.gauge({
      name: 'petstore_database_server_up',
      help: 'Whether each configured server of PostgreSQL answers this node.',
      slots: mostServers,
      only,
    }),
    databasePrimary: layout.gauge({
      name: 'petstore_database_primary',
      help: 'Whether each configured server of PostgreSQL takes writes.',
      slots: mostServers,
      only,
    }),
    databaseStandbys: layout.gauge({
      name: 'petstore_database_standbys',
      help: 'Standbys that follow the primary of PostgreSQL.',
      only,
    }),
    synchronousStandbys: layout.gauge({
      name: 'petstore_database_synchronous_standbys',
      help: 'Standbys that a commit can wait for; missing if the user of the service may not know.',
      only,
    }),
    synchronousWanted: layout.gauge({
      name: 'petstore_database_synchronous_wanted',
      help: 'Whether a commit is meant to wait for a standby.',
      only,
    }),
    standbyLagBytes: layout.gauge({
      name: 'petstore_database_standby_lag_bytes',
      help: 'What each standby does not have on its disk yet, in bytes of the write-ahead log.',
      slots: mostServers,
      only,
    }),
    standbyLagSeconds: layout.gauge({
      name: 'petstore_database_standby_lag_seconds',
      help: 'How far the disk of each standby is behind the primary.',
      slots: mostServers,
      only,
    }),
  }) as const

/** The metrics of the engine that counts. They are shown only if an environment counts there. */
export const counterFamilies = (layout: Layout) => {
  const countersDeadline = layout.gauge({
    name: 'petstore_counters_deadline_seconds',
    help: 'How long Valkey or Redis may take to answer.',
    join: 'most',
    only: 'itself',
  })
  const only = countersDeadline
  return {
    countersDeadline,
    countersDown: layout.gauge({
      name: 'petstore_counters_down',
      help: 'How many threads do not reach the engine that counts requests, and count alone or refuse.',
      only,
    }),
    countersOutages: layout.counter({
      name: 'petstore_counters_outages_total',
      help: 'How often a thread took Valkey or Redis for down.',
      only,
    }),
    countersSeconds: layout.histogram(callBounds, {
      name: 'petstore_counters_call_duration_seconds',
      help: 'Time that Valkey or Redis took, by work: count, news or upkeep. One call counts many requests.',
      series: counterWorks.map((work) => labelText({ work })),
      only,
    }),
    countersFailures: layout.counter({
      name: 'petstore_counters_failures_total',
      help: 'Calls of Valkey or Redis that failed, by reason.',
      series: counterFailures.map((reason) => labelText({ reason })),
      only,
    }),
    countedAlone: layout.counter({
      name: 'petstore_counters_alone_total',
      help: 'Requests that this node counted by itself, because Valkey or Redis did not answer.',
      only,
    }),
    refusedAlone: layout.counter({
      name: 'petstore_counters_refused_total',
      help: 'Requests refused with 503, because Valkey or Redis did not answer.',
      only,
    }),
    countersNodes: layout.gauge({
      name: 'petstore_counters_nodes',
      help: 'Services that count in the same Valkey or Redis, as it last said.',
      join: 'most',
      only,
    }),
    countersReplicas: layout.gauge({
      name: 'petstore_counters_replicas',
      help: 'Replicas that follow the master; missing while it cannot be asked.',
      only,
    }),
    replicaLagBytes: layout.gauge({
      name: 'petstore_counters_replica_lag_bytes',
      help: 'What each replica has not confirmed yet, in bytes of the replication stream.',
      slots: mostServers,
      only,
    }),
    replicaLagSeconds: layout.gauge({
      name: 'petstore_counters_replica_lag_seconds',
      help: 'Time since each replica last confirmed anything.',
      slots: mostServers,
      only,
    }),
  } as const
}
