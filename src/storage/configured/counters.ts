import type { KeptCounters } from '../../quotas/counters.ts'
import type { CountersMemory } from '../../quotas/shared/counters-memory.ts'
import { SharedCounters } from '../../quotas/shared/shared-counters.ts'
import type { Changes } from '../changes.ts'

/**
 * Opens the counters of an environment in one of its workers. Only this file chooses the implementation.
 *
 * @param memory that all threads of the environment share
 * @param thread a number from 0 on that no other running thread has
 */
export const openCounters = (
  memory: CountersMemory,
  thread: number,
  changes: Pick<Changes, 'version'>,
): KeptCounters => new SharedCounters(memory, thread, changes)
