import type { Socket } from 'node:net'
import type { WireRequest } from '../../base/wire-request.ts'

/** The part of a connection that its server uses. */
type OpenConnection = {
  readonly socket: Socket
  readonly isIdle: boolean
  readonly isMovable: boolean
  resume(): void
  readonly unansweredSince: number
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
    /** Whether connections leave for another thread. Only `move` sets it. */
    isMoving: false,
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
    /** From now on requests are queued: one per connection, which reads the next only after it has answered. */
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
    /** From now on no request is begun. Passes on the sockets of all connections that another thread can serve. */
    move: (take: (socket: Socket) => void): void => {
      connections.isMoving = true
      for (const connection of open) {
        connection.resume()
        if (connection.isMovable) take(connection.socket)
      }
    },
    /** When the oldest unanswered request began, in milliseconds of `performance.now`; Infinity if there is none. */
    get unansweredSince(): number {
      return [...open].reduce((oldest, each) => Math.min(oldest, each.unansweredSince), Infinity)
    },
    /** Closes the matching connections, even with requests under way. Returns how many. */
    close: (fits: (connection: OpenConnection) => boolean = () => true): number => {
      const closed = [...open].filter(fits)
      for (const { socket } of closed) socket.destroy()
      return closed.length
    },
    enforceTimes: (): void => {
      const now = performance.now()
      for (const connection of open) connection.enforceTimes(now)
    },
  }
  return connections
}
