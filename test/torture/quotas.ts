import { setTimeout as wait } from 'node:timers/promises'
import { errorOf } from '../helpers/http.ts'
import type { Nodes } from './nodes.ts'

/** Requests of one key that are under way at once. */
const atOnce = 6

/** A key, and what it was let through in each minute. */
export type Allowance = {
  readonly key: string
  /** Requests a minute. */
  readonly limit: number
  /** By the end of the minute, in seconds since the Unix epoch. */
  readonly allowed: Map<number, number>
}

/** Uses a key up, minute by minute, over all nodes. */
export const useUp = async (
  nodes: Nodes,
  { key, allowed }: Allowance,
  ending: AbortSignal,
): Promise<void> => {
  let pausedUntil = 0
  const go = async (): Promise<void> => {
    while (!ending.aborted) {
      if (Date.now() < pausedUntil) {
        await wait(100)
        continue
      }
      const answer = await nodes.once(nodes.any(), '/pets?limit=1', { key })
      const reset = Number(answer?.headers['x-ratelimit-reset'])
      if (answer?.status === 200) allowed.set(reset, (allowed.get(reset) ?? 0) + 1)
      else if (answer?.status === 429) {
        if (errorOf(answer).code !== 'rate_limit_exceeded') nodes.surprise(answer)
        pausedUntil = reset * 1_000 + 50
      } else await wait(50)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, go))
}

/** What the keys were let through, against their limits. */
export type Admission = {
  /** Minutes of a key in which exactly the limit was let through. */
  readonly exact: number
  /** Minutes in which fewer were, because a node was gone or time was short. */
  readonly fewer: number
  /** Minutes with more than the limit while all nodes reached the counters. */
  readonly over: number
  /** Minutes with more than the limit, but not twice, while a node did not reach the counters. */
  readonly bounded: number
  /** Minutes with more than twice the limit. */
  readonly beyond: number
}

/** @param isDisturbed whether a node counted alone in the minute that ends then */
export const judgeAdmission = (
  allowances: readonly Allowance[],
  isDisturbed: (end: number) => boolean,
): Admission => {
  const admission = { exact: 0, fewer: 0, over: 0, bounded: 0, beyond: 0 }
  for (const { limit, allowed } of allowances) {
    for (const [end, count] of allowed) {
      if (count > 2 * limit) admission.beyond += 1
      else if (count > limit) admission[isDisturbed(end) ? 'bounded' : 'over'] += 1
      else admission[count === limit ? 'exact' : 'fewer'] += 1
    }
  }
  return admission
}
