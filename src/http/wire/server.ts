import { createServer, type Server, type Socket } from 'node:net'
import { wireLimits, type WireTimes } from '../../core/limits.ts'
import type { WireRequest } from '../../core/wire-request.ts'
import { Connection, type ConnectionParts } from './connection.ts'
import { Connections } from './connections.ts'
import { HeadCache } from './head-cache.ts'
import { ParserPool } from './node-parser.ts'
import type { Refuse } from './refuse.ts'
import { Turns } from './turns.ts'
import { LastLines } from './wire-exchange.ts'

/** An HTTP server and its connections. */
export type WireServer = { readonly server: Server; readonly connections: Connections }

/** Bounds connections by the address of the peer. */
export type ConnectionBound = {
  /** Returns whether the peer may have one more. */
  enter(peer: string): boolean
  /** Counts the end of a connection that could enter. */
  leave(peer: string): void
}

const noBound: ConnectionBound = { enter: () => true, leave: () => undefined }

/**
 * The HTTP server beneath the application. It reads HTTP/1.1 and checks it against the rules and the limits. It refuses
 * invalid requests with an Error of the catalogue, and passes on valid ones.
 */
export const createWireServer = (
  handle: (request: WireRequest) => void,
  refuse: Refuse,
  times: WireTimes,
  bound: ConnectionBound = noBound,
): WireServer => {
  const connections = new Connections(handle)
  const parts: ConnectionParts = {
    connections,
    refuse,
    times,
    lastLines: new LastLines(times.keepAliveTimeout),
    parsers: new ParserPool(wireLimits.uriBytes + wireLimits.headerBytes),
    headCache: new HeadCache(),
    turns: new Turns(),
  }
  const server = createServer({
    // A client that half-closes after its requests still gets its answers.
    allowHalfOpen: true,
    noDelay: true,
    highWaterMark: wireLimits.unsentBytes,
  })
  server.maxConnections = times.connections
  server.on('connection', (socket: Socket) => {
    const { remoteAddress: peer } = socket
    if (peer === undefined) {
      // The client has already disconnected.
      socket.destroy()
    } else if (bound.enter(peer)) {
      socket.once('close', () => bound.leave(peer))
      connections.add(new Connection(socket, parts))
    } else {
      socket.destroy()
      // As Node does for a connection beyond `maxConnections`.
      server.emit('drop')
    }
  })
  const timer = setInterval(() => connections.enforceTimes(), times.checkInterval)
  timer.unref()
  server.once('close', () => clearInterval(timer))
  return { server, connections }
}
