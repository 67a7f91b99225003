import { memoryCounters } from '../../src/access/quotas/memory-counters.ts'
import { countersContract } from './counters.ts'

countersContract({
  name: 'memory',
  open: async (_t, count) => {
    const counters = memoryCounters()
    // All requests of an environment are counted by one.
    return [counters, ...Array.from({ length: count - 1 }, () => counters)]
  },
})
