import { operationsOf } from '../api/resource.ts'
import type { Observe } from '../core/observation.ts'
import { metricsOf } from '../observability/metrics-families.ts'
import { MetricsMemory } from '../observability/metrics-memory.ts'
import { metricsObserver } from '../observability/metrics-recorder.ts'
import { petstore } from '../resources.ts'
import type { WorkerData } from './messages.ts'

/** Counts what a thread observes in the memory that it shares with the main thread, which shows the metrics. */
export const metricsOfThread = ({ memory, thread }: WorkerData): Observe => {
  const room = memory.metrics[thread]
  if (room === undefined) throw new RangeError(`There is no memory for thread ${thread}.`)
  return metricsObserver(new MetricsMemory(metricsOf(operationsOf(petstore)), room))
}
