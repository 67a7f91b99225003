import type { EventLog, KeptEvent } from '../data/events.ts'

/** How many of the newest events are kept, and how many are read at once. */
const sizes = { kept: 1_000, read: 200 } as const

/**
 * The newest events of the log, read once for all receivers. Who is further behind reads the log by itself.
 */
export class RecentEvents {
  readonly #log: Pick<EventLog, 'after' | 'range'>
  /** Ascending; their ids follow one another. */
  #events: readonly KeptEvent[] = []
  #newest = 0n

  constructor(log: Pick<EventLog, 'after' | 'range'>) {
    this.#log = log
  }

  /** The newest event that was read; 0 if there is none. */
  get newest(): bigint {
    return this.#newest
  }

  /** Reads what was added. */
  async refresh(): Promise<void> {
    const { newest } = await this.#log.range()
    const isFar = newest - this.#newest > BigInt(sizes.kept) || newest < this.#newest
    let last = isFar ? newest - BigInt(sizes.kept) : this.#newest
    let events = isFar ? [] : this.#events
    while (last < newest) {
      const more = await this.#log.after(last, sizes.read)
      const [first] = more
      if (first === undefined) break
      events = first.id === last + 1n ? [...events, ...more] : more
      last = more.at(-1)?.id ?? last
    }
    this.#events = events.slice(-sizes.kept)
    this.#newest = last > newest ? last : newest
  }

  /** Some events after an id, ascending; none if there are none. */
  async after(id: bigint): Promise<readonly KeptEvent[]> {
    if (id >= this.#newest) return []
    const [oldest] = this.#events
    if (oldest === undefined || id + 1n < oldest.id) return await this.#log.after(id, sizes.read)
    const from = Number(id + 1n - oldest.id)
    return this.#events.slice(from, from + sizes.read)
  }

  /** One event; undefined if the log has it no more. */
  async find(id: bigint): Promise<KeptEvent | undefined> {
    const [event] = await this.#log.after(id - 1n, 1)
    return event?.id === id ? event : undefined
  }
}
