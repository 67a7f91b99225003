import type { EventOptions } from './events.ts'
import type { parseExact } from './exact-json.ts'
import type { List, Page } from './page.ts'
import type { Lasting } from './sender.ts'
import type { Transport } from './transport.ts'
import type { StoreEvent } from './types.ts'
import { followInterval, type Watcher, watcherOf } from './watcher.ts'

export { mirror } from './mirror.ts'

/** A list to follow, and values that the main bundle has, passed in so that this lazily loaded file imports none of it. */
type MainBundle = {
  readonly transport: Transport
  readonly options: EventOptions
  readonly lasting: Lasting
  /** Reads pages with some options replaced. */
  readonly read: (from: EventOptions) => List<StoreEvent>
  readonly parseExact: typeof parseExact
  readonly Page: typeof Page
}

/** The id of the event after which a list begins; undefined if its cursor does not say. */
const startOf = ({ after = 0, cursor }: EventOptions): bigint | undefined => {
  const start = cursor === undefined ? after : /^after:(\d+)$/.exec(cursor)?.[1]
  return start !== undefined && Number.isInteger(Number(start)) ? BigInt(start) : undefined
}

/** One iteration over the log: reads pages to the end of the log, then the events that its client's stream brings. */
export class Follower {
  readonly #main: MainBundle
  readonly #watcher: Watcher
  /** Whether the filter admits a type; undefined if only the service can tell which events match. */
  readonly #isWanted: ((type: string) => boolean) | undefined
  /** The id of its last event, or of the event after which it began; undefined if only the service can read where it began. */
  #last: bigint | undefined
  /** The newest event of the log as known before the log was last read to its end. */
  #newest = 0n
  /** Whether its position was in the log at the last contact with the service; and the stream events that it has joined. */
  #isSure = true
  #joined: Watcher['recent']
  /** The cursor of the next page. */
  #cursor: string | undefined

  constructor(main: MainBundle) {
    const { types, petId, orderId, since, by } = main.options
    this.#main = main
    this.#watcher = watcherOf(main.transport)
    this.#last = startOf(main.options)
    const wanted = types && new Set<string>([types].flat())
    if ((petId ?? orderId ?? since ?? by) === undefined)
      this.#isWanted = (type) => wanted?.has(type) ?? true
  }

  async begin(): Promise<void> {
    this.#newest = await this.#main.lasting(async () => await this.#watcher.ask())
    this.#watcher.begin()
  }

  end(): void {
    this.#watcher.end()
  }

  async next(page: Page<StoreEvent>): Promise<Page<StoreEvent>> {
    this.#last = page.items.at(-1)?.id ?? this.#last
    const next = await page.next()
    if (next !== undefined) return next
    this.#cursor = page.nextCursor
    return await this.#watcher.wait(async () => {
      for (;;) {
        const more = await this.#more()
        if (more !== undefined) return more
      }
    })
  }

  /** Waits for the next page; undefined if there is nothing new yet. */
  async #more(): Promise<Page<StoreEvent> | undefined> {
    const watcher = this.#watcher
    const { transport, lasting, options, Page } = this.#main
    const { signal } = options
    await transport.wait(undefined, signal, watcher.open())
    const { news, recent } = watcher
    if (!watcher.isLive || recent === undefined) {
      await transport.wait(Math.max(followInterval, watcher.early), signal, news)
      if (watcher.isLive) return undefined
      this.#isSure = false
      const newest = await lasting(async () => await watcher.ask())
      return newest === this.#newest ? undefined : await this.#read()
    }
    // The store may have been restored since the last contact; only a page reveals that the position is gone.
    const isSure = this.#isSure || this.#joined === recent
    const isJoined = isSure && this.#isWanted && this.#known(recent.slack) >= recent.from
    if (isJoined) {
      this.#joined = recent
      const items = this.#taken(recent)
      if (items.length > 0) return new Page(items, this.#cursor)
    }
    if (isJoined || (isSure && !this.#isWanted && recent.to <= this.#newest)) {
      await transport.wait(undefined, signal, news)
      return undefined
    }
    if (watcher.early > 0) await transport.wait(watcher.early, signal)
    return await this.#read()
  }

  /** The id up to which it has all events. The last page of the log may have lacked some of the newest, hence `slack`. */
  #known(slack: bigint): bigint {
    const [last, end] = [this.#last, this.#newest - slack]
    return last === undefined ? this.#newest : last > end ? last : end
  }

  /** Takes its next events from those that the stream brought, at most one page. */
  #taken({ slack, to, events }: NonNullable<Watcher['recent']>): readonly StoreEvent[] {
    const { options, parseExact } = this.#main
    const { limit = 100 } = options
    const known = this.#known(slack)
    const fitting = events.filter(({ id, type }) => id > known && this.#isWanted?.(type))
    const taken = fitting.slice(0, limit)
    const reached = fitting.length > limit ? (taken.at(-1)?.id ?? to) : to
    if (reached > known) {
      this.#last = this.#newest = reached
      this.#cursor = `after:${reached}`
    }
    return taken.map(({ json }) => parseExact(json) as StoreEvent)
  }

  /** Continues with a page of the log. */
  async #read(): Promise<Page<StoreEvent>> {
    this.#newest = this.#watcher.newest
    this.#isSure = true
    this.#watcher.spend()
    const { limit = 100 } = this.#main.options
    const [after, ifNoneMatch] = [undefined, undefined]
    return await this.#main.read({ after, ifNoneMatch, limit, cursor: this.#cursor })
  }
}
