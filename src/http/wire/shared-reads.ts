import { Buffer } from 'node:buffer'
import { Socket } from 'node:net'

/**
 * Gets the bytes that a socket has read, as the option `onread` of `net.Socket` calls it. The buffer is the same for all
 * sockets of the thread, and the next read overwrites it: what is needed after the call must be copied.
 */
export type TakeBytes = (length: number, buffer: Buffer) => void

/** As large as the most that Node reads at once. */
const shared = Buffer.alloc(65_536)

/** Where a socket keeps its buffer and what it calls. */
type Slots = { readonly buffer: PropertyKey; readonly take: PropertyKey }

/** A socket that is made with the option shows where. A server makes sockets without it. */
const findSlots = (): Slots | undefined => {
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
 * Has a socket of a server read into the shared buffer, before it has read anything. Else Node allocates 64 KiB for each
 * read, makes them as small as what came, and collects them as garbage: 1 to 2.5 µs of processor time for each request.
 *
 * Node does not document `_handle` and its `useUserBuffer`: only this file uses them, and
 * `test/wire/shared-reads.test.ts` fails if Node changes them. The socket then reads in Node's ordinary way.
 */
export const readShared = (socket: Socket, take: TakeBytes): void => {
  const handle: unknown = Reflect.get(socket, '_handle')
  if (slots === undefined || !takesBuffer(handle)) {
    socket.on('data', (bytes: Buffer) => take(bytes.length, bytes))
    return
  }
  Reflect.set(socket, slots.buffer, shared)
  Reflect.set(socket, slots.take, take)
  handle.useUserBuffer(shared)
}

const takesBuffer = (
  handle: unknown,
): handle is { readonly useUserBuffer: (buffer: Buffer) => void } =>
  typeof handle === 'object' &&
  handle !== null &&
  'useUserBuffer' in handle &&
  typeof handle.useUserBuffer === 'function'
