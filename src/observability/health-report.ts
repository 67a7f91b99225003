import type { Environment } from '../core/environments.ts'
import type { Figures, WorkerHealth } from './figures.ts'
import type { ProcessFacts } from './process-metrics.ts'
import type { RecentRequests } from './recent-requests.ts'

/** One environment in `/health.json`. */
type EnvironmentHealth = Omit<WorkerHealth, 'requests' | 'lastBackupAt'> & {
  /** Whether its thread listens and the database answers. */
  readonly isUp: boolean
  readonly threads: number
  readonly threadsReplaced: number
  readonly requests: Omit<RecentRequests, 'refusals'>
  readonly refusals: RecentRequests['refusals']
  /** When `petstore backup` last made one, and seconds since; null if nobody knows of any. */
  readonly lastBackupAt: string | null
  readonly backupAgeSeconds: number | null
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

/** What is shown of the worker of an environment. */
export type ShownWorker = {
  readonly isServing: boolean
  readonly replacedCount: number
  readonly figures: Figures | undefined
}

/**
 * @param served by environment
 * @param now milliseconds since the Unix epoch
 */
export const healthReport = (
  version: string,
  served: ReadonlyMap<Environment, ShownWorker>,
  facts: ProcessFacts,
  now: number,
): HealthReport => ({
  service: 'petstore',
  version,
  at: new Date(now).toISOString(),
  startedAt: new Date(facts.startedAt).toISOString(),
  dataFreeBytes: facts.freeBytes ?? null,
  residentBytes: facts.residentBytes ?? null,
  environments: Object.fromEntries(
    [...served].map(([environment, each]) => [environment, environmentHealth(each, now)]),
  ),
})

const environmentHealth = (
  { isServing, replacedCount, figures }: ShownWorker,
  now: number,
): EnvironmentHealth => {
  const { requests, lastBackupAt, ...health } = figures?.health ?? unknownHealth
  const { refusals, ...lately } = requests
  return {
    isUp: isServing && health.databaseUp,
    threads: Number(isServing),
    threadsReplaced: replacedCount,
    ...health,
    requests: lately,
    refusals,
    lastBackupAt: lastBackupAt === null ? null : new Date(lastBackupAt).toISOString(),
    backupAgeSeconds:
      lastBackupAt === null ? null : Math.max(0, Math.round((now - lastBackupAt) / 1_000)),
  }
}

/** That of a worker that has told nothing yet. */
const unknownHealth: WorkerHealth = {
  databaseUp: false,
  databaseBytes: null,
  openConnections: 0,
  requests: { seconds: 0, count: 0, p50: null, p99: null, refusals: {} },
  lastBackupAt: null,
  keysExpiring: 0,
  deliveriesWaiting: 0,
  databaseServers: null,
  sharedCounters: null,
}
