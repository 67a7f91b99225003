import { parentPort, workerData } from 'node:worker_threads'
import { messageOf } from './core/errors/message-of.ts'
import { createLog } from './observability/log.ts'
import { openMemory } from './server/memory.ts'
import type { WorkerCommand, WorkerData, WorkerReport } from './server/messages.ts'
import { metricsOfThread } from './server/thread-metrics.ts'
import { Worker } from './server/worker.ts'

/**
 * A worker: one thread of an environment. Workers keep the load of one environment from stalling the other, and each
 * can use one processor.
 */
const main = (): void => {
  // The supervisor starts the worker with this.
  const data = workerData as WorkerData
  const memory = openMemory(data.memory)
  const metrics = metricsOfThread(data)
  const log = createLog(data.config, data.environment, metrics)
  const report = (message: WorkerReport): void => parentPort?.postMessage(message)
  const worker = new Worker({
    data,
    memory,
    observers: [metrics, log.observe],
    onWebhooks: () => report({ kind: 'has_webhooks' }),
    logLinesDropped: log.dropped,
    clock: memory.clock.now,
  })

  const begin = async (port: number): Promise<void> => {
    try {
      report(await worker.begin(port))
    } catch (error) {
      report({ kind: 'failed', message: messageOf(error) })
      parentPort?.close()
    }
  }
  const stop = async (reason: string, grace: number): Promise<void> => {
    await worker.stop(reason, grace)
    await log.close()
    parentPort?.close()
  }

  parentPort?.on('message', (command: WorkerCommand) => {
    switch (command.kind) {
      case 'begin':
        void begin(command.port)
        break
      case 'writer':
        worker.writeThrough(command.port)
        break
      case 'reader':
        worker.writeFor(command.port)
        break
      case 'base_urls':
        worker.setBaseUrls(command.baseUrls)
        break
      case 'stop':
        void stop(command.reason, command.grace)
        break
    }
  })
}

main()
