import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import type { Authenticator } from '../../src/keys/authenticator.ts'
import type { KeptCounters } from '../../src/quotas/counters.ts'
import { RequestSums } from '../../src/quotas/history/request-sums.ts'
import type { Storage } from '../../src/storage/port.ts'
import { startUpkeep } from '../../src/upkeep.ts'

/** Background work whose timers only the test moves, and the times by which it forgot something. */
const setUp = async () => {
  mock.timers.enable({ apis: ['setTimeout'] })
  const forgotten: number[] = []
  const forget = async (before: number) => {
    forgotten.push(before)
    return 0
  }
  const keptTimes = { ages: -Infinity }
  const storage = {
    poll: async () => {},
    keys: { tellExpiring: async () => false },
    facts: async () => ({ lastBackupAt: undefined, keysExpiring: 0 }),
    idempotency: { forget },
    events: { forget },
    history: { forget: async (now: number) => (await forget(now)) > 0 },
    counts: { lifts: async () => [] },
  }
  const failures: unknown[] = []
  const stop = await startUpkeep({
    // Only these methods are called.
    authenticator: {
      refresh: async () => {},
      flushUses: async () => {},
    } as unknown as Authenticator,
    requests: new RequestSums(),
    history: { add: async () => {} },
    writer: {
      // Only these parts are used without deadlines and sweeps.
      storage: storage as unknown as Storage,
      counters: { flush: async () => {}, sweep: () => {} } as unknown as KeptCounters,
      troubles: [],
      deadlines: [],
      sweeps: [],
      clock: () => 0,
      ages: () => keptTimes.ages,
      eventDays: 30,
    },
    observe: (seen) => {
      if (seen.kind === 'background_failed') failures.push(seen.error)
    },
  })
  const tick = async (): Promise<void> => {
    mock.timers.tick(1_000)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { forgotten, failures, keptTimes, stop, tick }
}

test('while nothing is old yet, no store is asked to forget anything', async (t) => {
  t.after(() => mock.timers.reset())
  const { forgotten, failures, keptTimes, stop, tick } = await setUp()
  await tick()
  await tick()
  assert.deepEqual(forgotten, [])
  const days = 86_400_000
  keptTimes.ages = 100 * days
  await tick()
  assert.deepEqual(new Set(forgotten), new Set([70 * days, 99 * days, 100 * days]))
  await stop()
  assert.deepEqual(failures, [])
})
