import { type Refusal, refusal } from '../core/errors/api-error.ts'
import { shorten } from '../core/errors/message-of.ts'
import type { Awaitable } from '../core/awaitable.ts'
import type { IdempotencyToken } from './idempotency-store.ts'

/** Seconds after which a client is asked to retry for the answer of its first request. */
const inUseRetrySeconds = 1

/**
 * The keys whose first request is still running in this thread. A second request is refused at once, as there is no
 * answer to replay yet. The store's transaction guarantees that no key creates twice, across threads and processes.
 */
export class RunningKeys {
  readonly #running = new Set<string>()

  /** @returns what the work returns, or `idempotency_key_in_use` */
  async run<T>(once: IdempotencyToken, work: () => Awaitable<T>): Promise<T | Refusal> {
    // No id of a key has a space in it.
    const entry = `${once.chainId} ${once.key}`
    if (this.#running.has(entry)) return keyInUse(once.key)
    this.#running.add(entry)
    try {
      return await work()
    } finally {
      this.#running.delete(entry)
    }
  }
}

const keyInUse = (key: string): Refusal =>
  refusal(
    'idempotency_key_in_use',
    `The first request with the Idempotency-Key ${shown(key)} is still running. Retry after ${inUseRetrySeconds} second.`,
    { 'Retry-After': String(inUseRetrySeconds) },
  )

/** What a caller is told whose key stands for another request, perhaps of another operation. */
export const keyReused = (once: IdempotencyToken | undefined): Refusal =>
  refusal(
    'idempotency_key_reused',
    `The Idempotency-Key ${shown(once?.key ?? '')} was used for another request. Send the same body again, or take a new key.`,
  )

const shown = (key: string): string => shorten(key, 64)
