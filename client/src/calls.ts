import { type Check, writeExact } from './exact-json.ts'
import type { Int64Input } from './types.ts'

/** The options of every call. */
export type CallOptions = {
  /** Aborts this call, as the client's own `signal` does. The call throws the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /** Time limit of this call in milliseconds, in place of the client's `timeout`. */
  readonly timeout?: number | undefined
  /** How many times the client retries this call, in place of the client's `retries`. */
  readonly retries?: number | undefined
  /** Further headers, like `traceparent`. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** The options of a call that reads. */
export type ReadOptions = CallOptions & {
  /**
   * The ETag of your copy. If the service has nothing newer, awaiting the call throws a `NotModifiedError`; its
   * `ifModified` returns `undefined` instead.
   */
  readonly ifNoneMatch?: string | undefined
}

/** The options of a call that changes or deletes something. */
export type ChangeOptions = CallOptions & {
  /**
   * The ETag of the version that you have read, from `withResponse`. If the resource has changed since, the call
   * changes nothing and throws a `PreconditionError`.
   */
  readonly ifMatch?: string | undefined
}

/** The options of every list. */
export type PageOptions = ReadOptions & {
  /**
   * Items per page, 1 to 100. The default is the service's 20. If you iterate over all pages, the default is 100,
   * which needs a fifth of the requests.
   */
  readonly limit?: number | undefined
  /**
   * Where to begin: the `nextCursor` of a page, or the `cursor` of a list whose iteration was interrupted. It is
   * valid for a list with the same filters.
   */
  readonly cursor?: string | undefined
}

/** The options of a creation. */
export type CreateOptions = CallOptions & {
  /**
   * Identifies this creation, so that the service does it only once, however often the client sends it: 1 to 255
   * visible ASCII characters. By default the client generates one, which covers the retries of this call. Pass your
   * own to cover a restart of your program too (the service remembers it for 24 hours).
   */
  readonly idempotencyKey?: string | undefined
}

/** All options that any call may have. */
export type AnyOptions = ReadOptions & ChangeOptions & CreateOptions

/** The value of a query parameter; a list is joined with commas. */
type QueryValue = string | Int64Input | Date | ReadonlyArray<string | Int64Input> | undefined

/** An int64, or text like the id of an API key. */
export type PathValue = Int64Input | string

/** One call of an operation, however many requests it takes. */
export type Call = {
  /** The operation as the OpenAPI document names it, like `GET /pets/{petId}`. */
  readonly operation: `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`
  /** The values of the path parameters, in their order. */
  readonly id?: PathValue | readonly PathValue[] | undefined
  /** The query parameters, or the whole query string with its `?`. */
  readonly query?: Readonly<Record<string, QueryValue>> | string | undefined
  /** A `Uint8Array` holds the bytes of an image. */
  readonly body?: object
  readonly options?: AnyOptions | undefined
}

/** The request of a call, the same for every attempt. */
export type PreparedCall = {
  readonly operation: string
  readonly method: string
  /** Relative to the base URL, with the query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | undefined
  readonly options: AnyOptions
}

/** The first bytes of each image format but JPEG; the dots stand for a length. */
const beginnings = { png: /^\x89PNG/, webp: /^RIFF....WEBP/s, avif: /^....ftypavi[fs]/s }

/** The media type of an image. @internal */
export const pictureType = (picture: Uint8Array): string => {
  const start = String.fromCharCode(...picture.subarray(0, 16))
  const [type = 'jpeg'] = Object.entries(beginnings).find(([, each]) => each.test(start)) ?? []
  return `image/${type}`
}

/** Builds the request of a call. @throws TypeError if `check` does, or a header cannot be sent */
export const prepare = (
  { operation, id, query, body, options = {} }: Call,
  check?: Check,
): PreparedCall => {
  const [method = '', template = ''] = operation.split(' ')
  const { ifMatch, ifNoneMatch, idempotencyKey = randomKey() } = options
  const ids = [id].flat()
  const isPicture = body instanceof Uint8Array
  return {
    operation,
    method,
    path:
      template.replaceAll(/\{(\w+)\}/g, (_, name: string) => pathText(name, ids.shift(), check)) +
      queryText(query, check),
    headers: {
      ...furtherHeaders(options.headers),
      ...(body !== undefined && {
        'Content-Type': isPicture
          ? pictureType(body)
          : `application/${method === 'PATCH' ? 'merge-patch+' : ''}json`,
      }),
      ...(method === 'POST' && { 'Idempotency-Key': idempotencyKey }),
      ...(ifMatch !== undefined && { 'If-Match': ifMatch }),
      ...(ifNoneMatch !== undefined && { 'If-None-Match': ifNoneMatch }),
    },
    body: isPicture ? body : body && writeExact(body, check),
    options,
  }
}

/**
 * Capitalizes names like the client's own, so that no header is sent twice. Drops `Authorization`, which only the client sets.
 */
const furtherHeaders = (headers: CallOptions['headers']): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Array.from(new Headers(headers), ([name, value]): [string, string] => [
      name.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase()),
      value,
    ]).filter(([name]) => name !== 'Authorization'),
  )

const pathText = (name: string, value: PathValue | undefined, check?: Check): string => {
  check?.(name, value)
  return encodeURIComponent(String(value))
}

const queryText = (query: Call['query'] = {}, check?: Check): string => {
  if (typeof query === 'string') return query
  const members = Object.entries(query).flatMap(([name, value]) => {
    if (value === undefined) return []
    const given = [value].flat()
    if (given.length === 0) throw new TypeError(`${name} must have at least one value.`)
    for (const each of given) check?.(name, each)
    return [`${name}=${given.map(textOf).map(encodeURIComponent).join()}`]
  })
  return members.length > 0 ? `?${members.join('&')}` : ''
}

const textOf = (value: unknown): string =>
  value instanceof Date ? value.toISOString() : String(value)

const optionNames = 'signal timeout retries headers ifMatch ifNoneMatch idempotencyKey'.split(' ')

/** @throws TypeError if an option is not among `names`, for example because it is misspelled */
export const checkNames = (options: object, names: readonly string[]): void => {
  const unknown = Object.keys(options).find((name) => !names.includes(name))
  if (unknown !== undefined) throw new TypeError(`Unknown option: ${unknown}.`)
}

/** @throws RangeError if a limit of a client or a call is out of its range */
export const checkLimits = (limits: Readonly<Record<string, number | undefined>>): void => {
  for (const [name, value] of Object.entries(limits)) {
    const [least, most] = name === 'retries' ? [0, 100] : [1, 2 ** 31 - 1]
    if (value === undefined || (value >= least && value <= most)) continue
    throw new RangeError(`${name} must be from ${least} to ${most}, not ${value}.`)
  }
}

/**
 * Checks options at run time, since JavaScript callers can pass anything.
 *
 * @throws TypeError if an option is unknown or a header cannot carry it; RangeError if a limit is out of range
 */
export const checkOptions = (options: AnyOptions = {}): void => {
  checkNames(options, optionNames)
  const { timeout, retries, ifMatch, ifNoneMatch, idempotencyKey } = options
  checkLimits({ timeout, retries })
  for (const [name, value] of Object.entries({ ifMatch, ifNoneMatch })) {
    // An entity tag (RFC 9110, 8.8.3) or `*`.
    if (value !== undefined && !/^(?:\*|(?:W\/)?"[!#-~]*")$/.test(value)) {
      throw new TypeError(`${name} must be an ETag with its quotes, as the service gave it, or *.`)
    }
  }
  if (idempotencyKey !== undefined && !/^[\x21-\x7e]{1,255}$/.test(idempotencyKey)) {
    throw new TypeError('idempotencyKey must be 1 to 255 visible ASCII characters.')
  }
}

/** 128 random bits in hexadecimal. `crypto.randomUUID` does not exist in pages that were loaded without TLS. */
const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
