import type { ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { ApiError } from '../../core/errors/api-error.ts'
import { jsonMediaType, renderError } from '../../core/errors/render.ts'
import type { Awaitable } from '../../core/awaitable.ts'
import { statusLine } from '../fast-lane/answer-lines.ts'
import type { Connection } from './connection.ts'
import { type HeaderLines, headerLines } from '../../core/headers.ts'
import { closeLingering } from './linger.ts'
import type { NodeRequest } from './node-request.ts'
import type { Caller } from '../../core/wire-request.ts'

/** The headers of an answer to bytes that are no request, or none that is taken: quota, request id, safety. */
export type RefusalHeaders = (refused: {
  readonly error: ApiError
  readonly caller: Caller
  /** Undefined where the bytes never became a request. */
  readonly request: NodeRequest | undefined
}) => Awaitable<HeaderLines>

/** Answers what never reaches the application, and closes the connection behind it. */
export class Refuser {
  readonly #headers: RefusalHeaders
  readonly #lingerTimeout: number

  /** @param lingerTimeout milliseconds */
  constructor(headers: RefusalHeaders, lingerTimeout: number) {
    this.#headers = headers
    this.#lingerTimeout = lingerTimeout
  }

  /** Refuses a request that the parser read. */
  async refuseRequest(error: ApiError, request: NodeRequest, socket: Duplex): Promise<void> {
    const lines = await this.#linesOf(error, socket, request)
    if (lines === undefined || request.isOver) return
    const body = renderError(error)
    request.answer(lines, {
      status: error.status,
      lines: errorLines(error, body),
      body,
      encoding: 'utf8',
    })
  }

  /** Refuses bytes by hand: there is no response object for what is no request. */
  async refuseBytes(error: ApiError, socket: Duplex, connection: Connection): Promise<void> {
    const newest = connection.response
    const isUnderWay = newest?.req.complete === false
    const request = isUnderWay ? connection.request : undefined
    const lines = await this.#linesOf(error, socket, request)
    if (lines === undefined) return
    if (!socket.writable || (isUnderWay && newest.headersSent)) {
      socket.destroy()
      return
    }
    const write = (): void => {
      if (socket.writable) socket.end(rawAnswer(error, lines))
      closeLingering(socket, this.#lingerTimeout)
    }
    // An answer to an earlier request on the connection goes out first.
    if (isEarlier(newest) && !isUnderWay) newest.once('finish', write)
    else write()
  }

  /** Undefined where there is no answer to be had; then the connection is closed without. */
  async #linesOf(
    error: ApiError,
    socket: Duplex,
    request: NodeRequest | undefined,
  ): Promise<HeaderLines | undefined> {
    const peer = 'remoteAddress' in socket ? String(socket.remoteAddress) : undefined
    try {
      return await this.#headers({ error, caller: request ?? { headers: {}, peer }, request })
    } catch {
      socket.destroy()
      return undefined
    }
  }
}

const isEarlier = (newest: ServerResponse | undefined): newest is ServerResponse =>
  newest?.writableFinished === false && !newest.destroyed

const errorLines = (error: ApiError, body: string): HeaderLines =>
  headerLines({
    ...error.headers,
    'Content-Type': jsonMediaType,
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
  })

const rawAnswer = (error: ApiError, lines: HeaderLines): string => {
  const body = renderError(error)
  const date = `Date: ${new Date().toUTCString()}\r\n`
  return `${statusLine(error.status)}${lines}${errorLines(error, body)}${date}\r\n${body}`
}
