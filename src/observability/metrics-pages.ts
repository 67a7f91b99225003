import type { Clock } from '../core/clock.ts'
import type { Environment } from '../core/environments.ts'
import { serviceVersion } from '../core/version.ts'
import type { Supervised } from './figures.ts'
import { healthPages } from './health-page.ts'
import { healthReport, type ShownWorker } from './health-report.ts'
import { processSamples } from './metrics-process.ts'
import type { MetricsPage } from './metrics-server.ts'
import { metricsContentType, metricsText, type Sample } from './metrics-text.ts'

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
  const samples = async (): Promise<readonly Sample[]> => await processSamples(version, dataDir)
  const shown = async (): Promise<ReadonlyMap<Environment, ShownWorker>> =>
    new Map(
      await Promise.all(
        [...workers].map(async ([environment, worker]) => {
          const figures = await worker.figures()
          const { isServing, replacedCount } = worker
          return [environment, { isServing, replacedCount, figures }] as const
        }),
      ),
    )
  return {
    ...healthPages,
    '/metrics': {
      type: metricsContentType,
      make: async () => {
        const all = await shown()
        const metrics = [...all.values()].map(({ figures }) => figures?.metrics ?? [])
        return metricsText(metrics, [...(await samples()), ...workerSamples(all)])
      },
    },
    '/health.json': {
      type: 'application/json',
      make: async () =>
        `${JSON.stringify(healthReport(version, await shown(), await samples(), now()), null, 2)}\n`,
    },
  }
}

const workerSamples = (workers: ReadonlyMap<Environment, ShownWorker>): readonly Sample[] => {
  const seriesOf = (value: (worker: ShownWorker) => number): Sample['series'] =>
    [...workers].map(([environment, worker]) => ({
      labels: `environment="${environment}"`,
      value: value(worker),
    }))
  return [
    {
      name: 'petstore_threads',
      help: 'Threads that serve the environment.',
      kind: 'gauge',
      series: seriesOf(({ isServing }) => Number(isServing)),
    },
    {
      name: 'petstore_threads_replaced_total',
      help: 'Threads put in the place of one that failed.',
      kind: 'counter',
      series: seriesOf(({ replacedCount }) => replacedCount),
    },
  ]
}
