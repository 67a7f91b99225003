import { parentPort, workerData } from 'node:worker_threads'
import { createLog } from './observability/log.ts'
import { DeliveryWorker } from './server/delivery-worker.ts'
import { openMemory } from './server/memory.ts'
import type { WorkerCommand, WorkerData } from './server/messages.ts'
import { metricsOfThread } from './server/thread-metrics.ts'

/** The thread that delivers messages to webhooks. */
const main = (): void => {
  // The supervisor starts the thread with this.
  const data = workerData as WorkerData
  const memory = openMemory(data.memory)
  const metrics = metricsOfThread(data)
  const log = createLog(data.config, data.environment, metrics)
  const worker = new DeliveryWorker({
    data,
    memory,
    observers: [metrics, log.observe],
    logLinesDropped: log.dropped,
    clock: memory.clock.now,
  })
  // If the store cannot be opened, the thread fails, and the supervisor starts another one.
  void worker.begin()
  const stop = async (grace: number): Promise<void> => {
    await worker.stop(grace)
    await log.close()
    parentPort?.close()
  }
  parentPort?.on('message', (command: WorkerCommand) => {
    if (command.kind === 'writer') worker.writeThrough(command.port)
    else if (command.kind === 'stop') void stop(command.grace)
  })
}

main()
