import type { PetStore, Reply } from '../../../client/src/index.ts'

/** The parts of the client that the console uses. */
type Rooms = Pick<PetStore, 'pets' | 'orders' | 'categories'>

type Room = keyof Rooms

type Method<R extends Room> = {
  [M in keyof Rooms[R]]: Rooms[R][M] extends (...args: never[]) => Reply<unknown> ? M : never
}[keyof Rooms[R]] &
  string

type Arguments<R extends Room, M extends Method<R>> = Rooms[R][M] extends (
  ...args: infer A
) => unknown
  ? A
  : never

type Given<R extends Room, M extends Method<R>> = Rooms[R][M] extends (
  ...args: never[]
) => Reply<infer T>
  ? T
  : never

/** A call of the client as data, so that it can be sent, repeated, and shown as code. */
export type Call<T = unknown> = {
  readonly room: Room
  readonly method: string
  readonly args: readonly unknown[]
  /** Never there; it carries the type of what the call gives. */
  readonly gives?: T
}

/** Describes a call: `callOf('pets', 'find', 17n)` for `store.pets.find(17n)`. */
export const callOf = <R extends Room, M extends Method<R>>(
  room: R,
  method: M,
  ...args: Arguments<R, M>
): Call<Given<R, M>> => ({ room, method, args })

/** Starts a call with a client. */
export const start = <T>(store: PetStore, { room, method, args }: Call<T>): Reply<T> => {
  // `callOf` has checked the name and the arguments together; here they are apart.
  const methods = store[room] as unknown as Readonly<
    Record<string, (...given: readonly unknown[]) => Reply<T>>
  >
  const found = methods[method]
  if (found === undefined) throw new TypeError(`The client has no ${room}.${method}.`)
  return found.call(methods, ...args)
}

/** A name for a creation, so that it happens once however often it is sent: 128 random bits. */
export const newIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
