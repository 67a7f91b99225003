import { parentPort, workerData } from 'node:worker_threads'
import { serveEnvironment } from './operations/serve-environment.ts'
import { logObserver } from './operations/log.ts'
import type { ThreadCommand, ThreadData, ThreadReport } from './operations/thread-messages.ts'

/**
 * One environment in a thread of its own, so that no load on one environment stalls the other. This file
 * is what the thread starts with; it is never imported.
 */
const main = async (): Promise<void> => {
  // What `serve` starts the thread with.
  const { config, environment } = workerData as ThreadData
  const report = (message: ThreadReport): void => parentPort?.postMessage(message)
  const observe = logObserver(environment, config.logLevel)
  try {
    const served = await serveEnvironment({ config, environment, observe, clock: Date.now })
    parentPort?.on('message', (command: ThreadCommand) => {
      if (command.kind === 'base_urls') served.setBaseUrls(command.baseUrls)
      else void served.stop(command.reason, command.grace).then(() => parentPort?.close())
    })
    report({ kind: 'listening', baseUrl: served.baseUrl, firstKey: served.firstKey })
  } catch (error) {
    report({ kind: 'failed', message: error instanceof Error ? error.message : String(error) })
  }
}

await main()
