import type { Writable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import type { BoundOperation } from '../kit/bound-operation.ts'
import { elementsOf } from '../kit/tokens.ts'
import type { Input, Operation, Outcome } from '../kit/operation.ts'
import { parseQuery } from '../kit/schema-reader.ts'
import type { Storage } from '../store/port.ts'
import type { Clock } from '../base/clock.ts'
import type { StoredEvent } from '../base/data/table.ts'
import { refusal, serviceUnavailable } from '../base/errors/api-error.ts'
import { catalogue } from '../base/errors/catalogue.ts'
import { headerLines } from '../base/headers.ts'
import { noScopes } from '../access/keys/scopes.ts'
import { answerOf, type Exchange } from './exchange.ts'
import type { FlowParts } from './flow.ts'

/** Limits: open streams of a key and of a node, and events read at once. */
const max = { ofKey: 5, all: 1_000, events: 100 } as const
/** Limits: recent events kept in memory, their bytes, and the bytes of one write. */
const room = { events: 1_000, bytes: 4_000_000, write: 48_000 } as const
/** Milliseconds: that one request of the quota pays for, between comments, of one round at most, and until the next poll. */
const times = { paid: 3_600_000, comment: 15_000, round: 50, poll: 20 } as const

export const streamMediaType = 'text/event-stream'
const headers = { 'Content-Type': streamMediaType, 'X-Accel-Buffering': 'no' }
const opening = answerOf({ status: 200, headers: headerLines(headers), vary: 'Accept' })
const tooMany = refusal('stream_limit_reached', catalogue.stream_limit_reached.example)

/** An event in the form in which it is sent. */
type Chunk = { readonly id: bigint; readonly bytes: Buffer }
const chunkOf = (id: bigint, type: string, json: string): Chunk => ({
  id,
  bytes: Buffer.from(`id: ${id}\nevent: ${type}\ndata: ${json}\n\n`),
})

type StreamsParts = Pick<FlowParts, 'admission' | 'observe' | 'requestObservers'> & {
  readonly storage: Pick<Storage, 'data' | 'poll'>
  readonly clock: Clock
}
type Definition = NonNullable<Operation['stream']>
export type EventStreams = ReturnType<typeof eventStreams>

type Recent = {
  readonly before: bigint
  readonly last: bigint
  readonly all: ReadonlyArray<Chunk & { readonly event: StoredEvent }>
}
const none: Recent = { before: 0n, last: 0n, all: [] }

const withNew = ({ before, last, all }: Recent, read: readonly StoredEvent[]): Recent => {
  const added = read.map((event) => ({ ...chunkOf(event.id, event.type, event.json), event }))
  const kept = [...all, ...added]
  let size = 0
  const full = ({ bytes }: Chunk, at: number): boolean =>
    kept.length - at > room.events || (size += bytes.length) > room.bytes
  const dropped = kept.splice(0, kept.findLastIndex(full) + 1)
  return { before: dropped.at(-1)?.id ?? before, last: added.at(-1)?.id ?? last, all: kept }
}

/** The event log as streams (server-sent events). One watcher reads new events for all; a stream further behind reads pages. */
export const eventStreams = (parts: StreamsParts) => {
  const { storage, admission, clock, observe, requestObservers } = parts
  const { changes, events } = storage.data
  const streams = new Set<ReturnType<typeof streamOf>>()
  /** The newest events that the watcher has read: after the id `before`, up to and including `last`. */
  let recent: Recent = none
  /** The bytes of recent events for streams without a filter, by the index of the first event. */
  const joined = new Map<number, Buffer>()
  let [seen, isAway, isEnding, count] = [-1, false, false, 0]

  const streamOf = (
    { exchange, bound, input }: { exchange: Exchange; bound: BoundOperation; input: Input },
    fits: ReturnType<Definition['filter']>,
    wire: Writable,
  ) => {
    /** The id of the last event sent or skipped, and the times of the last payment and the last comment. */
    let [position, paidAt, saidAt] = [0n, clock(), clock()]

    /**
     * Writes as many events as may be buffered for a slow reader (backpressure). The rest is read again later.
     * @param from their index among the recent events, if none was filtered out
     */
    const write = (all: readonly Chunk[], last: bigint, from?: number): void => {
      let [taken, length] = [0, 0]
      for (; taken < all.length && length < room.write; taken += 1)
        length += all[taken]?.bytes.length ?? 0
      const join = () => Buffer.concat(all.slice(0, taken).map(({ bytes }) => bytes))
      if (length > 0)
        wire.write(from === undefined ? join() : joined.getOrInsertComputed(from, join))
      position = taken < all.length ? (all[taken - 1]?.id ?? position) : last
    }
    const stream = {
      keyId: input.caller.id,
      writePage: ({ json: page = '[]', next }: Outcome): void => {
        const all = elementsOf(page).map((json) => {
          const [, id = '', type = ''] = /^\{"id":(\d+),"type":"([^"]+)"/.exec(json) ?? []
          return chunkOf(BigInt(id), type, json)
        })
        // An ascending list of events always has a next position.
        write(all, next as bigint)
      },
      /** Writes the next recent events, or a page if the stream is further behind, unless the reader is slow. */
      feed: async (): Promise<void> => {
        // Move to the end of the queue, so that all others come first in the next round.
        if (!streams.delete(stream)) return
        streams.add(stream)
        if (wire.writableNeedDrain || position >= recent.last) return
        const from = recent.all.findLastIndex(({ id }) => id <= position) + 1
        const next = recent.all.slice(from, from + max.events)
        const fitting = next.map(({ event }) => fits(event))
        if (position >= recent.before && !fitting.includes(undefined)) {
          const chosen = next.filter((_, at) => fitting[at])
          const isWhole = chosen.length === next.length
          return write(chosen, next.at(-1)?.id ?? recent.last, isWhole ? from : undefined)
        }
        const page = await bound.perform({ ...input, after: position })
        // A reader that reconnects gets a 410.
        if ('code' in page) stream.close('this place is no longer in the log')
        else stream.writePage(page)
      },
      /** Sends a comment. Its id without data is not an event, but sets the position from which a reader reconnects. */
      comment: (): void => {
        if (wire.writableNeedDrain) return
        saidAt = clock()
        const says = isAway ? 'the log cannot be read now; its events follow' : 'open'
        wire.write(`: ${says}\nid: ${position}\n\n`)
      },
      /** Ends the stream. Readers reconnect after a random delay, so that they do not all return at once. */
      close: (why: string): void => {
        const retry = 1_000 + Math.floor(Math.random() * 2_000)
        if (streams.delete(stream)) wire.end(`: ${why}\nretry: ${retry}\n\n`)
      },
      /** Checks the key, charges the quota each hour, and sends a comment if one is due. */
      tend: async (): Promise<void> => {
        // If the key cannot be checked now, the stream stays open.
        const scopes = await admission.scopesNow(exchange.request).catch(() => bound.scopes)
        if ((scopes & bound.scopes) === noScopes) stream.close('the API key has ended')
        if (clock() - paidAt >= times.paid && streams.has(stream)) {
          const decided = await admission.admit(exchange.request, false)
          if (!decided.key || decided.refused) return stream.close('the quota is used up')
          paidAt += times.paid
          exchange.admit(decided)
          for (const note of requestObservers) note({ ...exchange.observed(), milliseconds: 0 })
        }
        if (isAway || clock() - saidAt >= times.comment) stream.comment()
      },
    }
    return stream
  }

  /** Runs one round of the watcher. Resolves to whether any stream is open. */
  const watch = async (): Promise<boolean> => {
    if (streams.size !== count) observe({ kind: 'streams', open: (count = streams.size) })
    if (count === 0) {
      recent = none
      return false
    }
    await changes.moved(seen, times.poll)
    const [began, { version }] = [performance.now(), changes]
    try {
      if (version === seen) await storage.poll()
      if (recent === none) {
        const { newest } = await events.range()
        recent = { before: newest, last: newest, all: [] }
      }
      const read = version === seen ? [] : await events.after(recent.last, max.events)
      if (read.length === 0) seen = version
      else recent = withNew(recent, read)
      joined.clear()
      for (const stream of new Set(streams)) {
        if (performance.now() < began + times.round) await stream.feed()
      }
      isAway = false
    } catch (error) {
      isAway = true
      throw error
    }
    // Other work gets at least as much time.
    await wait(performance.now() - began)
    return true
  }
  const tend = () => Promise.all([...streams].map((stream) => stream.tend()))
  return {
    work: [
      { name: 'feed streams', every: 100, everyIfMore: 5, run: watch },
      { name: 'tend streams', every: 1_000, run: tend },
    ],
    /** Answers with a stream of the events that the operation lists, or refuses. */
    open: async (exchange: Exchange, bound: BoundOperation, given: Input, of: Definition) => {
      const wrong = parseQuery(exchange.query).find(({ name }) => of.refuses.includes(name))?.name
      const problem = `${wrong} is only for pages; leave it out of a stream, which has no end.`
      if (wrong !== undefined) return exchange.refuse(refusal('invalid_parameter', problem))
      // The operation's own schemas read the input.
      const { 'Last-Event-ID': last } = given.headers as { readonly 'Last-Event-ID'?: bigint }
      const query = { ...(given.query as object), limit: max.events }
      const input = { ...given, query, after: last ?? given.after }
      const first = await bound.perform(input)
      if ('code' in first) return exchange.refuse(bound.refused(given, first))
      const own = [...streams].filter(({ keyId }) => keyId === given.caller.id).length
      if (own >= max.ofKey) return exchange.refuse(tooMany)
      if (streams.size >= max.all) return exchange.refuse(serviceUnavailable())
      const onOpen = (wire: Writable): void => {
        const stream = streamOf({ exchange, bound, input }, of.filter(given as never), wire)
        wire.once('close', () => streams.delete(stream))
        streams.add(stream)
        stream.writePage(first)
        if (isEnding) stream.close('the service ends')
      }
      exchange.answer({ ...opening, onOpen })
    },
    /** Ends all streams. A stream opened later ends at once. */
    end: (): void => {
      isEnding = true
      for (const stream of streams) stream.close('the service ends')
    },
  }
}
