import type { Clock } from '../core/clock.ts'
import type { Config } from '../config/config.ts'
import { messageOf } from '../core/errors/message-of.ts'
import type { Environment } from '../core/environments.ts'
import type { Supervised } from './figures.ts'
import { type MetricsPage, type MetricsServer, serveMetrics } from './metrics-server.ts'
import type { Observe } from '../core/observation.ts'

/**
 * Serves the metrics of the process and of its environments on the configured address. If the default port is taken,
 * for instance by another service on the machine, the service starts without metrics.
 *
 * The pages are loaded when somebody first asks for one. The first answer of the service need not wait for them.
 *
 * @param now the clock of the system
 * @returns undefined if no metrics are served
 * @throws Error with a message for the operator
 */
export const startMetrics = async (
  config: Config,
  workers: ReadonlyMap<Environment, Supervised>,
  observe: Observe,
  now: Clock,
): Promise<MetricsServer | undefined> => {
  const { host, names, port, required } = config.metrics
  if (port === undefined) return undefined
  let loading: Promise<Readonly<Record<string, MetricsPage>>> | undefined
  const load = async (): Promise<Readonly<Record<string, MetricsPage>>> => {
    const { metricsPages } = await import('./metrics-pages.ts')
    return metricsPages({ dataDir: config.dataDir, workers, now })
  }
  try {
    const server = await serveMetrics({ host, names, port }, () => (loading ??= load()))
    observe({ kind: 'metrics_listening', url: server.url })
    return server
  } catch (error) {
    const reason = messageOf(error)
    const problem = `The metrics cannot be served on port ${port} of ${host}: ${reason}. Set PETSTORE_METRICS_PORT to another port, or to off.`
    if (required) throw new Error(problem, { cause: error })
    observe({ kind: 'metrics_unavailable', reason: problem })
    return undefined
  }
}
