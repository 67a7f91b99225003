import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type { Cleanup } from './cleanup.ts'

/** A TCP proxy that a test can stall and cut. */
export type TcpProxy = {
  readonly port: number
  /** Passes nothing on in either direction, and keeps connections open; new ones too. */
  stall(): void
  /** Breaks all connections, and refuses new ones. */
  cut(): void
  /** Passes on again, and takes connections. */
  heal(): void
}

/** Starts a proxy before a local port. */
export const startProxy = async (t: Cleanup, port: number): Promise<TcpProxy> => {
  const sockets = new Set<Socket>()
  let state: 'passes' | 'stalls' | 'cut' = 'passes'
  const keep = (socket: Socket): void => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
    if (state === 'stalls') socket.pause()
  }
  const server = createServer((inner) => {
    if (state === 'cut') {
      inner.destroy()
      return
    }
    const outer = connect(port, '127.0.0.1')
    for (const [from, to] of [
      [inner, outer],
      [outer, inner],
    ] as const) {
      from.on('data', (bytes) => to.write(bytes))
      from.on('close', () => to.destroy())
      keep(from)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = (): void => {
    state = 'cut'
    for (const socket of sockets) socket.destroy()
  }
  t.after(() => {
    cut()
    server.close()
  })
  return {
    port: (server.address() as AddressInfo).port,
    stall: () => {
      state = 'stalls'
      for (const socket of sockets) socket.pause()
    },
    cut,
    heal: () => {
      state = 'passes'
      for (const socket of sockets) socket.resume()
    },
  }
}
