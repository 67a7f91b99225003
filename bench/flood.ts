import { connect, type Socket } from 'node:net'

/** The message to a flood: clients that ask for more than their share. */
export type FloodOrder = {
  readonly port: number
  readonly connections: number
  /** What each sends again and again, as Latin-1. */
  readonly bytes: string
  /** Whether each sends the bytes once only. */
  readonly once: boolean
  /** Bytes that each reads in a second; undefined if it reads all at once. */
  readonly reads: number | undefined
}

/**
 * Floods a server of this machine until a message ends it: a process of its own, so that its work is not taken for
 * the server's. It says `ready` once all of its connections are open and have sent.
 */
process.once('message', (order: FloodOrder) => void flood(order))

/** A listener's queue holds some hundreds of connections; what comes beyond it waits for a second. */
const openedTogether = 200

/** No address may have more connections open than this; so the clients come from several of this machine. */
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
    // To be closed is one of the things that a server may do to it.
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
