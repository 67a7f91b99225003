import { setTimeout as wait } from 'node:timers/promises'
import { errorOf } from '../helpers/http.ts'
import { History } from './history.ts'
import { quotaModel } from './models.ts'
import type { Nodes } from './nodes.ts'

/** Requests of one key that are under way at once. */
const atOnce = 6

/** A key, and what it was let through in each minute. */
export type Allowance = {
  readonly key: string
  /** Requests a minute. */
  readonly limit: number
  /** When each was answered, by `performance.now()`; by the end of the minute, in seconds since the Unix epoch. */
  readonly allowed: Map<number, number[]>
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
      if (answer?.status === 200) {
        allowed.getOrInsertComputed(reset, () => []).push(performance.now())
      } else if (answer?.status === 429) {
        if (errorOf(answer).code !== 'rate_limit_exceeded') nodes.surprise(answer)
        pausedUntil = reset * 1_000 + 50
      } else await wait(50)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, go))
}

/**
 * Milliseconds before a kill whose counts may be lost, since a service that counts by itself saves them twice a second; and
 * after it, in which what it had answered is still read. It takes longer to start again.
 */
const lostCounts = { before: 1_000, after: 100 } as const

/**
 * Compares what the keys were let through with their limits.
 *
 * @param isDisturbed whether a node counted alone in the minute that ends then
 * @param kills when a service that counts by itself was killed
 */
export const judgeAdmission = (
  allowances: readonly Allowance[],
  isDisturbed: (end: number) => boolean,
  kills: readonly number[] = [],
) => {
  /** Numbers of minutes of a key. */
  const admission = {
    /** Exactly the limit was let through. */
    exact: 0,
    /** Fewer were, because a node was gone or time was short. */
    fewer: 0,
    /** More than the limit while all nodes reached the counters. */
    over: 0,
    /** More than the limit, but not twice, while a node did not reach the counters. */
    bounded: 0,
    /** More than twice the limit, of which no kill explains so many. */
    beyond: 0,
  }
  const isForgiven = (at: number): boolean =>
    kills.some((kill) => at <= kill + lostCounts.after && at >= kill - lostCounts.before)
  // Each kill may lose counts, but between two of them nothing is lost.
  const lifeOf = (at: number): number => kills.filter((kill) => at > kill + lostCounts.after).length
  for (const { limit, allowed } of allowances) {
    for (const [end, times] of allowed) {
      const counted = times.filter((at) => !isForgiven(at)).length
      const lives = Map.groupBy(times, lifeOf).values()
      const most = Math.max(...lives.map(({ length }) => length))
      if (most > 2 * limit) admission.beyond += 1
      else if (counted > limit || (kills.length > 0 && most > limit))
        admission[isDisturbed(end) ? 'bounded' : 'over'] += 1
      else admission[times.length === limit ? 'exact' : 'fewer'] += 1
    }
  }
  return admission
}

/** How many requests of a key are sent at once, and how many of them it is not let through. */
const burst = { atOnce: 64, refused: 100 } as const

/** The first seconds of a minute have time enough for a burst. */
const burstTime = 10_000

/** Sends more requests than a key is let through in a minute, at once, and checks each count that the answers show. */
export const checkQuota = async (nodes: Nodes, key: string, limit: number) => {
  const left = 60_000 - (Date.now() % 60_000)
  if (left < burstTime) await wait(left)
  const history = new History()
  const model = quotaModel(limit)
  // More refusals than the limit would lead to a ban.
  let unsent = limit + Math.min(burst.refused, Math.floor(limit / 2))
  const send = async (): Promise<void> => {
    while (unsent > 0) {
      unsent -= 1
      const start = performance.now()
      const answer = await nodes.once(nodes.any(), '/pets?limit=1', { key })
      const end = performance.now()
      const remaining = Number(answer?.headers['x-ratelimit-remaining'])
      const output = answer && { isAdmitted: answer.status === 200, remaining }
      const minute = String(answer?.headers['x-ratelimit-reset'])
      history.add(model, minute, { input: null, output, start, end: output ? end : Infinity })
    }
  }
  await Promise.all(Array.from({ length: burst.atOnce }, send))
  return history.check()
}
