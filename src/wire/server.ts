import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http'
import type { Duplex } from 'node:stream'
import type { ApiError } from '../errors/api-error.ts'
import { renderError } from '../errors/render.ts'
import type { HeaderRecord } from '../quotas/headers.ts'
import type { Awaitable } from '../storage/port.ts'
import { wireLimits } from './limits.ts'
import { errorOfParser, type ParserError } from './parser-errors.ts'
import { checkRequest, malformed } from './request-check.ts'

/** The headers of an answer to bytes that never became a request: quota, request id, safety. */
export type RefusalHeaders = (refused: {
  readonly error: ApiError
  readonly peer: string | undefined
  readonly request: IncomingMessage | undefined
}) => Awaitable<HeaderRecord>

/** An HTTP server, and the answer to the errors of its parser. */
export type WireServer = {
  readonly server: Server
  /** For the server's `clientError` event. */
  readonly onClientError: (error: ParserError, socket: Duplex) => void
}

/**
 * The HTTP server beneath the application: it holds the bytes against HTTP and the limits, and sees to
 * it that what Node would answer by itself is an Error of the catalogue too.
 */
export const createWireServer = (
  handler: RequestListener,
  refusalHeaders: RefusalHeaders,
): WireServer => {
  /** The newest response of each connection, to keep the order of answers (RFC 9112, 9.3.2). */
  const newest = new WeakMap<Duplex, ServerResponse>()

  const onRequest: RequestListener = (request, response) => {
    newest.set(request.socket, response)
    const error = checkRequest(request)
    if (error === undefined) handler(request, response)
    else void refuseRequest(error, request, response)
  }

  const refuseRequest = async (
    error: ApiError,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> => {
    const peer = request.socket.remoteAddress
    const headers = await refusalHeaders({ error, peer, request })
    if (response.destroyed) return
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

  /** Writes an answer by hand: there is no response object for bytes that are no request. */
  const refuseBytes = async (error: ApiError, socket: Duplex): Promise<void> => {
    const current = newest.get(socket)
    const request = current?.req.complete === false ? current.req : undefined
    const peer = 'remoteAddress' in socket ? String(socket.remoteAddress) : undefined
    const headers = await refusalHeaders({ error, peer, request })
    if (!socket.writable || (request !== undefined && current?.headersSent === true)) {
      socket.destroy()
      return
    }
    const write = (): void => {
      socket.end(rawResponse(error, headers), () => socket.destroy())
    }
    // An answer to an earlier request on the connection goes out first.
    const earlier = request === undefined && current?.writableFinished === false
    if (earlier && !current.destroyed) current.once('finish', write)
    else write()
  }

  const server = createServer(
    {
      maxHeaderSize: wireLimits.uriBytes + wireLimits.headerBytes,
      headersTimeout: wireLimits.headersTimeout,
      requestTimeout: wireLimits.requestTimeout,
      keepAliveTimeout: wireLimits.keepAliveTimeout,
      connectionsCheckingInterval: wireLimits.checkInterval,
      insecureHTTPParser: false,
      // Checked here instead, where the answer is an Error.
      requireHostHeader: false,
    },
    onRequest,
  )
  // Without a bound of their number headers are bounded by their size; with one, Node drops the rest.
  server.maxHeadersCount = 0
  server.maxConnections = wireLimits.connections
  // An expectation other than 100-continue may be ignored (RFC 9110 section 10.1.1).
  server.on('checkExpectation', onRequest)
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    void refuseBytes(malformed('CONNECT is for proxies, and this is none'), socket)
  })

  return {
    server,
    onClientError: (error, socket) => {
      const answer = errorOfParser(error)
      if (answer === undefined) socket.destroy()
      else void refuseBytes(answer, socket)
    },
  }
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
