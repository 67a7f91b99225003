import type { Clock } from '../core/clock.ts'
import type { BackgroundWork } from '../core/background.ts'
import { type IdempotencyStore, retention } from '../idempotency/idempotency-store.ts'

/**
 * Forgets kept answers once they are too old to be asked for: few at a time and often, so that no
 * request waits for it and 2,500 a second are still kept up with.
 */
export const forgetOldAnswers = (store: IdempotencyStore, clock: Clock): BackgroundWork => ({
  name: 'forget old idempotency keys',
  every: 100,
  run: async () => {
    await store.forget(clock() - retention, 250)
  },
})
