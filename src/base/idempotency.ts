import { hash } from 'node:crypto'
import type { Awaitable } from './awaitable.ts'
import { type Refusal, refusal } from './errors/api-error.ts'
import { shorten } from './errors/message-of.ts'
import { Type } from './schema/type.ts'

/** How long the answer to a creation is stored, in milliseconds. */
export const retention = 86_400_000

/** Identifies a creation that must happen once, however often it is requested. */
export type IdempotencyToken = {
  readonly ownerId: string
  /** 1 to 255 visible ASCII characters. */
  readonly key: string
  /** SHA-256 of the request: 32 bytes. */
  readonly fingerprint: Uint8Array
  /** Milliseconds since the Unix epoch. */
  readonly now: number
  /** When the 24 hours of `retention` begin, in milliseconds since the Unix epoch; `now` if missing. */
  readonly answeredAt?: number
}

/** The header of draft-ietf-httpapi-idempotency-key-header: a quoted string (RFC 9651, 3.3.3) or, as most clients send it, the bare characters. */
export const idempotencyKey = Type.Optional(
  Type.String({
    description:
      'Makes the creation happen once: within 24 hours, the same request with the same key is answered with the first answer again, marked `Idempotent-Replayed: true`, and creates nothing a second time. A quoted string (RFC 9651) and the bare characters are the same key. Take a new UUID for each creation, like `"8e03978e-40d5-43e8-bc93-6894a57f9324"`, and send it again with each retry.',
    pattern: String.raw`^([!#-~][!-~]{0,254}|["]([!#-\[\]-~]|[\\]["\\]){1,255}["])$`,
    // The pattern allows 255 escape sequences of two characters each, plus the quotes.
    maxLength: 512,
    'x-pattern-rule': '1 to 255 visible ASCII characters, bare or as a quoted string (RFC 9651)',
    'x-extension': true,
    // No `examples`: tools send one example with each body, and a key fits one body only.
  }),
)

/** Returns the key in a header value of this pattern, without quotes and escapes. */
export const keyOfHeader = (header: string): string =>
  header.startsWith('"') ? header.slice(1, -1).replaceAll(/\\(.)/g, '$1') : header

/** Hashes the operation and the re-serialised content, which a retry must share. White space and field order may differ. */
export const fingerprintOf = (operationId: string, content: string): Uint8Array =>
  hash('sha256', `${operationId} ${content}`, 'buffer')

/** `Retry-After` in seconds while the first request is running. */
export const inUseRetrySeconds = 1

/** Refuses a second request while the first runs, as there is no answer to replay. Across processes, the store does so. */
export class RunningKeys {
  readonly #running = new Set<string>()

  /** @returns what the work returns, or `idempotency_key_in_use` */
  async run<T>(once: IdempotencyToken, work: () => Awaitable<T>): Promise<T | Refusal> {
    // An id contains no space.
    const entry = `${once.ownerId} ${once.key}`
    if (this.#running.has(entry)) {
      return refusal(
        'idempotency_key_in_use',
        `The first request with the Idempotency-Key ${shown(once.key)} is still running. Retry after ${inUseRetrySeconds} second.`,
        { 'Retry-After': String(inUseRetrySeconds) },
      )
    }
    this.#running.add(entry)
    try {
      return await work()
    } finally {
      this.#running.delete(entry)
    }
  }
}

/** The 422 for a key that was used for another request. */
export const keyReused = (once: IdempotencyToken | undefined): Refusal =>
  refusal(
    'idempotency_key_reused',
    `The Idempotency-Key ${shown(once?.key ?? '')} was used for another request. Send the same body again, or take a new key.`,
  )

const shown = (key: string): string => shorten(key, 64)
