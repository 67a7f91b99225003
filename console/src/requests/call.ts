import type { Reply } from '../../../client/src/index.ts'
import type { PlainStore } from '../../../client/src/plain.ts'

/** The parts of the client that the console uses. */
type Rooms = Pick<PlainStore, 'pets' | 'orders' | 'categories' | 'webhooks'>

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

/** The methods of the client itself that the console uses. */
type Whole = Pick<PlainStore, 'events' | 'usage' | 'usageHistory'>

/** A call of the client as data, so that it can be sent, repeated, and shown as code. */
export type Call<T = unknown> = {
  /** The part of the client; undefined for the client itself. */
  readonly room?: Room
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

/** Describes a call of the client itself: `storeCall('events', { limit: 50 })` for `store.events(…)`. */
export const storeCall = <M extends keyof Whole>(
  method: M,
  ...args: Parameters<Whole[M]>
): Call<ReturnType<Whole[M]> extends Reply<infer T> ? T : never> => ({ method, args })

/** A call as the client's users write it: `pets.find`. */
export const callName = ({ room, method }: Call): string =>
  room === undefined ? method : `${room}.${method}`

/** Whether a call only reads, so that it may be left out if nobody looks any more. */
export const isRead = ({ method }: Call): boolean =>
  /^(find|get|list|inventory|deliver|events|usage)/.test(method)

/** Starts a call with a client. */
export const start = <T>(store: PlainStore, call: Call<T>): Reply<T> => {
  // `callOf` has checked the name and the arguments together; here they are apart.
  const methods = (call.room === undefined ? store : store[call.room]) as unknown as Readonly<
    Record<string, unknown>
  >
  const method = methods[call.method] as (...given: readonly unknown[]) => Reply<T>
  return method.call(methods, ...call.args)
}

/** A name for a creation, so that it happens once however often it is sent: 128 random bits. */
export const newIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
