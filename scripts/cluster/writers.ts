import { setTimeout as wait } from 'node:timers/promises'

/** What the writers observed; times in milliseconds. */
export type Watched = {
  /** The longest time in which some node acknowledged no write. */
  readonly gap: number
  /** The number of responses other than success, by status; `0` is no response. */
  readonly failures: Readonly<Record<string, number>>
  /** The longest time that a successful request took. */
  readonly slowest: number
}

/** Writers, each of which sends one write after another. */
export type Writers = {
  /** Resolves once each of these nodes has acknowledged a write that began after this call. */
  progress(nodes: readonly string[]): Promise<void>
  /** Ends the writers and returns what these nodes did. */
  stop(nodes: readonly string[]): Promise<Watched>
}

/** Writers for each node. */
const writersOfNode = 2

/** Milliseconds from a response to the next write of the same writer, to leave the processors to the cluster. */
const pause = 20

/** Milliseconds after which a writer gives up a request; longer than any time limit of the service. */
const patience = 10_000

type Seen = {
  gap: number
  slowest: number
  last: number
  lastBegun: number
  readonly failures: Map<number, number>
}

/**
 * Starts writers at each node.
 *
 * @param nodes base URLs, ending in `/v1`
 */
export const startWriters = (nodes: readonly string[], key: string): Writers => {
  const stopped = new AbortController()
  const begun = performance.now()
  const seen = new Map<string, Seen>(
    nodes.map((node) => [
      node,
      { gap: 0, slowest: 0, last: begun, lastBegun: Number.NEGATIVE_INFINITY, failures: new Map() },
    ]),
  )
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ name: 'Rex', categoryId: 1 })
  const write = async (node: string): Promise<number> => {
    try {
      const signal = AbortSignal.timeout(patience)
      const answer = await fetch(`${node}/pets`, { method: 'POST', headers, body, signal })
      await answer.arrayBuffer()
      return answer.status
    } catch {
      return 0
    }
  }
  const writeOn = async ([node, its]: readonly [string, Seen]): Promise<void> => {
    while (!stopped.signal.aborted) {
      const start = performance.now()
      const status = await write(node)
      const now = performance.now()
      if (status === 201) {
        its.gap = Math.max(its.gap, now - its.last)
        its.slowest = Math.max(its.slowest, now - start)
        its.last = now
        its.lastBegun = Math.max(its.lastBegun, start)
      } else {
        its.failures.set(status, (its.failures.get(status) ?? 0) + 1)
      }
      await wait(pause)
    }
  }
  const all = [...seen].flatMap((each) =>
    Array.from({ length: writersOfNode }, () => writeOn(each)),
  )
  const of = (some: readonly string[]): readonly Seen[] =>
    some.flatMap((node) => seen.get(node) ?? [])
  return {
    progress: async (some) => {
      const start = performance.now()
      while (of(some).some(({ lastBegun }) => lastBegun < start)) await wait(pause)
    },
    stop: async (some) => {
      stopped.abort()
      await Promise.all(all)
      const most = (kind: 'gap' | 'slowest'): number =>
        Math.max(...of(some).map((each) => each[kind]))
      const failures: Record<string, number> = {}
      for (const each of of(some)) {
        for (const [status, count] of each.failures)
          failures[status] = (failures[status] ?? 0) + count
      }
      return { gap: most('gap'), failures, slowest: most('slowest') }
    },
  }
}
