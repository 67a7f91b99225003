import type { IdempotencyToken } from '../idempotency/idempotency-store.ts'

/** Who makes a change, and when. Plain data, which passes to another thread with the change. */
export type Act = {
  /** The name of the API key that asks for it; undefined if none does: the clock, or a command. */
  readonly by?: string | undefined
  /** Milliseconds since the Unix epoch. */
  readonly at: number
  /** Set if the change is to be made once, however often it is asked for. */
  readonly once?: IdempotencyToken | undefined
}
