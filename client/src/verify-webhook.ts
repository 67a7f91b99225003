import { checkNames } from './calls.ts'
import { PetStoreError } from './errors.ts'
import { parseExact } from './exact-json.ts'
import type { WebhookMessage } from './types.ts'

/** The headers of a request: a `Headers` object, or an object with a value for each name, as in Node's server. */
export type WebhookHeaders =
  | Pick<Headers, 'get'>
  | Readonly<Record<string, string | readonly string[] | undefined>>

/** Options of `verifyWebhook`. */
export type VerifyOptions = {
  /** Seconds by which `webhook-timestamp` may differ from now, for late messages and clock skew. Default 300. */
  readonly tolerance?: number | undefined
  /** Returns the time in milliseconds since the Unix epoch. Default `Date.now`. */
  readonly now?: (() => number) | undefined
}

/**
 * A request that did not come from the service, or came too late. Answer it with 400, and do nothing
 * else.
 */
export class WebhookError extends PetStoreError {
  override readonly name = 'WebhookError'
}

/**
 * Verifies a message that the service sent to a webhook (Standard Webhooks 1.0), and parses it. It needs Web
 * Crypto, which every supported runtime has; a browser page has it only over `https`.
 *
 * @param secret like `whsec_…`, or several secrets while a new one replaces an old one
 * @param rawBody the body as received, before any JSON parser
 * @returns the event or ping, with each int64 as a `bigint`. An event may arrive twice; recognize it by its `id`.
 * @throws WebhookError if the service did not send this message; TypeError if `secret` is not a webhook secret,
 *   `rawBody` is neither bytes nor text, or an option is unknown
 */
export const verifyWebhook = async (
  secret: string | readonly string[],
  headers: WebhookHeaders,
  rawBody: Uint8Array | ArrayBuffer | string,
  { tolerance = 300, now = Date.now, ...unknown }: VerifyOptions = {},
): Promise<WebhookMessage> => {
  checkNames(unknown, [])
  const body = bytesOf(rawBody)
  const keys = [secret].flat().map(keyOf)
  if (keys.length === 0) keyOf('')
  const id = headerOf(headers, 'webhook-id')
  const timestamp = headerOf(headers, 'webhook-timestamp')
  const offered = headerOf(headers, 'webhook-signature').split(' ')
  const age = now() / 1_000 - Number(/^\d+$/.exec(timestamp)?.[0])
  if (!(Math.abs(age) <= tolerance)) {
    throw new WebhookError(
      `webhook-timestamp is ${timestamp}, which is not within ${tolerance} seconds of now.`,
    )
  }
  const head = new TextEncoder().encode(`${id}.${timestamp}.`)
  const content = new Uint8Array(head.length + body.length)
  content.set(head)
  content.set(body, head.length)
  const expected = await Promise.all(keys.map(async (key) => await signature(key, content)))
  // Every pair is compared in full, so that the time taken reveals nothing.
  const matches = expected.flatMap((one) => offered.filter((other) => areEqual(one, other)))
  if (matches.length === 0) {
    throw new WebhookError('No signature in webhook-signature matches this secret.')
  }
  return parsed(body)
}

const bytesOf = (body: unknown): Uint8Array => {
  if (typeof body === 'string') return new TextEncoder().encode(body)
  if (body instanceof Uint8Array) return body
  if (body instanceof ArrayBuffer) return new Uint8Array(body)
  throw new TypeError('rawBody must be the body as it was received, not parsed as JSON.')
}

const prefix = 'whsec_'

const keyOf = (secret: unknown): Uint8Array<ArrayBuffer> => {
  try {
    if (typeof secret === 'string' && secret.startsWith(prefix)) {
      const bytes = atob(secret.slice(prefix.length))
      if (bytes !== '') return Uint8Array.from(bytes, (each) => each.charCodeAt(0))
    }
  } catch {
    // It is not base64.
  }
  // The message must not show the secret.
  throw new TypeError('secret must be whsec_ followed by base64, as the service showed it.')
}

const headerOf = (headers: WebhookHeaders, name: string): string => {
  const value = isFetched(headers)
    ? headers.get(name)
    : Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1]
  if (typeof value === 'string' && value !== '') return value
  throw new WebhookError(`The request must have exactly one ${name} header.`)
}

const isFetched = (headers: WebhookHeaders): headers is Pick<Headers, 'get'> =>
  typeof headers.get === 'function'

const signature = async (
  key: Uint8Array<ArrayBuffer>,
  content: Uint8Array<ArrayBuffer>,
): Promise<string> => {
  const { subtle } = crypto
  const hmac = { name: 'HMAC', hash: 'SHA-256' }
  const imported = await subtle.importKey('raw', key, hmac, false, ['sign'])
  const mac = new Uint8Array(await subtle.sign('HMAC', imported, content))
  return `v1,${btoa(String.fromCharCode(...mac))}`
}

/** Compares in constant time: two texts of equal length take the same time wherever they differ. */
const areEqual = (one: string, other: string): boolean => {
  if (one.length !== other.length) return false
  let difference = 0
  for (let at = 0; at < one.length; at += 1) {
    difference |= one.charCodeAt(at) ^ other.charCodeAt(at)
  }
  return difference === 0
}

const parsed = (body: Uint8Array): WebhookMessage => {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body)
    const message = parseExact(text)
    // The service signed the message, so its fields need no further check.
    if (typeof Object(message).type === 'string') return message as WebhookMessage
  } catch (cause) {
    throw new WebhookError('The body is not JSON in UTF-8.', { cause })
  }
  throw new WebhookError('The body is not an event.')
}
