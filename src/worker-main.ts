import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { readConfig } from './base/config/config.ts'
import { operationsOf } from './kit/resource.ts'
import { steadyClock } from './base/steady-clock.ts'
import { serviceVersion } from './base/version.ts'
import { toAll } from './base/observation.ts'
import { createLog } from './observe/log.ts'
import { serviceMetrics } from './observe/service-metrics.ts'
import { petstore } from './resources/index.ts'
import {
  type Beginning,
  protocol,
  type WorkerCommand,
  type WorkerData,
  type WorkerReport,
} from './server/messages.ts'
import { serveEnvironment, type Worker } from './server/worker.ts'

/** Milliseconds between the snapshots from which the health page computes the last minute. */
const rememberEvery = 10_000

/** Runs the thread of one environment. Each has its own, so that load on one does not stall the other. */
const main = async (): Promise<void> => {
  // `startWorker` passes this to the thread.
  const { env, environment } = workerData as WorkerData
  const config = readConfig(env)
  const operations = operationsOf(petstore)
  const metrics = serviceMetrics(environment, operations)
  const log = createLog(config, environment, metrics.observe)
  const observers = [metrics.observe, log.observe]
  const loaded = config.traces && (await import('./observe/traces.ts'))
  const tracing = loaded?.openTracing(config.traces, environment, operations, toAll(observers))
  if (tracing !== undefined) observers.push(tracing.observe)
  const clock = steadyClock({ wall: Date.now, observe: log.observe })
  clock.keep()
  setInterval(() => metrics.remember(), rememberEvery).unref()
  const report = (message: WorkerReport, moved: MessagePort[] = []): void =>
    parentPort?.postMessage(message, moved)
  let worker: Worker | undefined

  // An error ends the thread and reaches the supervisor, with its message for the operator.
  const begin = async (how: Beginning): Promise<void> => {
    worker = serveEnvironment({
      data: { ...how, config, environment },
      observers,
      tracing,
      leaveListener: (queue) => report({ kind: 'listener', listener: queue }, [queue]),
      logLinesDropped: log.dropped,
      clock,
    })
    report((await worker.begun).listening)
  }
  /** The thread stays alive afterwards, because it begins again if its successor cannot. */
  const handOver = async (to: MessagePort): Promise<void> =>
    report({ kind: 'handed_over', at: (await worker?.handOver(to)) ?? 0 })
  const endAfter = async (work: Promise<void> | undefined): Promise<void> => {
    await work
    await tracing?.close()
    await log.close()
    parentPort?.close()
    // A trace collector or a database that does not answer would keep the thread alive.
    process.exit()
  }
  parentPort?.on('message', (command: WorkerCommand) => {
    if (command.kind === 'begin') void begin(command)
    else if (command.kind === 'hand_over') void handOver(command.to)
    else if (command.kind === 'figures') report({ kind: 'figures', figures: metrics.figures() })
    else if (command.kind === 'stop') void endAfter(worker?.stop(command.reason, command.grace))
    else {
      const changed = readConfig(command.settings.env)
      log.configure(changed.log)
      void worker?.reconfigure(changed, command.settings.baseUrls, command.audit)
    }
  })
  report({ kind: 'ready', version: serviceVersion(), protocol })
}

await main()
