import type { Environment } from '../core/environments.ts'
import {
  type DatabaseServersHealth,
  databaseServersHealth,
  type SharedCountersHealth,
  sharedCountersHealth,
} from './engine-health.ts'
import type { Family } from './metrics-layout.ts'
import type { MetricsMemory } from './metrics-memory.ts'
import type { Sample } from './metrics-text.ts'
import type { LastMinute, RecentRequests } from './recent-requests.ts'

/** One environment in `/health.json`. */
type EnvironmentHealth = {
  /** Whether a thread listens and the database answers all threads. */
  readonly isUp: boolean
  readonly threads: number
  readonly threadsReplaced: number
  readonly databaseUp: boolean
  readonly databaseBytes: number | null
  readonly openConnections: number
  readonly requests: Omit<RecentRequests, 'refusals'>
  readonly refusals: RecentRequests['refusals']
  /** When `petstore backup` last made one, and seconds since; null if nobody knows of any. */
  readonly lastBackupAt: string | null
  readonly backupAgeSeconds: number | null
  readonly keysExpiring: number
  readonly deliveriesWaiting: number
  readonly databaseServers: DatabaseServersHealth | null
  readonly sharedCounters: SharedCountersHealth | null
}

/** What `/health.json` tells. `docs/operations.md` describes every field. */
export type HealthReport = {
  readonly service: 'petstore'
  readonly version: string
  readonly at: string
  readonly startedAt: string
  readonly dataFreeBytes: number | null
  readonly residentBytes: number | null
  readonly environments: Readonly<Partial<Record<Environment, EnvironmentHealth>>>
}

/** How many workers an environment has and had, and the memory of their metrics. */
export type CountedThreads = {
  readonly memory: { readonly metrics: readonly SharedArrayBuffer[] }
  /** How many listen now. */
  readonly threadCount: number
  /** How many were replaced. */
  readonly replacedCount: number
}

type Served = {
  readonly counted: CountedThreads
  readonly metrics: readonly MetricsMemory[]
  readonly lastMinute: LastMinute
}

/**
 * @param served by environment
 * @param samples of the process and its machine
 * @param now milliseconds since the Unix epoch
 */
export const healthReport = (
  version: string,
  served: ReadonlyMap<Environment, Served>,
  samples: readonly Sample[],
  now: number,
): HealthReport => {
  const sampleOf = (name: string, labels = ''): number | null => {
    const series = samples.find((sample) => sample.name === name)?.series
    return series?.find((each) => each.labels === labels)?.value ?? null
  }
  const started = sampleOf('process_start_time_seconds')
  return {
    service: 'petstore',
    version,
    at: new Date(now).toISOString(),
    startedAt: new Date((started ?? 0) * 1_000).toISOString(),
    dataFreeBytes: sampleOf('petstore_data_free_bytes'),
    residentBytes: sampleOf('process_resident_memory_bytes'),
    environments: Object.fromEntries(
      [...served].map(([environment, each]) => [environment, environmentHealth(each, now)]),
    ),
  }
}

const environmentHealth = (
  { counted, metrics, lastMinute }: Served,
  now: number,
): EnvironmentHealth => {
  const { threadCount, replacedCount } = counted
  const families = metrics[0]?.metrics.families
  const valuesOf = (family: Family | undefined, threads = metrics): readonly number[] =>
    family === undefined ? [] : threads.map(({ cells }) => cells[family.offset] ?? 0)
  // The memory of a thread that does not listen yet says nothing of the database.
  const begun = metrics.filter((each, thread) => thread === 0 || hasBegun(each))
  const databaseUp = valuesOf(families?.databaseUp, begun).every((isUp) => isUp === 1)
  const { refusals, ...requests } = lastMinute.read()
  const backup = Math.max(0, ...valuesOf(families?.lastBackup))
  const bytes = Math.max(0, ...valuesOf(families?.databaseBytes))
  return {
    isUp: threadCount > 0 && databaseUp,
    threads: threadCount,
    threadsReplaced: replacedCount,
    databaseUp,
    databaseBytes: bytes === 0 ? null : bytes,
    openConnections: sumOf(valuesOf(families?.connections)),
    requests,
    refusals,
    lastBackupAt: backup === 0 ? null : new Date(backup * 1_000).toISOString(),
    backupAgeSeconds: backup === 0 ? null : Math.max(0, Math.round(now / 1_000 - backup)),
    keysExpiring: Math.max(0, ...valuesOf(families?.keysExpiring)),
    deliveriesWaiting: sumOf(valuesOf(families?.deliveriesWaiting)),
    databaseServers: databaseServersHealth(metrics),
    sharedCounters: sharedCountersHealth(metrics),
  }
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)

const hasBegun = ({ cells, metrics: { families } }: MetricsMemory): boolean =>
  cells[families.heartbeat.offset] !== 0
