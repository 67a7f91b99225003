import type { Clock } from '../base/clock.ts'
import type { Environment } from '../base/environments.ts'
import { serviceVersion } from '../base/version.ts'
import type { Supervised, WorkerState } from './service-metrics.ts'
import { healthPages } from './health-page.ts'
import { healthReport } from './health-report.ts'
import type { MetricsPage } from './metrics-server.ts'
import {
  type Family,
  gaugeFamily,
  labelText,
  metricsContentType,
  metricsText,
} from './metrics-text.ts'
import { processFacts, processMetrics } from './process-metrics.ts'

type PagesParts = {
  readonly dataDir: string
  readonly workers: ReadonlyMap<Environment, Supervised>
  /** The clock of the system. */
  readonly now: Clock
}

/** The pages at the address of the metrics, by path. Each asks the workers for their figures. */
export const metricsPages = ({
  dataDir,
  workers,
  now,
}: PagesParts): Readonly<Record<string, MetricsPage>> => {
  const version = serviceVersion()
  const states = async (): Promise<ReadonlyMap<Environment, WorkerState>> =>
    new Map(
      await Promise.all(
        [...workers].map(async ([name, worker]) => [name, await worker.state()] as const),
      ),
    )
  return {
    ...healthPages,
    '/metrics': {
      type: metricsContentType,
      make: async () => {
        const [all, facts] = await Promise.all([states(), processFacts(dataDir)])
        const own = [...all.values()].flatMap(({ figures }) => figures?.metrics ?? [])
        return metricsText([...processMetrics(version, facts), ...workerMetrics(all), ...own])
      },
    },
    '/health.json': {
      type: 'application/json',
      make: async () => {
        const [all, facts] = await Promise.all([states(), processFacts(dataDir)])
        return `${JSON.stringify(healthReport(version, all, facts, now()), null, 2)}\n`
      },
    },
  }
}

const workerMetrics = (workers: ReadonlyMap<Environment, WorkerState>): readonly Family[] => {
  const each = (valueOf: (worker: WorkerState) => number): Array<readonly [string, number]> =>
    [...workers].map(([name, worker]) => [labelText(['environment'], [name]), valueOf(worker)])
  return [
    gaugeFamily(
      'petstore_threads',
      'Threads that serve the environment.',
      each(({ isServing }) => Number(isServing)),
    ),
    gaugeFamily(
      'petstore_threads_replaced_total',
      'Threads put in the place of one that failed.',
      each(({ replacedCount }) => replacedCount),
    ),
  ]
}
