import type { Environment } from '../base/environments.ts'
import type { Figures, WorkerHealth } from './figures.ts'
import type { ProcessFacts } from './process-metrics.ts'

/** What is shown of the worker of an environment. */
export type ShownWorker = {
  readonly isServing: boolean
  readonly replacedCount: number
  readonly figures: Figures | undefined
}

/**
 * What `/health.json` tells. `docs/operations.md` describes every field.
 *
 * @param served by environment
 * @param now milliseconds since the Unix epoch
 */
export const healthReport = (
  version: string,
  served: ReadonlyMap<Environment, ShownWorker>,
  { startedAt, freeBytes, residentBytes }: ProcessFacts,
  now: number,
) => ({
  service: 'petstore',
  version,
  at: new Date(now).toISOString(),
  startedAt: new Date(startedAt).toISOString(),
  dataFreeBytes: freeBytes ?? null,
  residentBytes: residentBytes ?? null,
  environments: Object.fromEntries(
    [...served].map(([environment, worker]) => [environment, environmentHealth(worker, now)]),
  ),
})

const environmentHealth = ({ isServing, replacedCount, figures }: ShownWorker, now: number) => {
  const { requests, lastBackupAt, ...health } = figures?.health ?? unknownHealth
  const { refusals, ...lately } = requests
  const isKnown = lastBackupAt !== null
  return {
    isUp: isServing && health.databaseUp,
    threads: Number(isServing),
    threadsReplaced: replacedCount,
    ...health,
    requests: lately,
    refusals,
    lastBackupAt: isKnown ? new Date(lastBackupAt).toISOString() : null,
    backupAgeSeconds: isKnown ? Math.max(0, Math.round((now - lastBackupAt) / 1_000)) : null,
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
