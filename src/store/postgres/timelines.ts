import type { PostgresAddress } from '../../base/config/store-address.ts'
import { inUrl } from '../../base/addresses.ts'
import { type Clock, monotonic } from '../../base/clock.ts'

type Host = PostgresAddress['hosts'][number]

/** A connection, as far as it concerns its server's timeline. */
type Cuttable = { readonly isOpen: boolean; cut(): void }

/** What a server said last: its timeline, and when, in milliseconds of the clock. */
type Said = { readonly timeline: number; readonly at: number }

/** Milliseconds for which the word of a server that does not answer any more holds. */
const memory = 30_000

/**
 * The timelines of the servers of one address. A standby that becomes the primary begins a timeline with a higher
 * number. The old primary may not know that it was replaced: it acknowledges no write, but still answers reads with
 * old state. So a primary with a higher timeline makes this cut all connections to lower ones.
 *
 * A promoted standby may follow the old primary again, and then says so. If it does not answer any more, its last word
 * holds for half a minute.
 */
export class Timelines {
  readonly #clock: Clock
  /** By the address of the server. Those that take no writes are not in it. */
  readonly #said = new Map<string, Said>()
  readonly #connections = new Map<Cuttable, number>()

  /** @param clock milliseconds that only grow */
  constructor(clock: Clock = monotonic) {
    this.#clock = clock
  }

  /** @param timeline what a server has just said; undefined if it takes no writes */
  note(host: Host, timeline: number | undefined): void {
    const name = nameOf(host)
    if (timeline === undefined) {
      this.#said.delete(name)
      return
    }
    this.#said.set(name, { timeline, at: this.#clock() })
    const highest = this.#highest()
    for (const [connection, its] of this.#connections) {
      if (its < highest) connection.cut()
    }
  }

  /** Whether a new connection to a server that takes writes may be used: no other one has a higher timeline. */
  admit(host: Host, connection: Cuttable, timeline: number): boolean {
    this.note(host, timeline)
    for (const each of this.#connections.keys()) if (!each.isOpen) this.#connections.delete(each)
    if (timeline < this.#highest()) return false
    this.#connections.set(connection, timeline)
    return true
  }

  #highest(): number {
    const since = this.#clock() - memory
    const timelines = [...this.#said.values()].map((said) => (said.at < since ? 0 : said.timeline))
    return Math.max(0, ...timelines)
  }
}

export const nameOf = ({ host, port }: Host): string => `${inUrl(host)}:${port}`

const known = new Map<string, Timelines>()

/** Those of all connections of this thread to the servers of an address. */
export const timelinesOf = ({ hosts }: PostgresAddress): Timelines =>
  known.getOrInsertComputed(hosts.map(nameOf).join(), () => new Timelines())
