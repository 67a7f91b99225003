import { CountersMemory } from '../../src/quotas/shared/counters-memory.ts'
import { SharedCounters } from '../../src/quotas/shared/shared-counters.ts'
import { countersContract } from './counters.ts'

// That they count exactly over real threads is tested in test/unit/shared-counters.test.ts.
countersContract({
  name: 'shared memory',
  open: async (_t, count, data) => {
    const memory = new CountersMemory()
    const others = Array.from(
      { length: count - 1 },
      (_, n) => new SharedCounters(memory, n + 1, data),
    )
    return [new SharedCounters(memory, 0, data), ...others]
  },
})
