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
  /** The ids of the current page that were seen before. Others may have been deleted since. */
  let known = new Set<number>()
  for (;;) {
    const isLast = ending.aborted
    const { answer } = await nodes.ask(page, { key })
    if (answer.status === 410) {
      // The log has lost this place. What is now seen twice counts as a fault.
      page = path
      known = new Set()
      continue
    }
    if (answer.status !== 200) {
      nodes.surprise(answer)
      if (isLast) return seen
      await wait(atEnd)
      continue
    }
    const entries = elementsOf(answer.text)
    seen.push(...entries.filter((text) => !known.has(idOf(text))))
    const next = linkOf(answer, 'next')
    if (next !== undefined && entries.length > 0) {
      page = next.slice(next.indexOf('/v1') + '/v1'.length)
      known = new Set()
      continue
    }
    // A node that has not heard of a change without an answer yet, as after a failover, may show less than another did.
    for (const text of entries) known.add(idOf(text))
    if (isLast) return seen
    await wait(atEnd)
  }
}

/** How many neighbours of a list do not ascend. */
export const disorderOf = (entries: readonly string[]): number => {
  const ids = entries.map(idOf)
  return ids.filter((id, at) => at > 0 && id <= (ids[at - 1] ?? 0)).length
}

const idOf = (text: string): number => Number(JSON.parse(text).id)

/** The elements of a JSON array, each as the service writes it: no number here is too large for this. */
const elementsOf = (text: string): readonly string[] =>
  (JSON.parse(text) as readonly unknown[]).map((element) => JSON.stringify(element))
