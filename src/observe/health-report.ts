import type { Environment } from '../base/environments.ts'
import type { WorkerState } from './service-metrics.ts'
import type { Latest } from './metric-groups.ts'
import { noRequests } from './recent-requests.ts'

/** Current facts about the process and its machine; undefined where the system does not provide one. */
export type ProcessFacts = {
  /** Milliseconds since the Unix epoch. */
  readonly startedAt: number
  readonly residentBytes: number | undefined
  readonly openFiles: number | undefined
  /** Free space in the file system of the data folder. */
  readonly freeBytes: number | undefined
}

/** The content of `/health.json`; `docs/operations.md` describes every field. */
export const healthReport = (
  served: ReadonlyMap<Environment, WorkerState>,
  { startedAt, freeBytes, residentBytes }: ProcessFacts,
  now: number,
) => ({
  service: 'petstore',
  version: served.values().next().value?.version ?? null,
  at: new Date(now).toISOString(),
  startedAt: new Date(startedAt).toISOString(),
  dataFreeBytes: freeBytes ?? null,
  residentBytes: residentBytes ?? null,
  environments: Object.fromEntries(
    [...served].map(([environment, worker]) => [environment, environmentHealth(worker, now)]),
  ),
})

const environmentHealth = ({ figures, ...worker }: WorkerState, now: number) => {
  const { isServing, version, replacedCount } = worker
  const { latest = {}, requests: { refusals, ...requests } = noRequests } = figures ?? {}
  const { vital_signs: signs, store_facts: facts } = latest
  const databaseUp = signs?.databaseUp ?? false
  const lastBackupAt = facts?.lastBackupAt
  return {
    isUp: isServing && databaseUp,
    version,
    threads: Number(isServing),
    threadsReplaced: replacedCount,
    databaseUp,
    databaseBytes: facts?.bytes ?? null,
    openConnections: signs?.connections ?? 0,
    keysExpiring: facts?.keysExpiring ?? 0,
    deliveriesWaiting: latest.deliveries_waiting?.count ?? 0,
    databaseServers: databaseServersHealth(latest),
    sharedCounters: sharedCountersHealth(latest),
    requests,
    refusals,
    lastBackupAt: lastBackupAt === undefined ? null : new Date(lastBackupAt).toISOString(),
    backupAgeSeconds:
      lastBackupAt === undefined ? null : Math.max(0, Math.round((now - lastBackupAt) / 1_000)),
  }
}

/** The servers of PostgreSQL that an environment uses; null if its store is SQLite. */
const databaseServersHealth = ({
  database_pool: pool,
  database_servers: seen,
  database_standbys,
}: Latest) => {
  if (pool === undefined) return null
  const { busy, idle, max: most, waiting } = pool
  const standbys = database_standbys?.standbys
  const lags = (standbys?.followers ?? []).flatMap(({ lagSeconds }) => lagSeconds ?? [])
  return {
    servers: (seen?.servers ?? []).map(({ name, role }) => ({
      name,
      isUp: role !== 'unreachable',
      isPrimary: role === 'primary',
    })),
    connections: { busy, idle, most },
    waiting,
    /** Number of standbys; `synchronousStandbys` is the number of those that take part in commits. Null if it cannot be read. */
    standbys: standbys?.followers.length ?? null,
    synchronousStandbys: standbys?.synchronous ?? null,
    isSynchronousWanted: standbys?.isSynchronousWanted ?? false,
    /** The lag of the standby that is furthest behind. */
    lagSeconds: lags.length === 0 ? null : Math.max(...lags),
  }
}

/** The Valkey or Redis that counts for an environment; null if it counts in the memory of the process. */
const sharedCountersHealth = ({ counters_opened, counters_reached, counters_replicas }: Latest) =>
  counters_opened === undefined
    ? null
    : {
        threadsDown: Number(counters_reached?.isReached === false),
        nodes: counters_replicas?.nodes ?? 0,
        replicas: counters_replicas?.replicas?.length ?? null,
      }
