import type { PostgresAddress } from '../../config/store-address.ts'

/** A connection, as far as it concerns its server's timeline. */
type Cuttable = { readonly isOpen: boolean; cut(): void }

/**
 * The timelines of the servers of one address, as this thread has seen them. A standby that becomes the primary begins a
 * timeline with a higher number. The primary before it may not know that it was replaced, if what watches it hangs. It
 * acknowledges no write, but it answers reads, with the state of before. So whoever sees a higher timeline cuts all
 * connections to lower ones.
 */
export class Timelines {
  #highest = 0
  readonly #connections = new Map<Cuttable, number>()

  /** @param timeline of a server that takes writes */
  note(timeline: number): void {
    if (timeline <= this.#highest) return
    this.#highest = timeline
    for (const [connection, its] of this.#connections) {
      if (its < timeline) connection.cut()
    }
  }

  /** Whether a new connection may be used: no other server has a higher timeline. */
  admit(connection: Cuttable, timeline: number): boolean {
    this.note(timeline)
    for (const each of this.#connections.keys()) if (!each.isOpen) this.#connections.delete(each)
    if (timeline < this.#highest) return false
    this.#connections.set(connection, timeline)
    return true
  }
}

const known = new Map<string, Timelines>()

/** Those of all connections of this thread to the servers of an address. */
export const timelinesOf = ({ hosts }: PostgresAddress): Timelines => {
  const key = hosts.map(({ host, port }) => `${host}:${port}`).join()
  const timelines = known.get(key) ?? new Timelines()
  known.set(key, timelines)
  return timelines
}
