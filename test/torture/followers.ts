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

/** How many streams a key may have on a node. */
const streamsOfKey = 5

/**
 * Lets so many follow the events by streams.
 *
 * @returns the ids of the events that each has seen, in the order in which they came. `endAt` waits until all have seen an
 *   event, and ends them
 */
export const followStreams = async (nodes: Nodes, key: string, count: number) => {
  const keys = [key]
  while (keys.length * streamsOfKey < count) {
    const body = { name: 'Followers', scopes: ['events:read'] }
    const { answer } = await nodes.ask('/keys', { key, method: 'POST', body })
    keys.push(JSON.parse(answer.text).key)
  }
  const ending = new AbortController()
  const seen = Array.from({ length: count }, (): number[] => [])
  const following = Promise.all(
    seen.map((ids, at) =>
      followStream(nodes, keys[Math.floor(at / streamsOfKey)] ?? key, ids, ending.signal),
    ),
  )
  const endAt = async (last: number): Promise<void> => {
    const isBehind = (): boolean => seen.some((ids) => (ids.at(-1) ?? 0) < last)
    // What stays behind for so long is wrong.
    for (let tries = 0; tries < 300 && isBehind(); tries += 1) await wait(atEnd)
    ending.abort()
    await following
  }
  return { seen, following, endAt }
}

/** Follows the events by one stream after the other, each of any node and behind the last event of the one before. */
const followStream = async (
  nodes: Nodes,
  key: string,
  seen: number[],
  ending: AbortSignal,
): Promise<void> => {
  while (!ending.aborted) {
    const stream = await nodes.stream(key, seen.at(-1) ?? 0, ending)
    const ended = stream?.ended.then(() => true) ?? Promise.resolve(true)
    for (let isOver = false; !isOver;) {
      isOver = await Promise.race([ended, wait(atEnd, false)])
      seen.push(...(stream?.ids.splice(0) ?? []))
      // Of many followers they would take much memory.
      stream?.events.splice(0)
    }
    if (!ending.aborted) await wait(atEnd)
  }
}

/** How many neighbours do not ascend. */
export const disorderOf = (ids: readonly number[]): number =>
  ids.filter((id, at) => at > 0 && id <= (ids[at - 1] ?? 0)).length

export const idOf = (text: string): number => Number(JSON.parse(text).id)

/** The elements of a JSON array, each as the service writes it: no number here is too large for this. */
const elementsOf = (text: string): readonly string[] =>
  (JSON.parse(text) as readonly unknown[]).map((element) => JSON.stringify(element))
