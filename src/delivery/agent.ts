import { Agent as HttpAgent, type ClientRequestArgs } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Dial } from './dial.ts'

/** Milliseconds after which an idle connection is closed: less than the 5 s after which Node's own servers close it. */
const idleTimeout = 4_000

type Created = (error: Error | null, socket: Duplex) => void

/** Makes connections for `http.request`, by a dialer. */
export type CreateConnection = (options: ClientRequestArgs, created?: Created) => undefined

/** How connections to http and https are made, and those of them that are kept for a next message. */
export type Agents = {
  readonly http: HttpAgent
  readonly https: HttpsAgent
  /** Makes a connection that is not kept. */
  readonly fresh: { readonly http: CreateConnection; readonly https: CreateConnection }
  /** Closes all connections. */
  close(): void
}

/**
 * Agents whose every connection comes from a dialer.
 *
 * @param mostOpen how many connections may be open; beyond that none is kept for a next message
 */
export const dialingAgents = (dial: Dial, mostOpen: number): Agents => {
  let open = 0
  let isClosed = false
  const counted = (socket: Socket): Socket => {
    open += 1
    return socket.once('close', () => {
      open -= 1
    })
  }
  const by =
    (isEncrypted: boolean): CreateConnection =>
    ({ host, port }, created) => {
      // A request whose connection was closed with the others is not to begin anew.
      const dialled = isClosed
        ? Promise.reject(new Error('closed'))
        : dial({ host: host ?? '', port: Number(port), isEncrypted })
      dialled.then(
        (socket) => created?.(null, counted(socket)),
        // Without a socket there is nothing that a request could use.
        (error: Error) => (created as (error: Error) => void)?.(error),
      )
    }
  const fresh = { http: by(false), https: by(true) }
  const options = { keepAlive: true, timeout: idleTimeout, scheduling: 'lifo' } as const
  const http = new HttpAgent(options)
  const https = new HttpsAgent(options)
  for (const [agent, create] of [
    [http, fresh.http],
    [https, fresh.https],
  ] as const) {
    agent.createConnection = create
    const keep = agent.keepSocketAlive.bind(agent)
    agent.keepSocketAlive = (socket) => open <= mostOpen && keep(socket)
  }
  return {
    http,
    https,
    fresh,
    close: () => {
      isClosed = true
      http.destroy()
      https.destroy()
    },
  }
}
