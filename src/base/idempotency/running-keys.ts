import { type Refusal, refusal } from '../errors/api-error.ts'
import { shorten } from '../errors/message-of.ts'
import type { Awaitable } from '../awaitable.ts'
import type { IdempotencyToken } from './idempotency-store.ts'

/** `Retry-After` in seconds while the first request is running. */
const inUseRetrySeconds = 1

/**
 * The keys whose first request is still running in this process. A second request is refused, because there is no answer
 * to replay yet. The store's transaction guarantees that no key creates twice, across processes.
 */
export class RunningKeys {
  readonly #running = new Set<string>()

  /** @returns what the work returns, or `idempotency_key_in_use` */
  async run<T>(once: IdempotencyToken, work: () => Awaitable<T>): Promise<T | Refusal> {
    // An id contains no space.
    const entry = `${once.ownerId} ${once.key}`
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

/** The 422 for a key that was used for another request. */
export const keyReused = (once: IdempotencyToken | undefined): Refusal =>
  refusal(
    'idempotency_key_reused',
    `The Idempotency-Key ${shown(once?.key ?? '')} was used for another request. Send the same body again, or take a new key.`,
  )

const shown = (key: string): string => shorten(key, 64)
