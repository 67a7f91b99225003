import type { IncomingHttpHeaders } from 'node:http'
import type { Socket } from 'node:net'
import { type LastLines, statusLine } from './answer-lines.ts'
import type { Ending } from '../wire/ending.ts'
import type { HeaderLines } from '../../core/headers.ts'
import type { WireTimes } from '../../core/limits.ts'
import { closeLingering } from '../wire/linger.ts'
import type { Outbox } from './outbox.ts'
import { type PlainFields, type PlainRequest, readPlainRequest } from './plain-request.ts'
import type { Answer, WireRequest } from '../../core/wire-request.ts'

/** What a plain connection works with. */
export type PlainParts = {
  readonly handle: (request: WireRequest) => void
  /** Has Node's parser read the connection from now on, beginning with these bytes. */
  readonly handOver: (socket: Socket, bytes: Buffer) => void
  readonly ending: Pick<Ending, 'hasBegun'>
  readonly times: WireTimes
  readonly lastLines: LastLines
  readonly outbox: Outbox
}

/** Requests of one packet that are answered before other connections have their turn. */
const mostInTurn = 32

/** Characters of answers that wait to be sent. */
const mostUnsent = 65_536

type Encoding = Answer['encoding']

const nothing = Buffer.alloc(0)

/**
 * A connection on which only plain requests came so far. They are read from the bytes and answered to the
 * socket, one after the other, without the objects that Node's HTTP server makes for each. With the first
 * bytes that are no plain request, whole in one packet, the connection is the parser's for good.
 */
export class PlainConnection {
  readonly socket: Socket
  readonly #parts: PlainParts
  /** The fields that came last. */
  #fields: PlainFields | undefined
  /** The request whose answer is still to come. */
  #current: PlainExchange | undefined
  /** Bytes that came meanwhile. */
  #held: Buffer = nothing
  /** Answers that wait for the end of this turn. */
  #unsent = ''
  #encoding: Encoding = 'latin1'
  /** When the newest request came, or the connection, on the clock of `performance.now`. */
  #since = performance.now()
  #isUsed = false
  /** Whether the client ended its side. The stream says so even before all is read, while it is paused. */
  #isEnded = false

  constructor(socket: Socket, parts: PlainParts) {
    this.socket = socket
    this.#parts = parts
    socket.on('data', this.#onData)
    socket.on('end', this.#onEnd)
    socket.on('error', ignore)
  }

  /** Whether nothing is under way on a connection that was used. */
  get isIdle(): boolean {
    return this.#isUsed && this.#current === undefined && !this.#isWriting
  }

  /** Whether the connection has been silent, or its client has not taken an answer, for too long. */
  isOverdue(now: number): boolean {
    const { headersTimeout, keepAliveTimeout, responseTimeout } = this.#parts.times
    if (this.#current !== undefined) return false
    const time = !this.#isUsed
      ? headersTimeout
      : this.#isWriting
        ? responseTimeout
        : keepAliveTimeout
    return now - this.#since > time
  }

  /** Sends an answer, and goes on with what came behind its request. */
  send(lines: HeaderLines, { status, lines: own, body, encoding }: Answer): void {
    const { socket } = this
    const isLast = this.#parts.ending.hasBegun
    const last = this.#parts.lastLines.at(Date.now(), isLast)
    const head = `${statusLine(status)}${lines}${own}${last}`
    const isLater = this.#current?.isLater === true
    this.#current = undefined
    if (typeof body === 'string') this.#put(head + body, encoding)
    else {
      this.#put(head, 'latin1')
      this.flush()
      if (body !== undefined) socket.write(body)
    }
    if (isLast) {
      this.#close()
    } else if (isLater) {
      this.flush()
      this.#goOn()
    }
  }

  flush(): void {
    const text = this.#unsent
    if (text === '') return
    this.#unsent = ''
    if (this.socket.writable) this.socket.write(text, this.#encoding)
  }

  #put(text: string, encoding: Encoding): void {
    if (encoding !== this.#encoding) this.flush()
    this.#encoding = encoding
    const isFirst = this.#unsent === ''
    this.#unsent += text
    // Behind it, for the outbox may flush at once.
    if (isFirst) this.#parts.outbox.add(this)
  }

  readonly #onData = (chunk: Buffer): void => {
    if (this.#held.length > 0) {
      this.#hold(Buffer.concat([this.#held, chunk]))
    } else if (this.#current !== undefined) {
      this.#hold(chunk)
    } else if (this.#isFull) {
      this.#hold(chunk)
      this.#waitForTurn()
    } else {
      this.#read(chunk)
    }
  }

  /** Answers what requests the bytes have, in order. */
  #read(bytes: Buffer): void {
    const first = readPlainRequest(bytes, 0, this.#fields)
    if (first === undefined) this.#handOver(bytes)
    else if (first.end === bytes.length) this.#begin(first)
    else this.#readAll(bytes, first)
  }

  /** Answers requests that were sent without waiting for answers (RFC 9112 section 9.3.2). */
  #readAll(bytes: Buffer, first: PlainRequest): void {
    const { socket } = this
    let next: PlainRequest | undefined = first
    let start = 0
    for (let count = 0; next !== undefined && count < mostInTurn; count += 1) {
      start = next.end
      this.#begin(next)
      if (this.#current !== undefined || this.#isFull || !socket.writable) break
      next = start < bytes.length ? readPlainRequest(bytes, start, this.#fields) : undefined
    }
    this.flush()
    if (start === bytes.length || !socket.writable) return
    const rest = bytes.subarray(start)
    if (this.#current === undefined && next === undefined) this.#handOver(rest)
    else {
      this.#hold(rest)
      if (this.#current === undefined) this.#waitForTurn()
    }
  }

  #begin({ method, target, fields, body }: PlainRequest): void {
    const exchange = new PlainExchange(this, method, target, fields.headers, body)
    this.#fields = fields
    this.#current = exchange
    this.#since = exchange.receivedAt
    this.#isUsed = true
    this.#parts.handle(exchange)
    if (this.#current === exchange) exchange.isLater = true
  }

  /** Keeps what came too early, and has the client wait with more. */
  #hold(bytes: Buffer): void {
    this.#held = bytes
    this.socket.pause()
  }

  /** Goes on once the client has taken what was sent, and others had their turn. */
  #waitForTurn(): void {
    if (this.socket.writableNeedDrain) {
      this.socket.pause()
      this.socket.once('drain', () => this.#goOn())
    } else {
      setImmediate(() => this.#goOn())
    }
  }

  #goOn(): void {
    if (this.socket.destroyed || this.#current !== undefined) return
    const held = this.#held
    this.#held = nothing
    if (held.length > 0) this.#read(held)
    if (this.#held.length > 0) return
    this.socket.resume()
    this.#closeIfEnded()
  }

  readonly #onEnd = (): void => {
    this.#isEnded = true
    this.#closeIfEnded()
  }

  /** A client that ended its side is answered all that it asked before. */
  #closeIfEnded(): void {
    if (this.#isEnded && this.#current === undefined && this.#held.length === 0) this.#close()
  }

  #close(): void {
    this.flush()
    if (this.#held.length === 0) this.socket.destroySoon()
    else closeLingering(this.socket, this.#parts.times.lingerTimeout)
  }

  #handOver(bytes: Buffer): void {
    const { socket } = this
    this.flush()
    socket.off('data', this.#onData)
    socket.off('end', this.#onEnd)
    socket.off('error', ignore)
    this.#parts.handOver(socket, bytes)
    // The parser's side has not heard of it.
    if (this.#isEnded) socket.emit('end')
    this.#isEnded = false
  }

  /** Whether the client has to take answers before more are made. */
  get #isFull(): boolean {
    return this.#unsent.length > mostUnsent || this.socket.writableNeedDrain
  }

  get #isWriting(): boolean {
    return this.#unsent !== '' || this.socket.writableLength > 0
  }
}

/** A plain request, and the way of its answer. */
class PlainExchange implements WireRequest {
  readonly method: string
  readonly target: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer | undefined
  readonly receivedAt = performance.now()
  isAnswered = false
  /** Whether the answer comes in a later turn of the event loop than the request. */
  isLater = false
  readonly #connection: PlainConnection

  constructor(
    connection: PlainConnection,
    method: string,
    target: string,
    headers: IncomingHttpHeaders,
    body: Buffer | undefined,
  ) {
    this.#connection = connection
    this.method = method
    this.target = target
    this.headers = headers
    this.body = body
  }

  get peer(): string | undefined {
    return this.#connection.socket.remoteAddress
  }

  get isOver(): boolean {
    return this.isAnswered || !this.#connection.socket.writable
  }

  readBody(mostBytes: number): Buffer | undefined {
    return this.body !== undefined && this.body.length <= mostBytes ? this.body : undefined
  }

  /** It is whole, or it would not be plain: a listener would only wait on a connection that stays. */
  onBroken(): void {}

  answer(lines: HeaderLines, answer: Answer): void {
    this.isAnswered = true
    this.#connection.send(lines, answer)
  }

  abandon(): void {
    this.#connection.socket.destroy()
  }
}

const ignore = (): void => undefined
