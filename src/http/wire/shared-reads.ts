import { Buffer } from 'node:buffer'
import { Socket } from 'node:net'

/**
 * Called with the bytes that a socket has read, like the option `onread` of `net.Socket`. All sockets of the thread share
 * the buffer, and the next read overwrites it: copy what is needed after the call.
 */
export type TakeBytes = (length: number, buffer: Buffer) => void

/** As large as Node's own reads. */
const shared = Buffer.alloc(65_536)

/** The symbols of a socket's buffer and callback, as a socket made with the option has them; a server makes none such. */
const findSlots = () => {
  const callback = (): boolean => true
  const socket = new Socket({ onread: { buffer: shared, callback } })
  const keyOf = (value: unknown): PropertyKey | undefined =>
    Reflect.ownKeys(socket).find((key) => Reflect.get(socket, key) === value)
  const [buffer, take] = [keyOf(shared), keyOf(callback)]
  socket.destroy()
  return buffer === undefined || take === undefined ? undefined : { buffer, take }
}

const slots = findSlots()

/**
 * Makes a new socket of a server read into the shared buffer. Otherwise Node allocates 64 KiB for each read, shrinks it
 * to what arrived, and collects it as garbage: 1 to 2.5 µs of processor time for each request.
 *
 * Node does not document `_handle` and its `useUserBuffer`: only this file uses them, and
 * `test/wire/shared-reads.test.ts` fails if Node changes them. The socket then reads in Node's ordinary way.
 */
export const readShared = (socket: Socket, take: TakeBytes): void => {
  const handle: { useUserBuffer?(buffer: Buffer): void } | null = Reflect.get(socket, '_handle')
  if (slots === undefined || handle?.useUserBuffer === undefined) {
    socket.on('data', (bytes: Buffer) => take(bytes.length, bytes))
    return
  }
  Reflect.set(socket, slots.buffer, shared)
  Reflect.set(socket, slots.take, take)
  handle.useUserBuffer(shared)
}
