import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { ApiError } from '../../core/errors/api-error.ts'
import { LastLines } from '../fast-lane/answer-lines.ts'
import { Connection } from './connection.ts'
import { Ending } from './ending.ts'
import { wireLimits, type WireTimes } from '../../core/limits.ts'
import { closeLingering } from './linger.ts'
import { NodeRequest } from './node-request.ts'
import { Outbox } from '../fast-lane/outbox.ts'
import { errorOfParser, type ParserError } from './parser-errors.ts'
import { PlainConnection } from '../fast-lane/plain-connection.ts'
import { malformed } from './refusals.ts'
import { type RefusalHeaders, Refuser } from './refuse.ts'
import { checkRequest } from './request-check.ts'
import type { WireRequest } from '../../core/wire-request.ts'

/** An HTTP server, and how it comes to its end. */
export type WireServer = { readonly server: Server; readonly ending: Ending }

/**
 * The HTTP server beneath the application. A connection begins as a plain one; with the first bytes that
 * are no plain request it goes to Node's parser. There the bytes are held against HTTP and the limits, and
 * what Node would answer by itself is an Error of the catalogue too.
 */
export const createWireServer = (
  handle: (request: WireRequest) => void,
  refusalHeaders: RefusalHeaders,
  times: WireTimes,
): WireServer => {
  const plain = new Map<Duplex, PlainConnection>()
  const parsed = new Map<Duplex, Connection>()
  const ending = new Ending(plain, parsed)
  const refuser = new Refuser(refusalHeaders, times.lingerTimeout)

  const onParsedConnection = (socket: Socket): void => {
    const connection = new Connection()
    parsed.set(socket, connection)
    socket.once('close', () => parsed.delete(socket))
    // Before the parser's own listener.
    socket.prependListener('data', (chunk: Buffer) => {
      if (connection.refused) return
      const error = connection.take(chunk)
      if (error !== undefined) refuseOnce(error, socket, connection)
    })
    // What Node closes a connection with once its last answer is out.
    const destroySoon = socket.destroySoon.bind(socket)
    socket.destroySoon = () => {
      if (connection.isUnread) closeLingering(socket, times.lingerTimeout)
      else destroySoon()
    }
  }

  const onRequest: RequestListener = (request, response) => {
    const connection = parsed.get(request.socket)
    if (connection === undefined || connection.refused || connection.isLast) return
    const exchange = new NodeRequest(request, response)
    connection.begin(exchange, response)
    if (ending.hasBegun) response.shouldKeepAlive = false
    const error = checkRequest(request, connection.read(request))
    if (connection.isLast) response.shouldKeepAlive = false
    if (error === undefined) {
      // A body that no operation takes is not read to its end only to keep the connection.
      if (Number(request.headers['content-length']) > wireLimits.bodyBytes) {
        response.shouldKeepAlive = false
      }
      handle(exchange)
    } else {
      connection.refused = true
      void refuser.refuseRequest(error, exchange, request.socket)
    }
  }

  /** Asks for the body only once something reads it: whoever is refused need not send it. */
  const onExpectation: RequestListener = (request, response) => {
    request.once('resume', () => {
      if (!response.headersSent) response.writeContinue()
    })
    onRequest(request, response)
  }

  const refuseOnce = (error: ApiError, socket: Duplex, connection: Connection): void => {
    connection.refused = true
    void refuser.refuseBytes(error, socket, connection)
  }

  const server = createServer(
    {
      maxHeaderSize: wireLimits.uriBytes + wireLimits.headerBytes,
      headersTimeout: times.headersTimeout,
      requestTimeout: times.requestTimeout,
      keepAliveTimeout: times.keepAliveTimeout,
      connectionsCheckingInterval: times.checkInterval,
      insecureHTTPParser: false,
      // Checked here instead, where the answer is an Error.
      requireHostHeader: false,
    },
    onRequest,
  )
  // Without a bound of their number headers are bounded by their size; with one, Node drops the rest.
  server.maxHeadersCount = 0
  // A client that ends its side behind its requests is answered all the same. Node's types do not have it.
  Object.assign(server, { httpAllowHalfOpen: true })
  server.maxConnections = times.connections
  const toParser = server.listeners('connection')
  server.removeAllListeners('connection')
  const parts = {
    handle,
    ending,
    times,
    lastLines: new LastLines(times.keepAliveTimeout),
    outbox: new Outbox(),
    handOver: (socket: Socket, bytes: Buffer): void => {
      plain.delete(socket)
      for (const listener of toParser) listener.call(server, socket)
      onParsedConnection(socket)
      socket.emit('data', bytes)
    },
  }
  server.on('connection', (socket: Socket) => {
    plain.set(socket, new PlainConnection(socket, parts))
    socket.once('close', () => plain.delete(socket))
  })
  server.on('checkContinue', onExpectation)
  // An expectation other than 100-continue may be ignored (RFC 9110 section 10.1.1).
  server.on('checkExpectation', onRequest)
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    const connection = parsed.get(socket)
    if (connection?.refused !== false) return
    refuseOnce(malformed('CONNECT is for proxies, and this is none'), socket, connection)
  })
  closeOverdue(server, plain, parsed, times)
  closePlainToo(server, plain)

  server.on('clientError', (error: ParserError, socket: Duplex) => {
    const connection = parsed.get(socket)
    // A connection on which nothing was ever sent is owed no answer.
    const isSilent = 'bytesRead' in socket && socket.bytesRead === 0
    if (connection?.refused === true && socket.writable) return
    const answer = errorOfParser(error, connection?.isTargetTooLong() === true, times)
    if (answer === undefined || connection === undefined || isSilent) socket.destroy()
    else refuseOnce(answer, socket, connection)
  })
  return { server, ending }
}

/** Node has no limit of its own for a client that does not read what it asked for, and none at all for plain connections. */
const closeOverdue = (
  server: Server,
  plain: ReadonlyMap<Duplex, PlainConnection>,
  parsed: ReadonlyMap<Duplex, Connection>,
  { checkInterval, responseTimeout }: WireTimes,
): void => {
  const timer = setInterval(() => {
    const now = performance.now()
    const latest = now - responseTimeout
    for (const [socket, { response, since }] of parsed) {
      if (since < latest && response?.writableFinished === false) socket.destroy()
    }
    for (const [socket, connection] of plain) if (connection.isOverdue(now)) socket.destroy()
  }, checkInterval)
  timer.unref()
  server.once('close', () => clearInterval(timer))
}

/** Node's server closes only those connections that its parser reads. */
const closePlainToo = (server: Server, plain: ReadonlyMap<Duplex, PlainConnection>): void => {
  const closeIdle = server.closeIdleConnections.bind(server)
  const closeAll = server.closeAllConnections.bind(server)
  server.closeIdleConnections = () => {
    closeIdle()
    for (const [socket, { isIdle }] of plain) if (isIdle) socket.destroy()
  }
  server.closeAllConnections = () => {
    closeAll()
    for (const socket of plain.keys()) socket.destroy()
  }
}
