import { connect, type Socket } from 'node:net'

/** The message to a flood: clients that send more requests than their share. */
export type FloodOrder = {
  readonly port: number
  readonly connections: number
  /** The bytes that each client sends again and again, as Latin-1. */
  readonly bytes: string
  /** Whether each client sends the bytes only once. */
  readonly once: boolean
  /** How many bytes each client reads a second; undefined if it reads without a limit. */
  readonly reads: number | undefined
}

/**
 * Floods a local server until a message ends it. It is a separate process, so that its work is not counted as
 * the server's. It sends `ready` once all of its connections are open and have sent their bytes.
 */
process.once('message', (order: FloodOrder) => void flood(order))

/** The queue of a listener holds a few hundred connections; further ones wait for a second. */
const openedTogether = 200

/** One address may have no more connections open than this, so the clients use several local addresses. */
const fromEachAddress = 500

const flood = async (order: FloodOrder): Promise<void> => {
  const sockets: Socket[] = []
  while (sockets.length < order.connections) {
    const count = Math.min(openedTogether, order.connections - sockets.length)
    sockets.push(
      ...(await Promise.all(
        Array.from({ length: count }, async (_, n) => await open(order, sockets.length + n)),
      )),
    )
  }
  process.send?.('ready')
  if (order.reads !== undefined && order.reads > 0) {
    const part = Math.ceil(order.reads / 10)
    setInterval(() => {
      for (const socket of sockets) socket.read(Math.min(part, socket.readableLength))
    }, 100)
  }
}

const open = async ({ port, bytes, once, reads }: FloodOrder, n: number): Promise<Socket> => {
  const localAddress = `127.0.1.${1 + Math.floor(n / fromEachAddress)}`
  return await new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress, noDelay: true })
    socket.on('error', () => resolve(socket))
    // The server may close the connection.
    socket.on('close', () => resolve(socket))
    if (reads === undefined) socket.resume()
    else if (reads > 0) socket.on('readable', () => undefined)
    const packet = Buffer.from(bytes, 'latin1')
    const send = (): void => {
      if (!once) while (socket.writable && socket.write(packet));
    }
    socket.on('drain', send)
    socket.on('connect', () => {
      socket.write(packet)
      send()
      resolve(socket)
    })
  })
}
