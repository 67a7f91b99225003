import type { Reply, RequestOptions } from '../../../client/src/index.ts'
import type { PlainStore } from '../../../client/src/plain.ts'

/** The parts of the client that the console uses. */
type Resources = Pick<
  PlainStore,
  'pets' | 'profiles' | 'photos' | 'orders' | 'categories' | 'contacts' | 'webhooks'
>

type Resource = keyof Resources

type Method<R extends Resource> = {
  [M in keyof Resources[R]]: Resources[R][M] extends (...args: never[]) => Reply<unknown>
    ? M
    : never
}[keyof Resources[R]] &
  string

type Arguments<R extends Resource, M extends Method<R>> = Resources[R][M] extends (
  ...args: infer A
) => unknown
  ? A
  : never

type Result<R extends Resource, M extends Method<R>> = Resources[R][M] extends (
  ...args: never[]
) => Reply<infer T>
  ? T
  : never

/** The methods of the client itself that the console uses. */
type RootMethods = Pick<PlainStore, 'events' | 'usage' | 'usageHistory'>

/** A call of the client as data, so that it can be sent, retried, and shown as code. */
export type Call<T = unknown> = {
  /** The part of the client; undefined for the client itself. */
  readonly resource?: Resource
  readonly method: string
  readonly args: readonly unknown[]
  /** Never set; it carries the type of the result. */
  readonly result?: T
}

/** Describes a call: `callOf('pets', 'find', 17n)` for `store.pets.find(17n)`. */
export const callOf = <R extends Resource, M extends Method<R>>(
  resource: R,
  method: M,
  ...args: Arguments<R, M>
): Call<Result<R, M>> => ({ resource, method, args })

/** Describes a call of the client itself: `storeCall('events', { limit: 50 })` for `store.events(…)`. */
export const storeCall = <M extends keyof RootMethods>(
  method: M,
  ...args: Parameters<RootMethods[M]>
): Call<ReturnType<RootMethods[M]> extends Reply<infer T> ? T : never> => ({ method, args })

/** Describes a call of an operation without a method of its own: `requestOf('GET /keys', { query: { limit: 100 } })`. */
export const requestOf = <T>(
  operation: Parameters<PlainStore['request']>[0],
  options?: RequestOptions,
): Call<T> => ({ method: 'request', args: options ? [operation, options] : [operation] })

/** The name of a call as users of the client write it: `pets.find`. */
export const callName = ({ resource, method }: Call): string =>
  resource === undefined ? method : `${resource}.${method}`

/** Whether a call only reads, so that it may be dropped when its screen is left. */
export const isRead = ({ method, args }: Call): boolean =>
  /^(find|get|list|inventory|deliver|events|usage)/i.test(
    method === 'request' ? String(args[0]) : method,
  )

/** Starts a call with a client. */
export const start = <T>(store: PlainStore, call: Call<T>): Reply<T> => {
  // `callOf` has checked that the name and the arguments belong together. Here the compiler cannot see that.
  const methods = (call.resource === undefined
    ? store
    : store[call.resource]) as unknown as Readonly<Record<string, unknown>>
  const method = methods[call.method] as (...args: readonly unknown[]) => Reply<T>
  return method.call(methods, ...call.args)
}

/** An idempotency key, so that a creation happens only once however often it is sent: 128 random bits. */
export const newIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
