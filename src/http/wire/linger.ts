import type { Duplex } from 'node:stream'

/**
 * Closes a connection that may have unread bytes. If it were closed outright, the kernel would answer those with a
 * reset. That can overtake the answer on its way to the client. So this ends the sending side, and discards what arrives
 * until the client closes too or the time is over (RFC 9112 section 9.6).
 *
 * @param time milliseconds
 */
export const closeLingering = (socket: Duplex, time: number): void => {
  if (socket.destroyed) return
  // Stop reading requests; none could be answered any more.
  socket.removeAllListeners('data')
  socket.on('data', discard)
  socket.on('error', discard)
  socket.resume()
  if (!socket.writableEnded) socket.end()
  const timer = setTimeout(() => socket.destroy(), time)
  socket.once('close', () => clearTimeout(timer))
}

const discard = (): void => undefined
