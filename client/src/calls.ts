import { type Check, writeExact } from './exact-json.ts'
import type { Int64Input } from './types.ts'

/** The options of every call. */
export type CallOptions = {
  /** Ends the call with its reason, as the client's own `signal` does. */
  readonly signal?: AbortSignal | undefined
  /** Milliseconds that this call may take in all, in place of the client's. */
  readonly timeout?: number | undefined
  /** How often the client retries this call, in place of its own `retries`. */
  readonly retries?: number | undefined
  /** Further headers, like `traceparent`. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** The options of a call that reads. */
export type ReadOptions = CallOptions & {
  /**
   * The ETag of what you have. If the service has nothing newer, `ifModified` of the call gives
   * `undefined`; otherwise the call throws a `NotModifiedError`.
   */
  readonly ifNoneMatch?: string | undefined
}

/** The options of a call that changes or deletes something. */
export type ChangeOptions = CallOptions & {
  /**
   * The ETag of what you have seen, as `withResponse` gives it. If it has changed since, the call
   * changes nothing and throws a `PreconditionError`.
   */
  readonly ifMatch?: string | undefined
}

/** The options of every list. */
export type PageOptions = ReadOptions & {
  /**
   * Items in a page, 1 to 100. The default is the service's 20. If you iterate over all pages, the
   * default is 100, which spends a fifth of the quota.
   */
  readonly limit?: number | undefined
  /**
   * Where to begin: the `nextCursor` of a page, or the `cursor` of a list whose iteration broke. It
   * is good for a list with the same filters.
   */
  readonly cursor?: string | undefined
}

/** The options of a creation. */
export type CreateOptions = CallOptions & {
  /**
   * Identifies this creation, so that the service does it once, however often the client sends it:
   * 1 to 255 visible ASCII characters. By default the client makes a new one, which covers the
   * retries of this call. Give your own to cover a restart of your program too (the service
   * remembers it for 24 hours).
   */
  readonly idempotencyKey?: string | undefined
}

/** The options that a call may have, whichever it is. */
export type AnyOptions = ReadOptions & ChangeOptions & CreateOptions

/** The value of a parameter; a list becomes text with commas. */
type QueryValue = string | Int64Input | Date | ReadonlyArray<string | Int64Input> | undefined

/** An int64, or a name like that of an API key. */
export type PathValue = Int64Input | string

/** One call of an operation, however many requests it takes. */
export type Call = {
  /** As the interface document writes it, like `GET /pets/{petId}`. */
  readonly operation: `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`
  /** What stands for the braces of the path, in their order. */
  readonly id?: PathValue | readonly PathValue[] | undefined
  /** The parameters of the query, or the query as it is. */
  readonly query?: Readonly<Record<string, QueryValue>> | string | undefined
  /** Bytes are those of a picture. */
  readonly body?: object
  readonly options?: AnyOptions | undefined
}

/** What is sent for a call, however often. */
export type PreparedCall = {
  readonly operation: string
  readonly method: string
  /** Relative to the base address, with the query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | undefined
  readonly options: AnyOptions
}

/** What the bytes of a picture begin with, if it is no JPEG; the dots stand for a length. */
const beginnings = { png: /^\x89PNG/, webp: /^RIFF....WEBP/s, avif: /^....ftypavi[fs]/s }

/** The media type of a picture. @internal */
export const pictureType = (picture: Uint8Array): string => {
  const start = String.fromCharCode(...picture.subarray(0, 16))
  const [type = 'jpeg'] = Object.entries(beginnings).find(([, each]) => each.test(start)) ?? []
  return `image/${type}`
}

/** @throws TypeError if `check` does, or one of the headers cannot be sent */
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

/** Each name is spelled like the client's own, so that none is sent twice. The key is the client's alone. */
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

/** @throws TypeError if an option is not one of those named, as when it is misspelled */
export const checkNames = (options: object, names: readonly string[]): void => {
  const unknown = Object.keys(options).find((name) => !names.includes(name))
  if (unknown !== undefined) throw new TypeError(`There is no option ${unknown}.`)
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
 * @throws TypeError if there is no such option, or a header cannot carry it; RangeError if a limit is
 *   out of its range: JavaScript callers can choose freely
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

/** 128 random bits; `crypto.randomUUID` is missing from pages that came without TLS. */
const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
