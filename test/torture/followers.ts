import { setTimeout as wait } from 'node:timers/promises'
import { linkOf } from '../helpers/http.ts'
import type { Nodes } from './nodes.ts'

/** Milliseconds that a follower waits at the end of a list. */
const atEnd = 100

/**
 * Follows a list to its end, each page from any node, and goes on as it grows.
 *
 * @param path with its limit
 * @param ending aborted once nothing is written any more; then the next end is the last
 * @returns the entries in the order in which they were seen, as JSON
 */
export const followList = async (
  nodes: Nodes,
  key: string,
  path: string,
  ending: AbortSignal,
): Promise<readonly string[]> => {
  const seen: string[] = []
  let page = path
  /** How many entries of the current page were seen before. */
  let known = 0
  for (;;) {
    const isLast = ending.aborted
    const { answer } = await nodes.ask(page, { key })
    if (answer.status === 410) {
      // The log has lost this place. What is now seen twice counts as a fault.
      page = path
      known = 0
      continue
    }
    if (answer.status !== 200) {
      nodes.surprise(answer)
      if (isLast) return seen
      await wait(atEnd)
      continue
    }
    const entries = elementsOf(answer.text)
    seen.push(...entries.slice(known))
    const next = linkOf(answer, 'next')
    if (next !== undefined && entries.length > 0) {
      page = next.slice(next.indexOf('/v1') + '/v1'.length)
      known = 0
      continue
    }
    // A node that has not heard of a change without an answer yet, as after a failover, may show less than another did.
    known = Math.max(known, entries.length)
    if (isLast) return seen
    await wait(atEnd)
  }
}

/** How many neighbours of a list do not ascend. */
export const disorderOf = (entries: readonly string[]): number => {
  const ids = entries.map((text) => Number(JSON.parse(text).id))
  return ids.filter((id, at) => at > 0 && id <= (ids[at - 1] ?? 0)).length
}

/** The elements of a JSON array, each as the service writes it: no number here is too large for this. */
const elementsOf = (text: string): readonly string[] =>
  (JSON.parse(text) as readonly unknown[]).map((element) => JSON.stringify(element))
