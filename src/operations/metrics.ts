import type { Config } from '../config/config.ts'
import { messageOf } from '../errors/message-of.ts'
import type { Environment } from '../keys/key-format.ts'
import { serviceVersion } from '../version.ts'
import type { MetricsMemory } from './metrics-memory.ts'
import { processSamples } from './metrics-process.ts'
import { type MetricsServer, serveMetrics } from './metrics-server.ts'
import { metricsText } from './metrics-text.ts'
import type { Observe } from './observation.ts'

/**
 * Serves the metrics of the process and of its environments, where the configuration says. A port that
 * the operator did not choose and that is taken (by another service on the machine) is no reason not
 * to start.
 *
 * @returns undefined where there are none
 * @throws Error with a message for the operator
 */
export const startMetrics = async (
  config: Config,
  memories: ReadonlyMap<Environment, MetricsMemory>,
  observe: Observe,
): Promise<MetricsServer | undefined> => {
  const { host, port, required } = config.metrics
  if (port === undefined) return undefined
  const version = serviceVersion()
  const scrape = async (): Promise<string> =>
    metricsText(memories, await processSamples(version, config.dataDir, config.environments))
  try {
    const server = await serveMetrics(host, port, scrape)
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
