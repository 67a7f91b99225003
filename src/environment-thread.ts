import { parentPort, workerData } from 'node:worker_threads'
import { messageOf } from './errors/message-of.ts'
import { serveEnvironment } from './operations/serve-environment.ts'
import { createLog } from './operations/log.ts'
import { MetricsMemory } from './operations/metrics-memory.ts'
import { metricsObserver } from './operations/metrics-recorder.ts'
import { toAll } from './operations/observation.ts'
import type { ThreadCommand, ThreadData, ThreadReport } from './operations/thread-messages.ts'

/**
 * One environment in a thread of its own, so that no load on one environment stalls the other. This file
 * is what the thread starts with; it is never imported.
 */
const main = async (): Promise<void> => {
  // What `serve` starts the thread with.
  const { config, environment, metrics } = workerData as ThreadData
  const report = (message: ThreadReport): void => parentPort?.postMessage(message)
  const log = createLog(config, environment)
  const observe = toAll(metricsObserver(new MetricsMemory(metrics)), log.observe)
  try {
    const served = await serveEnvironment({
      config,
      environment,
      observe,
      logLinesDropped: log.dropped,
      clock: Date.now,
    })
    const stop = async (reason: string, grace: number): Promise<void> => {
      await served.stop(reason, grace)
      await log.close()
      parentPort?.close()
    }
    parentPort?.on('message', (command: ThreadCommand) => {
      if (command.kind === 'base_urls') served.setBaseUrls(command.baseUrls)
      else void stop(command.reason, command.grace)
    })
    report({ kind: 'listening', baseUrl: served.baseUrl, firstKey: served.firstKey })
  } catch (error) {
    report({ kind: 'failed', message: messageOf(error) })
  }
}

await main()
