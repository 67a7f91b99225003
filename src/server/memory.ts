import { CrowdMemory } from '../observability/connection-trouble.ts'
import { roomForMetrics } from '../observability/metrics-memory.ts'
import { SteadyClock } from '../core/steady-clock.ts'
import { Changes } from '../storage/changes.ts'
import { TroubleMemory } from '../observability/trouble-memory.ts'
import { AddressConnections } from '../http/wire/address-connections.ts'
import { type SharedStandby, StandbyMemory } from '../quotas/valkey/standby-memory.ts'
import { CountersMemory, type SharedCounts } from '../quotas/shared/counters-memory.ts'
import { ConnectionCounts } from './connection-counts.ts'

/** The memory that the workers of an environment share. */
export type EnvironmentMemory = {
  readonly counters: CountersMemory
  /** For counters outside of the process; undefined if there are none. */
  readonly standby: StandbyMemory | undefined
  /** Changes of the store. */
  readonly changes: Changes
  readonly trouble: TroubleMemory
  readonly crowd: CrowdMemory
  readonly clock: SteadyClock
  readonly connections: ConnectionCounts
  readonly addresses: AddressConnections
  /** The metrics of each worker, by its number; last those of the thread that delivers. */
  readonly metrics: readonly SharedArrayBuffer[]
}

/** The same memory, in the form that passes to another thread. */
export type SharedMemory = {
  readonly counters: SharedCounts
  readonly standby: SharedStandby | undefined
  readonly changes: SharedArrayBuffer
  readonly trouble: SharedArrayBuffer
  readonly crowd: SharedArrayBuffer
  readonly clock: SharedArrayBuffer
  readonly connections: SharedArrayBuffer
  readonly addresses: SharedArrayBuffer
  readonly metrics: readonly SharedArrayBuffer[]
}

/**
 * Makes the memory of an environment. The supervisor calls this, so that the memory outlives each worker.
 *
 * @param clock the clock of the process
 * @param countsOutside whether requests are counted outside of the process
 */
export const makeMemory = (
  threads: number,
  clock: SteadyClock,
  countsOutside = false,
): EnvironmentMemory => ({
  counters: new CountersMemory(),
  standby: countsOutside ? new StandbyMemory() : undefined,
  changes: new Changes(),
  trouble: new TroubleMemory(),
  crowd: new CrowdMemory(),
  clock,
  connections: new ConnectionCounts(threads),
  addresses: new AddressConnections(threads),
  metrics: Array.from({ length: threads + 1 }, roomForMetrics),
})

export const shareMemory = (memory: EnvironmentMemory): SharedMemory => ({
  counters: memory.counters.shared,
  standby: memory.standby?.shared,
  changes: memory.changes.shared,
  trouble: memory.trouble.shared,
  crowd: memory.crowd.shared,
  clock: memory.clock.shared,
  connections: memory.connections.shared,
  addresses: memory.addresses.shared,
  metrics: memory.metrics,
})

/** Opens the memory of an environment in one of its workers. */
export const openMemory = (shared: SharedMemory): EnvironmentMemory => ({
  counters: new CountersMemory(shared.counters),
  standby: shared.standby && new StandbyMemory(shared.standby),
  changes: new Changes(shared.changes),
  trouble: new TroubleMemory(shared.trouble),
  crowd: new CrowdMemory(shared.crowd),
  clock: new SteadyClock(shared.clock),
  connections: new ConnectionCounts(shared.connections),
  addresses: new AddressConnections(shared.addresses),
  metrics: shared.metrics,
})
