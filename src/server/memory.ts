import { CrowdMemory } from '../observability/connection-trouble.ts'
import { operationsOf } from '../api/resource.ts'
import { metricsOf } from '../observability/metrics-families.ts'
import { MetricsMemory } from '../observability/metrics-memory.ts'
import { petstore } from '../resources.ts'
import { SteadyClock } from '../core/steady-clock.ts'
import { Changes } from '../storage/changes.ts'
import { TroubleMemory } from '../observability/trouble-memory.ts'
import { AddressConnections } from '../http/wire/address-connections.ts'
import { CountersMemory, type SharedCounts } from '../quotas/shared/counters-memory.ts'
import { ConnectionCounts } from './connection-counts.ts'

/** What the threads of an environment know together. */
export type EnvironmentMemory = {
  readonly counters: CountersMemory
  /** Of the store. */
  readonly changes: Changes
  readonly trouble: TroubleMemory
  readonly crowd: CrowdMemory
  readonly clock: SteadyClock
  readonly connections: ConnectionCounts
  readonly addresses: AddressConnections
  /** What each thread counts, by its number. */
  readonly metrics: readonly MetricsMemory[]
}

/** The same as it passes to another thread. */
export type SharedMemory = {
  readonly counters: SharedCounts
  readonly changes: SharedArrayBuffer
  readonly trouble: SharedArrayBuffer
  readonly crowd: SharedArrayBuffer
  readonly clock: SharedArrayBuffer
  readonly connections: SharedArrayBuffer
  readonly addresses: SharedArrayBuffer
  readonly metrics: readonly SharedArrayBuffer[]
}

/** The same in every thread, as all have the same operations. */
const metrics = metricsOf(operationsOf(petstore))

/**
 * Makes the memory of an environment. The process does, so that it outlives each of the threads.
 *
 * @param clock of the process
 */
export const makeMemory = (threads: number, clock: SteadyClock): EnvironmentMemory => ({
  counters: new CountersMemory(),
  changes: new Changes(),
  trouble: new TroubleMemory(),
  crowd: new CrowdMemory(),
  clock,
  connections: new ConnectionCounts(threads),
  addresses: new AddressConnections(threads),
  metrics: Array.from({ length: threads }, () => new MetricsMemory(metrics)),
})

export const shareMemory = (memory: EnvironmentMemory): SharedMemory => ({
  counters: memory.counters.shared,
  changes: memory.changes.shared,
  trouble: memory.trouble.shared,
  crowd: memory.crowd.shared,
  clock: memory.clock.shared,
  connections: memory.connections.shared,
  addresses: memory.addresses.shared,
  metrics: memory.metrics.map(({ shared }) => shared),
})

/** The memory of an environment in one of its threads. */
export const openMemory = (shared: SharedMemory): EnvironmentMemory => ({
  counters: new CountersMemory(shared.counters),
  changes: new Changes(shared.changes),
  trouble: new TroubleMemory(shared.trouble),
  crowd: new CrowdMemory(shared.crowd),
  clock: new SteadyClock(shared.clock),
  connections: new ConnectionCounts(shared.connections),
  addresses: new AddressConnections(shared.addresses),
  metrics: shared.metrics.map((memory) => new MetricsMemory(metrics, memory)),
})
