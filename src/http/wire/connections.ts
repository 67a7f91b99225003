import type { Socket } from 'node:net'
import type { WireRequest } from '../../base/wire-request.ts'

/** The part of a connection that its server uses. */
type OpenConnection = {
  readonly socket: Socket
  readonly isIdle: boolean
  enforceTimes(now: number): void
}

export type Connections = ReturnType<typeof connectionsOf>

/**
 * The open connections of a server: counts them, enforces their times, and ends them without losing a request.
 * @param answer answers a request
 */
export const connectionsOf = (answer: (request: WireRequest) => void) => {
  const open = new Set<OpenConnection>()
  const held: WireRequest[] = []
  const connections = {
    /** Whether every answer must be the last of its connection. Only `beginEnd` sets it. */
    isEnding: false,
    /** Takes each request. Only `hold` and `release` set it. */
    handle: answer,
    /** How many requests have arrived while they were held. */
    arrived: 0,
    get count(): number {
      return open.size
    },
    add: (connection: OpenConnection): void => {
      open.add(connection)
      connection.socket.once('close', () => open.delete(connection))
    },
    /** From now on every answer has `Connection: close`. Idle connections stay open: requests already sent are answered. */
    beginEnd: (): void => void (connections.isEnding = true),
    /** From now on requests are queued: of each connection one, because it reads its next only after it has answered. */
    hold: (): void => {
      connections.handle = (request) => {
        connections.arrived += 1
        held.push(request)
      }
    },
    /** Answers the queued requests, and from now on each as it arrives. */
    release: (): void => {
      connections.handle = answer
      for (const request of held.splice(0)) answer(request)
    },
    /** Closes connections that were never used. */
    closeUnused: (): void => {
      for (const { socket } of open) if (socket.bytesRead === 0) socket.destroy()
    },
    /** Closes connections that were used and have no request under way. */
    closeIdle: (): void => {
      for (const { isIdle, socket } of open) if (isIdle) socket.destroy()
    },
    /** Closes all connections, even with requests under way. */
    closeAll: (): void => {
      for (const { socket } of open) socket.destroy()
    },
    enforceTimes: (): void => {
      const now = performance.now()
      for (const connection of open) connection.enforceTimes(now)
    },
  }
  return connections
}
