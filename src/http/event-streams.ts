import type { Writable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import type { BoundOperation } from '../kit/bound-operation.ts'
import { elementsOf } from '../kit/json-text.ts'
import type { Input, Operation, Outcome } from '../kit/operation.ts'
import { parseQuery } from '../kit/schema-reader.ts'
import type { Storage } from '../store/port.ts'
import type { Clock } from '../base/clock.ts'
import type { StoredEvent } from '../base/data/events.ts'
import { refusal, serviceUnavailable } from '../base/errors/api-error.ts'
import { catalogue } from '../base/errors/catalogue.ts'
import { headerLines } from '../base/headers.ts'
import { noScopes } from '../access/keys/scopes.ts'
import { answerOf, type Exchange } from './exchange.ts'
import type { FlowParts } from './flow.ts'

/** The most streams that are open on a node, and events that are read at once. */
const max = { ofKey: 5, all: 1_000, events: 100 } as const
/** Milliseconds that a request of the quota pays for, between comments, of a round at most, and until a poll. */
const times = { paid: 3_600_000, comment: 15_000, round: 50, poll: 20 } as const

export const streamMediaType = 'text/event-stream'
const headers = { 'Content-Type': streamMediaType, 'X-Accel-Buffering': 'no' }
const opening = answerOf({ status: 200, headers: headerLines(headers), vary: 'Accept' })
const tooMany = refusal('stream_limit_reached', catalogue.stream_limit_reached.example)

type StreamsParts = Pick<FlowParts, 'admission' | 'observe' | 'requestObservers'> & {
  readonly storage: Pick<Storage, 'data' | 'poll'>
  readonly clock: Clock
}
type Definition = NonNullable<Operation['stream']>
export type EventStreams = ReturnType<typeof eventStreams>

/** The log as streams (server-sent events). One watcher reads what is new for all; who is further behind gets pages. */
export const eventStreams = (parts: StreamsParts) => {
  const { storage, admission, clock, observe, requestObservers } = parts
  const { changes, events } = storage.data
  const streams = new Set<ReturnType<typeof streamOf>>()
  /** The last event that the watcher has read. It also knows which version of the data it has seen. */
  let newest: bigint | undefined
  let [seen, isAway, isEnding, count] = [-1, false, false, 0]

  const streamOf = (
    { exchange, bound, input }: { exchange: Exchange; bound: BoundOperation; input: Input },
    fits: ReturnType<Definition['filter']>,
    wire: Writable,
  ) => {
    /** The id of the last event that it has or passed over, and when it last paid and had a comment. */
    let [position, paidAt, saidAt] = [0n, clock(), clock()]

    /** Writes events until the reader must take them first (backpressure). What is left then is read again. */
    const write = (all: ReadonlyArray<Omit<StoredEvent, 'ownerId'>>, last: bigint): void => {
      wire.cork()
      for (const { id, type, json } of all) {
        if (wire.writableNeedDrain) return wire.uncork()
        wire.write(`id: ${id}\nevent: ${type}\ndata: ${json}\n\n`)
        position = id
      }
      wire.uncork()
      position = last
    }
    const stream = {
      keyId: input.caller.id,
      writePage: ({ json: page = '[]', next }: Outcome): void => {
        const all = elementsOf(page).map((json) => {
          const [, id = '', type = ''] = /^\{"id":(\d+),"type":"([^"]+)"/.exec(json) ?? []
          return { id: BigInt(id), type, json }
        })
        // An ascending list of events always goes on, behind an id.
        write(all, next as bigint)
      },
      /** Writes what was read behind `after`, or a page if it is further behind, as far as the reader takes it. */
      feed: async (after: bigint, read: readonly StoredEvent[], last: bigint): Promise<void> => {
        // All others come first in the next round.
        if (!streams.delete(stream)) return
        streams.add(stream)
        if (wire.writableNeedDrain || position >= last) return
        const fitting = read.map((event) => event.id > position && fits(event))
        if (position >= after && !fitting.includes(undefined))
          return write(
            read.filter((_, at) => fitting[at]),
            last,
          )
        const page = await bound.perform({ ...input, after: position })
        // Who comes back is told by a 410.
        if ('code' in page) stream.close('the log does not have this place any more')
        else stream.writePage(page)
      },
      /** An id alone is no event, but where a reader goes on that comes back. */
      comment: (): void => {
        if (wire.writableNeedDrain) return
        saidAt = clock()
        const says = isAway ? 'the log cannot be read now; its events follow' : 'open'
        wire.write(`: ${says}\nid: ${position}\n\n`)
      },
      /** Its reader comes back a little later, and not at the same time as all others. */
      close: (why: string): void => {
        const retry = 1_000 + Math.floor(Math.random() * 2_000)
        if (streams.delete(stream)) wire.end(`: ${why}\nretry: ${retry}\n\n`)
      },
      /** Checks the key, the hour and the time of the last comment. */
      tend: async (): Promise<void> => {
        // If nobody can tell now, it stays open.
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

  /** One round of the watcher. Resolves to whether there are streams. */
  const watch = async (): Promise<boolean> => {
    if (streams.size !== count) observe({ kind: 'streams', open: (count = streams.size) })
    if (count === 0) newest = undefined
    if (count === 0) return false
    await changes.moved(seen, times.poll)
    const [began, { version }] = [performance.now(), changes]
    try {
      if (version === seen) await storage.poll()
      const after = newest ?? (await events.range()).newest
      const read = version === seen ? [] : await events.after(after, max.events)
      const last = (newest = read.at(-1)?.id ?? after)
      if (read.length === 0) seen = version
      for (const stream of new Set(streams)) {
        if (performance.now() < began + times.round) await stream.feed(after, read, last)
      }
      isAway = false
    } catch (error) {
      isAway = true
      throw error
    }
    // Others have at least as much time.
    await wait(performance.now() - began)
    return true
  }
  const tend = () => Promise.all([...streams].map((stream) => stream.tend()))
  return {
    work: [
      { name: 'feed streams', every: 100, everyIfMore: 5, run: watch },
      { name: 'tend streams', every: 1_000, run: tend },
    ],
    /** Answers with a stream of what the operation lists, or refuses. */
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
    /** Ends all streams; a later one ends as it opens. */
    end: (): void => {
      isEnding = true
      for (const stream of streams) stream.close('the service ends')
    },
  }
}
