import type { Clock } from '../core/clock.ts'
import type { Config } from '../config/config.ts'
import { messageOf } from '../core/errors/message-of.ts'
import type { Environment } from '../core/environments.ts'
import { serviceVersion } from '../core/version.ts'
import type { MetricsMemory } from './metrics-memory.ts'
import { processSamples } from './metrics-process.ts'
import { healthPages } from './health-page.ts'
import { healthReport } from './health-report.ts'
import { type MetricsPage, type MetricsServer, serveMetrics } from './metrics-server.ts'
import { metricsContentType, metricsText, type Sample } from './metrics-text.ts'
import { looking, Recently } from './recent-requests.ts'
import type { Observe } from '../core/observation.ts'

/** How many workers an environment has and had. */
export type CountedThreads = {
  readonly memory: { readonly metrics: readonly MetricsMemory[] }
  /** How many listen now. */
  readonly threadCount: number
  /** How many were replaced. */
  readonly replacedCount: number
}

/**
 * Serves the metrics of the process and of its environments on the configured address. If the default port is taken,
 * for instance by another service on the machine, the service starts without metrics.
 *
 * @param now the clock of the system
 * @returns undefined if no metrics are served
 * @throws Error with a message for the operator
 */
export const startMetrics = async (
  config: Config,
  threads: ReadonlyMap<Environment, CountedThreads>,
  observe: Observe,
  now: Clock,
): Promise<MetricsServer | undefined> => {
  const { host, port, required } = config.metrics
  if (port === undefined) return undefined
  const version = serviceVersion()
  const memories = new Map([...threads].map(([name, { memory }]) => [name, memory.metrics]))
  const samples = async (): Promise<readonly Sample[]> =>
    await processSamples(version, config.dataDir, config.environments)
  const served = new Map(
    [...threads].map(([name, counted]) => [
      name,
      { counted, recently: new Recently(counted.memory.metrics) },
    ]),
  )
  const pages: Readonly<Record<string, MetricsPage>> = {
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
  }
  try {
    const server = await serveMetrics(host, port, pages)
    observe({ kind: 'metrics_listening', url: server.url })
    const timer = setInterval(() => {
      for (const { recently } of served.values()) recently.look()
    }, looking.every)
    timer.unref()
    return {
      url: server.url,
      close: async () => {
        clearInterval(timer)
        await server.close()
      },
    }
  } catch (error) {
    const reason = messageOf(error)
    const problem = `The metrics cannot be served on port ${port} of ${host}: ${reason}. Set PETSTORE_METRICS_PORT to another port, or to off.`
    if (required) throw new Error(problem, { cause: error })
    observe({ kind: 'metrics_unavailable', reason: problem })
    return undefined
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
