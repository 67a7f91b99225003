import type { Duplex } from 'node:stream'

/**
 * Closes a connection on which bytes may lie unread. Closed outright, the kernel would answer them with a
 * reset, and the reset can overtake the answer on its way to the client. So the answer is ended, and
 * what comes is thrown away until the client closes too, or its time is up (RFC 9112 section 9.6).
 *
 * @param time milliseconds
 */
export const closeLingering = (socket: Duplex, time: number): void => {
  if (socket.destroyed) return
  // Without its listener the parser hears no more; there is nothing that could still be answered.
  socket.removeAllListeners('data')
  socket.on('data', discard)
  socket.on('error', discard)
  socket.resume()
  if (!socket.writableEnded) socket.end()
  const timer = setTimeout(() => socket.destroy(), time)
  socket.once('close', () => clearTimeout(timer))
}

const discard = (): void => undefined
