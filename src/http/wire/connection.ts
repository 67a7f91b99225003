import { Buffer } from 'node:buffer'
import type { Socket } from 'node:net'
import { performance } from 'node:perf_hooks'
import type { ApiError } from '../../base/errors/api-error.ts'
import { wireLimits, type WireTimes } from '../../base/limits.ts'
import type { Answer } from '../../base/wire-request.ts'
import type { Connections } from './connections.ts'
import type { HeadCache } from './request-head.ts'
import type { ParserPool } from './node-parser.ts'
import { requestTimeout } from './refusals.ts'
import { RequestReader } from './request-reader.ts'
import { readShared, type TakeBytes } from './shared-reads.ts'
import type { Turns, Schedulable } from './turns.ts'
import {
  type Answering,
  type ConnectionDirective,
  refusalText,
  type Refuse,
  type ResponseSink,
  WireExchange,
} from './wire-exchange.ts'

/** What all connections of a server share. */
export type ConnectionParts = Answering & {
  readonly connections: Connections
  readonly refuse: Refuse
  readonly times: WireTimes
  readonly parsers: ParserPool
  readonly headCache: HeadCache
  readonly turns: Turns
}

type Encoding = Answer['encoding']

const nothing = Buffer.alloc(0)

/**
 * One connection. It reads and answers requests one by one, so in order (RFC 9112 section 9.3.2). It stops reading while a
 * request awaits its answer, while the client does not read, and after its share of a turn (backpressure). So its memory
 * is bounded, whatever the client sends.
 */
export class Connection implements Schedulable, ResponseSink {
  readonly socket: Socket
  turn = 0
  steps = 0
  readonly #parts: ConnectionParts
  readonly #reader: RequestReader
  /** The request that is being read or answered. */
  #exchange: WireExchange | undefined
  /** Bytes that have arrived, and how many of them were read. */
  #bytes: Buffer = nothing
  #at = 0
  /** Answers to send at the end of this turn, all in one encoding. */
  #unsent = ''
  #encoding: Encoding = 'latin1'
  /** When the latest request began, in milliseconds of `performance.now`. */
  #begunAt = 0
  /** When something last happened: the connection, the headers of a request, or an answer. */
  #since = performance.now()
  #isUsed = false
  #isEnded = false
  /** Whether the connection has stopped reading for good. */
  #isOver = false
  #isWorking = false
  #isWaiting = false
  isStreaming = false

  /** @param isUsed whether another thread has served it before */
  constructor(socket: Socket, parts: ConnectionParts, isUsed = false) {
    this.socket = socket
    this.#parts = parts
    this.#isUsed = isUsed
    this.#reader = new RequestReader(parts.parsers, parts.headCache)
    readShared(socket, this.#takeBytes)
    socket.on('end', this.#onEnd)
    socket.on('drain', this.#onDrain)
    socket.on('close', this.#onClose)
    socket.on('error', ignore)
    parts.turns.onConnect()
  }

  /** Whether the connection was used and no request is under way. */
  get isIdle(): boolean {
    return this.#isUsed && !this.#isOver && this.#isAtRest
  }

  /** Whether only the socket is left, with no request under way, so that another thread can serve it. */
  get isMovable(): boolean {
    return !this.#isOver && !this.#isEnded && this.#isAtRest && !this.socket.destroyed
  }

  /** When the unanswered request began, in milliseconds of `performance.now`; Infinity if there is none. */
  get unansweredSince(): number {
    if (this.isOver || this.isStreaming) return Infinity
    const isBegun = this.#reader.isReading || this.#at < this.#bytes.length
    return (this.#exchange?.isAnswered ?? !isBegun) ? Infinity : this.#begunAt
  }

  get peer(): string | undefined {
    return this.socket.remoteAddress
  }

  get isOver(): boolean {
    return this.#isOver || !this.socket.writable
  }

  /** Ends the connection if its time is over, by `performance.now`. */
  enforceTimes(now: number): void {
    // A lingering close has its own timer.
    if (this.#isOver) return
    const { times } = this.#parts
    const { headersTimeout, requestTimeout: whole } = times
    const { writableLength, writableEnded } = this.socket
    if (this.isStreaming && writableLength === 0 && !writableEnded) this.#since = now
    if (this.#reader.isReading) {
      const time = this.#reader.head === undefined ? Math.min(headersTimeout, whole) : whole
      if (now - this.#begunAt <= time) return
      if (this.#exchange?.isAnswered === true) this.#close()
      else this.#refuse(requestTimeout(times))
      return
    }
    const atRest = this.#isUsed ? times.keepAliveTimeout : headersTimeout
    const time = this.#isAtRest ? atRest : times.responseTimeout
    if (now - this.#since > time) this.socket.destroy()
  }

  /** Reads and answers until the bytes run out or it has to wait. */
  resume(): void {
    this.#isWaiting = false
    if (this.#isWorking) return
    this.#isWorking = true
    while (this.#at < this.#bytes.length && this.#mayStep()) this.#step()
    this.#isWorking = false
    if (this.#isOver) return
    if (this.#at < this.#bytes.length) {
      this.socket.pause()
      return
    }
    this.#bytes = nothing
    this.#at = 0
    // The next requests belong to another thread.
    const stops = this.#parts.connections.isMoving && this.#exchange === undefined
    if (stops && !this.#reader.isReading) this.socket.pause()
    else if (this.socket.isPaused()) this.socket.resume()
    this.#endIfEnded()
  }

  write(part: string): void {
    this.#put(part, 'latin1')
    this.flush()
  }

  send(
    head: string,
    body: Answer['body'],
    encoding: Encoding,
    directive: ConnectionDirective,
    now: number,
  ): void {
    this.#since = now
    if (body === undefined) this.#put(head, 'latin1')
    else if (typeof body === 'string') this.#put(head + body, encoding)
    else {
      this.#put(head, 'latin1')
      this.flush()
      this.socket.write(body)
    }
    if (this.isStreaming) this.flush()
    else if (directive !== 'keep') this.#close()
    else if (!this.#isWorking) {
      this.#settle()
      if (!this.#isWaiting) this.resume()
    }
  }

  flush(): void {
    const text = this.#unsent
    if (text === '') return
    this.#unsent = ''
    if (this.socket.writable) this.socket.write(text, this.#encoding)
  }

  destroy(): void {
    this.socket.destroy()
  }

  get #isAtRest(): boolean {
    return (
      this.#exchange === undefined &&
      !this.#reader.isReading &&
      this.#bytes.length === 0 &&
      this.#unsent === '' &&
      this.socket.writableLength === 0
    )
  }

  #mayStep(): boolean {
    if (this.#isOver) return false
    const exchange = this.#exchange
    if (exchange !== undefined && this.#reader.isComplete) return false
    if (exchange?.body?.isAhead === true) return false
    if (exchange === undefined && !this.#reader.isReading && this.#isFull) return false
    if (this.#parts.turns.take(this)) return true
    this.#waitForTurn()
    return false
  }

  /** Whether the client must read answers before more are made. */
  get #isFull(): boolean {
    if (this.#unsent.length > wireLimits.unsentBytes) this.flush()
    return this.socket.writableNeedDrain
  }

  /** Reads a request, or a part of one. */
  #step(): void {
    const reader = this.#reader
    const now = performance.now()
    if (!reader.isReading) this.#begunAt = now
    this.#at = reader.read(this.#bytes, this.#at)
    const { head, fault } = reader
    if (head !== undefined && this.#exchange === undefined) {
      const exchange = new WireExchange(this, head, this.#parts, now)
      this.#exchange = exchange
      this.#isUsed = true
      this.#since = now
      if (fault === undefined) {
        this.#hand(exchange)
        this.#parts.connections.handle(exchange)
      }
    } else if (this.#exchange !== undefined) {
      this.#hand(this.#exchange)
    }
    if (fault !== undefined) this.#refuse(fault)
    else this.#settle()
  }

  /** Passes on the bytes of a body that have arrived. */
  #hand({ body, isAnswered }: WireExchange): void {
    if (body === undefined) return
    const reader = this.#reader
    body.take(reader.takeBody())
    if (reader.isComplete) body.complete()
    // A body that nobody needs is not read to its end.
    else if (isAnswered && body.isLarge) this.#close()
  }

  /** Prepares for the next request, if this one is complete and answered. */
  #settle(): void {
    if (this.#exchange?.isAnswered !== true || !this.#reader.isComplete) return
    if (this.isStreaming) return
    this.#exchange = undefined
    this.#reader.next()
  }

  #put(text: string, encoding: Encoding): void {
    if (encoding !== this.#encoding) this.flush()
    this.#encoding = encoding
    const isFirst = this.#unsent === ''
    this.#unsent += text
    // After the answer, because `send` may flush at once.
    if (isFirst) this.#parts.turns.send(this)
  }

  #waitForTurn(): void {
    if (this.#isWaiting) return
    this.#isWaiting = true
    this.#parts.turns.wait(this)
  }

  readonly #takeBytes: TakeBytes = (length, buffer) => {
    if (this.#isOver) return
    const arrived = buffer.subarray(0, length)
    const left = this.#bytes.length - this.#at
    this.#bytes = left === 0 ? arrived : Buffer.concat([this.#bytes.subarray(this.#at), arrived])
    this.#at = 0
    if (!this.#isWaiting) this.resume()
    if (this.#bytes !== arrived) return
    // The next read of any connection overwrites the shared buffer.
    this.#bytes = Buffer.from(arrived.subarray(this.#at))
    this.#at = 0
  }

  readonly #onDrain = (): void => {
    if (this.isStreaming) this.#since = performance.now()
    if (this.#bytes.length > 0 && !this.#isOver) this.#waitForTurn()
  }

  readonly #onEnd = (): void => {
    this.#isEnded = true
    if (this.isStreaming) this.socket.destroy()
    this.#endIfEnded()
  }

  /** Ends this side once the client has ended its own and every request is answered. */
  #endIfEnded(): void {
    if (!this.#isEnded || this.#isOver || this.#bytes.length > 0) return
    if (this.#reader.isReading && this.#exchange?.isAnswered !== true) {
      this.#refuse(this.#reader.end())
    } else if (this.#exchange === undefined || this.#reader.isReading) {
      this.#close()
    }
  }

  readonly #onClose = (): void => {
    this.#stopReading()
    this.#unsent = ''
    this.#exchange?.break()
  }

  /** Refuses bytes that are not an acceptable request, after all earlier answers, and closes the connection. */
  #refuse(error: ApiError): void {
    const exchange = this.#exchange
    this.#stopReading()
    void this.#sendRefusal(error, exchange?.isAnswered === false ? exchange : undefined)
  }

  async #sendRefusal(error: ApiError, request: WireExchange | undefined): Promise<void> {
    const { socket } = this
    try {
      const caller = request ?? { headers: {}, peer: this.peer }
      const refused = await this.#parts.refuse({ error, caller, request })
      const last = this.#parts.lastLines(performance.now(), 'close')
      if (!socket.writable) return
      this.#put(refusalText(refused, last, request?.method), 'utf8')
      this.flush()
      closeLingering(socket, this.#parts.times.lingerTimeout)
    } catch {
      socket.destroy()
    }
  }

  /** Closes after the last answer. */
  #close(): void {
    const isUnread = this.#at < this.#bytes.length || this.#reader.isReading
    this.#stopReading()
    this.flush()
    if (isUnread) closeLingering(this.socket, this.#parts.times.lingerTimeout)
    else this.socket.destroySoon()
  }

  #stopReading(): void {
    this.#isOver = true
    this.#bytes = nothing
    this.#at = 0
    this.#reader.close()
  }
}

const ignore = (): void => undefined

/**
 * Closes a connection that may have unread bytes (lingering close, RFC 9112 section 9.6). An immediate close would make
 * the kernel send a reset, which can destroy the answer before the client reads it. So this ends the sending side and
 * discards what arrives until the client closes or the time, in milliseconds, is over.
 */
const closeLingering = (socket: Socket, time: number): void => {
  if (socket.destroyed) return
  // Stop reading requests, as none could be answered any more.
  socket.removeAllListeners('data')
  socket.on('data', ignore)
  socket.on('error', ignore)
  socket.resume()
  if (!socket.writableEnded) socket.end()
  const timer = setTimeout(() => socket.destroy(), time)
  socket.once('close', () => clearTimeout(timer))
}
