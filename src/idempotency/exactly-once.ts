import { ApiError } from '../core/errors/api-error.ts'
import type { Once } from './idempotency-store.ts'

/** What a store says of something that was to happen once. */
type Applied<Done> = Done | { readonly outcome: 'reused' }

/** Seconds after which a client is asked to look for the answer of its first request. */
const inUseRetrySeconds = 1

/**
 * Runs creations that are to happen once. That no two of them ever make two animals is the store's
 * doing, in its transaction, across threads and processes; here a second request is told at once,
 * while the first is still running in this thread, that there is nothing to replay yet.
 */
export class ExactlyOnce {
  readonly #running = new Set<string>()

  /**
   * @param apply does it and keeps the result in one transaction, or finds what was kept
   * @throws ApiError `idempotency_key_in_use`, `idempotency_key_reused`; and what `apply` throws
   */
  async run<Done extends { readonly outcome: 'done' }>(
    once: Once,
    apply: () => Promise<Applied<Done>>,
  ): Promise<Done> {
    // No id of a key has a space in it.
    const entry = `${once.ownerId} ${once.key}`
    if (this.#running.has(entry)) throw inUse(once.key)
    this.#running.add(entry)
    try {
      const applied = await apply()
      if (applied.outcome === 'reused') throw reused(once.key)
      return applied
    } finally {
      this.#running.delete(entry)
    }
  }
}

const inUse = (key: string): ApiError =>
  new ApiError(
    'idempotency_key_in_use',
    `The first request with the Idempotency-Key ${shown(key)} is still running. Retry after ${inUseRetrySeconds} second.`,
    { 'Retry-After': String(inUseRetrySeconds) },
  )

const reused = (key: string): ApiError =>
  new ApiError(
    'idempotency_key_reused',
    `The Idempotency-Key ${shown(key)} was used for another animal. Send the same body again, or take a new key.`,
  )

const longestShown = 64

const shown = (key: string): string =>
  key.length > longestShown ? `${key.slice(0, longestShown)}…` : key
