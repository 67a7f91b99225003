import { createServer, type Socket } from 'node:net'
import type { LabClock } from '../../base/lab-clock.ts'
import { wireLimits, type WireTimes } from '../../base/limits.ts'
import type { WireRequest } from '../../base/wire-request.ts'
import { Connection, type ConnectionParts } from './connection.ts'
import { connectionsOf } from './connections.ts'
import { HeadCache } from './request-head.ts'
import { ParserPool } from './node-parser.ts'
import { Turns } from './turns.ts'
import { lastLinesOf, type Refuse } from './wire-exchange.ts'

/**
 * The HTTP server beneath the application. It reads HTTP/1.1, refuses invalid requests with an Error of the catalogue, and
 * passes on valid ones. It bounds the connections of each address.
 * @param addressOf the address under which a peer is counted; undefined if its connections are not bounded
 */
export const createWireServer = (
  handle: (request: WireRequest) => void,
  refuse: Refuse,
  times: WireTimes,
  addressOf: (peer: string) => string | undefined = () => undefined,
  lab?: LabClock,
) => {
  const connections = connectionsOf(handle)
  const parts: ConnectionParts = {
    connections,
    refuse,
    times,
    lastLines: lastLinesOf(times, lab),
    parsers: new ParserPool(),
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
  /** How many connections each address has open. */
  const open = new Map<string, number>()
  const leave = (address: string): void => {
    const rest = (open.get(address) ?? 0) - 1
    if (rest > 0) open.set(address, rest)
    else open.delete(address)
  }
  const accept = (socket: Socket, isUsed: boolean): void => {
    const { remoteAddress: peer } = socket
    if (peer === undefined) {
      // The client has already disconnected.
      socket.destroy()
      return
    }
    const address = addressOf(peer)
    if (address !== undefined) {
      const others = open.get(address) ?? 0
      if (others >= times.connectionsOfAddress) {
        socket.destroy()
        // As Node does for a connection beyond `maxConnections`.
        server.emit('drop')
        return
      }
      open.set(address, others + 1)
      socket.once('close', () => leave(address))
    }
    connections.add(new Connection(socket, parts, isUsed))
  }
  server.on('connection', (socket: Socket) => accept(socket, false))
  const timer = setInterval(() => connections.enforceTimes(), times.checkInterval)
  timer.unref()
  server.once('close', () => clearInterval(timer))
  /** Takes over a connection from another thread. `test/process/restart.test.ts` checks what Node does not document of it. */
  const adopt = (socket: Socket): void => {
    Object.assign(socket, { _server: server })
    Object.assign(server, { _connections: Number(Reflect.get(server, '_connections')) + 1 })
    accept(socket, true)
    socket.setNoDelay().resume()
  }
  return { server, connections, adopt }
}
