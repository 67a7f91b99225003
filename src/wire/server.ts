import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { ApiError } from '../errors/api-error.ts'
import { renderError } from '../errors/render.ts'
import type { HeaderRecord } from './headers.ts'
import type { Awaitable } from '../storage/awaitable.ts'
import { Connection } from './connection.ts'
import { Ending } from './ending.ts'
import { wireLimits, type WireTimes } from './limits.ts'
import { closeLingering } from './linger.ts'
import { errorOfParser, type ParserError } from './parser-errors.ts'
import { malformed } from './refusals.ts'
import { checkRequest } from './request-check.ts'

/** The headers of an answer to bytes that never became a request: quota, request id, safety. */
export type RefusalHeaders = (refused: {
  readonly error: ApiError
  readonly peer: string | undefined
  readonly request: IncomingMessage | undefined
}) => Awaitable<HeaderRecord>

/** An HTTP server, and how it comes to its end. */
export type WireServer = { readonly server: Server; readonly ending: Ending }

/**
 * The HTTP server beneath the application: it holds the bytes against HTTP and the limits, and sees to
 * it that what Node would answer by itself is an Error of the catalogue too.
 */
export const createWireServer = (
  handler: RequestListener,
  refusalHeaders: RefusalHeaders,
  times: WireTimes,
): WireServer => {
  const connections = new Map<Duplex, Connection>()
  const ending = new Ending(connections)

  const onConnection = (socket: Socket): void => {
    const connection = new Connection()
    connections.set(socket, connection)
    socket.once('close', () => connections.delete(socket))
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
    const connection = connections.get(request.socket)
    if (connection === undefined || connection.refused || connection.isLast) return
    connection.response = response
    connection.since = performance.now()
    if (ending.hasBegun) response.shouldKeepAlive = false
    const error = checkRequest(request, connection.read(request))
    if (connection.isLast) response.shouldKeepAlive = false
    if (error === undefined) {
      // A body that no operation takes is not read to its end only to keep the connection.
      if (Number(request.headers['content-length']) > wireLimits.bodyBytes) {
        response.shouldKeepAlive = false
      }
      handler(request, response)
    } else {
      connection.refused = true
      void refuseRequest(error, request, response)
    }
  }

  /** Asks for the body only once something reads it: whoever is refused need not send it. */
  const onExpectation: RequestListener = (request, response) => {
    request.once('resume', () => {
      if (!response.headersSent) response.writeContinue()
    })
    onRequest(request, response)
  }

  /** Undefined where there is no answer to be had; then the connection is closed without. */
  const headersOf = async (
    error: ApiError,
    socket: Duplex,
    request: IncomingMessage | undefined,
  ): Promise<HeaderRecord | undefined> => {
    const peer = 'remoteAddress' in socket ? String(socket.remoteAddress) : undefined
    try {
      return await refusalHeaders({ error, peer, request })
    } catch {
      socket.destroy()
      return undefined
    }
  }

  const refuseRequest = async (
    error: ApiError,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> => {
    const headers = await headersOf(error, request.socket, request)
    if (headers === undefined || response.destroyed) return
    const body = renderError(error)
    response.writeHead(error.status, {
      ...headers,
      ...error.headers,
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
      Connection: 'close',
    })
    response.end(request.method === 'HEAD' ? undefined : body)
  }

  const refuseOnce = (error: ApiError, socket: Duplex, connection: Connection): void => {
    connection.refused = true
    void refuseBytes(error, socket, connection.response)
  }

  /** Writes an answer by hand: there is no response object for bytes that are no request. */
  const refuseBytes = async (
    error: ApiError,
    socket: Duplex,
    newest: ServerResponse | undefined,
  ): Promise<void> => {
    const request = newest?.req.complete === false ? newest.req : undefined
    const headers = await headersOf(error, socket, request)
    if (headers === undefined) return
    if (!socket.writable || (request !== undefined && newest?.headersSent === true)) {
      socket.destroy()
      return
    }
    const write = (): void => {
      if (socket.writable) socket.end(rawResponse(error, headers))
      closeLingering(socket, times.lingerTimeout)
    }
    // An answer to an earlier request on the connection goes out first.
    const earlier = request === undefined && newest?.writableFinished === false
    if (earlier && !newest.destroyed) newest.once('finish', write)
    else write()
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
  server.maxConnections = times.connections
  server.on('connection', onConnection)
  server.on('checkContinue', onExpectation)
  // An expectation other than 100-continue may be ignored (RFC 9110 section 10.1.1).
  server.on('checkExpectation', onRequest)
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    const connection = connections.get(socket)
    if (connection?.refused !== false) return
    refuseOnce(malformed('CONNECT is for proxies, and this is none'), socket, connection)
  })
  closeUnreadAnswers(server, connections, times)

  server.on('clientError', (error: ParserError, socket: Duplex) => {
    const connection = connections.get(socket)
    // A connection on which nothing was ever sent is owed no answer.
    const isSilent = 'bytesRead' in socket && socket.bytesRead === 0
    if (connection?.refused === true && socket.writable) return
    const answer = errorOfParser(error, connection?.isTargetTooLong() === true, times)
    if (answer === undefined || connection === undefined || isSilent) socket.destroy()
    else refuseOnce(answer, socket, connection)
  })
  return { server, ending }
}

/** Node has no limit of its own for a client that does not read what it asked for. */
const closeUnreadAnswers = (
  server: Server,
  connections: ReadonlyMap<Duplex, Connection>,
  { checkInterval, responseTimeout }: WireTimes,
): void => {
  const timer = setInterval(() => {
    const latest = performance.now() - responseTimeout
    for (const [socket, { response, since }] of connections) {
      if (since < latest && response?.writableFinished === false) socket.destroy()
    }
  }, checkInterval)
  timer.unref()
  server.once('close', () => clearInterval(timer))
}

const rawResponse = (error: ApiError, headers: HeaderRecord): string => {
  const body = renderError(error)
  const lines = Object.entries({
    ...headers,
    ...error.headers,
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
    Date: new Date().toUTCString(),
    Connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}\r\n${lines.join('')}\r\n${body}`
}
