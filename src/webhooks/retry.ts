/** Milliseconds from each failed attempt to the next (Standard Webhooks 1.0, its recommended schedule). */
const delays: readonly number[] = [
  5_000,
  5 * 60_000,
  30 * 60_000,
  2 * 3_600_000,
  5 * 3_600_000,
  10 * 3_600_000,
  14 * 3_600_000,
  20 * 3_600_000,
  24 * 3_600_000,
]

/** The part of a delay by which it may be shorter or longer. So messages that failed together come apart. */
const spread = 0.2

/** A receiver may ask for a later attempt, by so much at most. In milliseconds. */
export const longestWait = 86_400_000

/**
 * When a message is sent again after an attempt that failed.
 *
 * @param tries how many attempts there were, the failed one included; from 1 on
 * @param jitter random, from 0 to 1
 * @param retryAfter milliseconds that the receiver asked for
 * @returns milliseconds from the attempt to the next; undefined if none is left
 */
export const delayAfter = (tries: number, jitter: number, retryAfter = 0): number | undefined => {
  const delay = delays[tries - 1]
  if (delay === undefined) return undefined
  const spreadDelay = Math.round(delay * (1 - spread + 2 * spread * jitter))
  return Math.max(spreadDelay, Math.min(retryAfter, longestWait))
}
