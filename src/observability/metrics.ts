import type { Clock } from '../core/clock.ts'
import type { Config } from '../config/config.ts'
import { messageOf } from '../core/errors/message-of.ts'
import type { Environment } from '../core/environments.ts'
import type { CountedThreads } from './health-report.ts'
import type { MetricsPages } from './metrics-pages.ts'
import { type MetricsServer, serveMetrics } from './metrics-server.ts'
import type { Observe } from '../core/observation.ts'

/** Milliseconds between two looks at the counters, from which the pages tell of the last minute. */
const lookEvery = 10_000

/**
 * Serves the metrics of the process and of its environments on the configured address. If the default port is taken,
 * for instance by another service on the machine, the service starts without metrics.
 *
 * The pages are loaded when somebody first asks for one, or at the first look. The first answer of the service need not
 * wait for them.
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
  const { host, names, port, required } = config.metrics
  if (port === undefined) return undefined
  const startedAt = performance.now()
  let loading: Promise<MetricsPages> | undefined
  const load = async (): Promise<MetricsPages> => {
    const { metricsPages } = await import('./metrics-pages.ts')
    return metricsPages({ dataDir: config.dataDir, threads, startedAt, now })
  }
  const loaded = (): Promise<MetricsPages> => (loading ??= load())
  try {
    const server = await serveMetrics({ host, names, port }, async () => (await loaded()).pages)
    observe({ kind: 'metrics_listening', url: server.url })
    const timer = setInterval(() => {
      // If the pages cannot be loaded, who asks for one is told.
      loaded().then(
        ({ look }) => look(),
        () => undefined,
      )
    }, lookEvery)
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
