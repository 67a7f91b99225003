import type { ApiError } from './errors.ts'
import { inTime, type Message, readStream } from './event-stream.ts'
import type { Transport } from './transport.ts'
import type { Usage } from './types.ts'

/** The polling interval in milliseconds while no stream is open. */
export const followInterval = 3_000

/**
 * Milliseconds: how long a follower waits for a stream to `open`, how long a stream without waiting followers stays
 * open (`idle`), and how long it must have `lived` to reset the backoff.
 */
const times = { open: 3_000, idle: 30_000, lived: 300_000 } as const

/**
 * Milliseconds until the next attempt to open a stream, doubled with each: the first, the maximum while the service
 * is unavailable (`away`), and the maximum otherwise, when each attempt may cost a request.
 */
const pauses = { first: 1_000, away: 30_000, longest: 600_000 } as const

/** The maximum number of events that are buffered for followers. */
const room = 1_000

/**
 * How many ids a stream goes back as it opens, to have something to send and to cover events that a page from
 * another node lacked.
 */
const repeated = 100n

/** How many requests a client may send in a row before it keeps to its share of the quota. */
const burst = 20

/** An event as received. Each follower parses it separately, so that none sees what another does to the object. */
type Told = { readonly id: bigint; readonly type: string; readonly json: string }

/** The events that streams brought, without a gap, after the id `from` and up to the id `to`. */
type Recent = {
  from: bigint
  to: bigint
  readonly events: Told[]
  /** How many ids before the newest event the first stream began. */
  readonly slack: bigint
}

/** Whether an error says that the log does not have the position. */
export const isExpired = (error: unknown): boolean => Object(error).code === 'cursor_expired'

const watchers = new WeakMap<Transport, Watcher>()

/** The watcher of a client. */
export const watcherOf = (transport: Transport): Watcher => {
  const watcher = watchers.get(transport) ?? new Watcher(transport)
  watchers.set(transport, watcher)
  return watcher
}

/** Learns of new events once for all followers of a client, from a stream or by polling. */
export class Watcher {
  /** The id of the newest known event. */
  newest = 0n
  /** Whether a stream is open and has brought something. */
  isLive = false
  recent: Recent | undefined
  /** Resolves once the stream has brought something or ended. */
  news: Promise<void>
  readonly #transport: Transport
  #tell = (): void => {}
  #asked: { readonly at: number; readonly newest: Promise<bigint> } | undefined
  #followers = 0
  #waiting = 0
  #waitedAt = 0
  #reader: ReadableStreamDefaultReader<Uint8Array> | undefined
  #opening: Promise<void> | undefined
  #closing = new AbortController()
  /** The current backoff in milliseconds, and the time of the next attempt to open a stream. */
  #pause = 0
  #nextTry = 0
  /** Milliseconds before a reconnect that the service asked for in its last message; 0 if it did not. */
  #retry = 0
  /** When the next request would be due if all had been sent at an even pace. */
  #due = 0

  constructor(transport: Transport) {
    this.#transport = transport
    this.news = this.#nextNews()
  }

  /** Asks for the newest event, unless the last answer is younger than half the polling interval. */
  async ask(): Promise<bigint> {
    const at = this.#transport.now()
    if (this.#asked === undefined || at - this.#asked.at >= followInterval / 2) {
      const usage = this.#transport.reply<Usage>({ operation: 'GET /usage' })
      this.#asked = { at, newest: usage.then(({ lastEventId }) => lastEventId) }
    }
    const asked = this.#asked
    try {
      const newest = await asked.newest
      // A stream may already be ahead of the answer.
      if (!this.isLive || newest > this.newest) this.newest = newest
      return this.newest
    } catch (error) {
      if (this.#asked === asked) this.#asked = undefined
      throw error
    }
  }

  /** Milliseconds until the quota allows another request; 0 or less if it does now. */
  get early(): number {
    const now = this.#transport.now()
    return Math.ceil(Math.max(this.#due - burst * this.#pace(), this.#transport.heldUntil) - now)
  }

  /** Records a request that spends quota. */
  spend(): void {
    this.#due = Math.max(this.#due, this.#transport.now()) + this.#pace()
  }

  begin(): void {
    this.#followers += 1
  }

  end(): void {
    this.#followers -= 1
    if (this.#followers === 0) this.#close()
  }

  /** Runs `work` for a waiting follower, which keeps the stream open. */
  async wait<T>(work: () => Promise<T>): Promise<T> {
    this.#waiting += 1
    try {
      return await work()
    } finally {
      this.#waiting -= 1
      this.#waitedAt = this.#transport.now()
    }
  }

  /** Opens a stream, unless one is open or it is too early. Never throws. */
  async open(): Promise<void> {
    const isEarly = this.#transport.now() < this.#nextTry || this.early > 0
    if (this.#reader !== undefined || (this.#opening === undefined && isEarly)) return
    this.#opening ??= this.#openNow().finally(() => (this.#opening = undefined))
    await inTime(this.#opening, times.open)
  }

  async #openNow(): Promise<void> {
    // Events that are far behind are cheaper to read from pages.
    if (this.recent && this.newest - this.recent.to > room) this.recent = undefined
    const { signal } = this.#closing
    const last = this.recent?.to ?? this.newest
    const earlier = last > repeated ? last - repeated : 0n
    // After a restore of the store, only the last position reveals that it is gone.
    for (const after of this.recent ? [last] : [earlier, last]) {
      try {
        const reader = await this.#request(after, signal)
        if (signal.aborted) return void reader.cancel()
        this.recent ??= { from: after, to: after, events: [], slack: last - after }
        this.#reader = reader
        // It runs in the background while followers wait for its events.
        void this.#read(reader)
        return
      } catch (error) {
        if (signal.aborted) return
        // A short log does not have the earlier position.
        if (isExpired(error) && after < last) continue
        return this.#failed(error as Partial<ApiError>)
      }
    }
  }

  async #request(
    after: bigint,
    signal: AbortSignal,
  ): Promise<ReadableStreamDefaultReader<Uint8Array>> {
    this.spend()
    const body = await this.#transport.reply<unknown>({
      operation: 'GET /events',
      query: { after },
      options: { headers: { Accept: 'text/event-stream' }, signal, retries: 0 },
    })
    if (body instanceof ReadableStream) return body.getReader()
    throw new TypeError('The service answered with a page instead of a stream.')
  }

  #failed(error: Partial<ApiError>): void {
    // The buffered events are void. Each follower learns separately whether its position is gone.
    if (isExpired(error)) this.recent = undefined
    const { name, status = 0, retryAfter = 0 } = error
    const isRefused = status === 429
    const isAway = isRefused || status >= 500 || name === 'ConnectionError'
    this.#schedule(isAway ? pauses.away : pauses.longest, isRefused ? retryAfter * 1_000 : 0)
  }

  #schedule(longest: number, least = 0): void {
    this.#pause = Math.min(longest, Math.max(pauses.first, this.#pause * 2))
    this.#nextTry = this.#transport.now() + Math.max(this.#pause, least)
  }

  #take(messages: readonly Message[]): void {
    const { recent } = this
    if (recent === undefined) return
    this.isLive = true
    for (const { id: text, event: type, data: json, retry } of messages) {
      this.#retry = Number(retry) || 0
      const id = BigInt(text ?? 0)
      if (id <= recent.to) continue
      recent.to = id
      if (type !== undefined && json !== undefined) recent.events.push({ id, type, json })
    }
    const dropped = recent.events.splice(0, Math.max(0, recent.events.length - room)).at(-1)
    if (dropped !== undefined) recent.from = dropped.id
    if (recent.to > this.newest) this.newest = recent.to
    this.#tell()
    const now = this.#transport.now()
    if (this.#waiting === 0 && now - this.#waitedAt > times.idle) this.#close()
  }

  async #read(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
    const began = this.#transport.now()
    await readStream(reader, (messages) => this.#take(messages))
    // This client has closed it.
    if (this.#reader !== reader) return
    if (this.#transport.now() - began > times.lived) this.#pause = 0
    this.#schedule(pauses.longest, this.#retry)
    this.#close()
  }

  #close(): void {
    this.#closing.abort()
    this.#closing = new AbortController()
    void this.#reader?.cancel().catch(() => undefined)
    this.#reader = undefined
    this.isLive = false
    this.#tell()
  }

  #nextNews(): Promise<void> {
    return new Promise((resolve) => {
      this.#tell = () => {
        this.news = this.#nextNews()
        resolve()
      }
    })
  }

  /** Milliseconds per request, so that the remaining requests last to the end of each window. */
  #pace(): number {
    const windows = this.#transport.rateLimit?.windows ?? []
    return Math.max(
      0,
      ...windows.map(({ remaining, resetAfter }) => (resetAfter * 1_000) / Math.max(remaining, 1)),
    )
  }
}
