import type { Server } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'
import { operationsOf } from './kit/resource.ts'
import { steadyClock } from './base/steady-clock.ts'
import { toAll } from './base/observation.ts'
import { createLog } from './observe/log.ts'
import { serviceMetrics } from './observe/service-metrics.ts'
import { petstore } from './resources/index.ts'
import type { WorkerCommand, WorkerData, WorkerReport } from './server/messages.ts'
import { Worker } from './server/worker.ts'

/** Milliseconds between two moments from which the health page tells of the last minute. */
const rememberEvery = 10_000

/** The thread of an environment. So the load of one environment does not stall the other. */
const main = async (): Promise<void> => {
  // The supervisor starts the worker with this.
  const data = workerData as WorkerData
  const metrics = serviceMetrics(data.environment, operationsOf(petstore))
  const log = createLog(data.config, data.environment, metrics.observe)
  const observers = [metrics.observe, log.observe]
  const { traces } = data.config
  const loaded = traces && (await import('./observe/traces.ts'))
  const operations = operationsOf(petstore)
  const tracing = loaded?.openTracing(traces, data.environment, operations, toAll(observers))
  if (tracing !== undefined) observers.push(tracing.observe)
  const clock = steadyClock({ wall: Date.now, observe: log.observe })
  clock.keep()
  setInterval(() => metrics.remember(), rememberEvery).unref()
  const report = (message: WorkerReport, moved: Server[] = []): void =>
    parentPort?.postMessage(message, moved)
  const worker = new Worker({
    data,
    observers,
    tracing,
    leaveListener: (server) => report({ kind: 'listener', server }, [server]),
    logLinesDropped: log.dropped,
    clock,
  })

  // A failure ends the thread; the supervisor gets it, with its message for the operator.
  const begin = async (port: number): Promise<void> => report(await worker.begin(port))
  const stop = async (reason: string, grace: number): Promise<void> => {
    await worker.stop(reason, grace)
    await tracing?.close()
    await log.close()
    parentPort?.close()
    // What a collector does not take would hold the thread.
    if (tracing !== undefined) process.exit()
  }

  parentPort?.on('message', (command: WorkerCommand) => {
    switch (command.kind) {
      case 'begin':
        void begin(command.port)
        break
      case 'settings': {
        const { baseUrls, config } = command.settings
        if (baseUrls !== undefined) worker.baseUrls = baseUrls
        if (config !== undefined) {
          log.configure(config.log)
          void worker.reconfigure(config, command.audit)
        }
        break
      }
      case 'figures':
        report({ kind: 'figures', figures: metrics.figures() })
        break
      case 'stop':
        void stop(command.reason, command.grace)
        break
    }
  })
}

await main()
