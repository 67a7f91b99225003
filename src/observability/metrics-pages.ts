import { operationsOf } from '../api/resource.ts'
import type { Clock } from '../core/clock.ts'
import type { Environment } from '../core/environments.ts'
import { serviceVersion } from '../core/version.ts'
import { petstore } from '../resources.ts'
import { healthPages } from './health-page.ts'
import { type CountedThreads, healthReport } from './health-report.ts'
import { metricsOf } from './metrics-families.ts'
import { MetricsMemory } from './metrics-memory.ts'
import { processSamples } from './metrics-process.ts'
import type { MetricsPage } from './metrics-server.ts'
import { metricsContentType, metricsText, type Sample } from './metrics-text.ts'
import { LastMinute } from './recent-requests.ts'

type PagesParts = {
  readonly dataDir: string
  readonly threads: ReadonlyMap<Environment, CountedThreads>
  /** When the service started, in milliseconds of `performance.now`. */
  readonly startedAt: number
  /** The clock of the system. */
  readonly now: Clock
}

/** The pages at the address of the metrics. */
export type MetricsPages = {
  readonly pages: Readonly<Record<string, MetricsPage>>
  /** Remembers the counters of this moment, for what the health page tells of the last minute. */
  readonly look: () => void
}

/** Reads what the threads count in their shared memory. */
export const metricsPages = ({ dataDir, threads, startedAt, now }: PagesParts): MetricsPages => {
  const version = serviceVersion()
  const layout = metricsOf(operationsOf(petstore))
  const served = new Map(
    [...threads].map(([environment, counted]) => {
      const metrics = counted.memory.metrics.map((shared) => new MetricsMemory(layout, shared))
      return [environment, { counted, metrics, lastMinute: new LastMinute(metrics, startedAt) }]
    }),
  )
  const memories = new Map([...served].map(([environment, { metrics }]) => [environment, metrics]))
  const samples = async (): Promise<readonly Sample[]> => await processSamples(version, dataDir)
  return {
    pages: {
      ...healthPages,
      '/metrics': {
        type: metricsContentType,
        make: async () => metricsText(memories, [...(await samples()), ...threadSamples(threads)]),
      },
      '/health.json': {
        type: 'application/json',
        make: async () =>
          `${JSON.stringify(healthReport(version, served, await samples(), now()), null, 2)}\n`,
      },
    },
    look: () => {
      for (const { lastMinute } of served.values()) lastMinute.remember()
    },
  }
}

const threadSamples = (threads: ReadonlyMap<Environment, CountedThreads>): readonly Sample[] => {
  const seriesOf = (value: (threads: CountedThreads) => number): Sample['series'] =>
    [...threads].map(([environment, counted]) => ({
      labels: `environment="${environment}"`,
      value: value(counted),
    }))
  return [
    {
      name: 'petstore_threads',
      help: 'Threads that serve the environment.',
      kind: 'gauge',
      series: seriesOf(({ threadCount }) => threadCount),
    },
    {
      name: 'petstore_threads_replaced_total',
      help: 'Threads put in the place of one that failed.',
      kind: 'counter',
      series: seriesOf(({ replacedCount }) => replacedCount),
    },
  ]
}
