import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Refusal, refusal } from '../../base/errors/api-error.ts'
import type { Clock } from '../../base/clock.ts'
import type { Awaitable } from '../../base/awaitable.ts'
import { environmentOfKey } from './key-format.ts'
import type { Environment } from '../../base/environments.ts'
import type { KeyRecord, RequestKeys } from './key-store.ts'
import { hashKey, keyState } from './life-cycle.ts'

/** How many keys the cache holds; beyond that, a new one replaces the oldest. */
export const maxCached = 20_000

/** How many uses one call stores, so that it does not hold up requests. */
const maxTouchedKeys = 500

/** The maximum length of a cached header, in characters: a key and some spaces. */
const maxCachedHeader = 80

/** How long cached keys are valid if changes cannot be detected, in milliseconds. */
const maxUnconfirmedAge = 750

/** A second source for the revision of all keys, besides the store, and a monotonic clock in milliseconds. */
type KeyRevisions = { readonly readRevision: () => Promise<string>; readonly clock: Clock }

type Judged = KeyRecord | Refusal

type CachedKey = {
  readonly record: KeyRecord
  /** When it expires or was revoked, in milliseconds since the Unix epoch; infinity if never. */
  readonly ends: number
}

// Linear: the character after the spaces is not a space. The parser removes trailing spaces.
const bearer = /^bearer +([^ ].*)$/i

/**
 * Identifies callers by their API key. It caches keys until any key changes; `refresh` and `checkRevision`, called a
 * few times a second, detect changes. Keys are looked up by their SHA-256 hash, so that the time of a look-up reveals
 * nothing about existing keys.
 */
export class Authenticator {
  readonly #keys: RequestKeys
  readonly #environment: Environment
  /** By header; null if the key does not exist (negative caching against guessing). */
  readonly #cache = new Map<string, CachedKey | null>()
  #uses = new Map<string, number>()
  #revision: number | undefined
  /** Counts how often the cache was dropped, so that a look-up that began before is not cached. */
  #generation = 0
  readonly #revisions: KeyRevisions | undefined
  #sharedRevision: string | undefined
  /** When the cache was last known to be valid, by the clock of `revisions`. */
  #confirmedAt = -Infinity

  constructor(keys: RequestKeys, environment: Environment, revisions?: KeyRevisions) {
    this.#keys = keys
    this.#environment = environment
    this.#revisions = revisions
  }

  /** The key of an `Authorization` header, or a 401; it notes the use if it is one. Throws `StorageUnavailable`. */
  authenticate(header: string | undefined, now: number, isUse = true): Awaitable<Judged> {
    if (header === undefined) return noHeader
    const cached = this.#cache.get(header)
    if (cached !== undefined) return cached === null ? unknownKey : this.#judge(cached, now, isUse)
    const key = bearer.exec(header)?.[1]
    if (key === undefined) return otherScheme
    const environment = environmentOfKey(key)
    if (environment === undefined) return malformedKey
    if (environment !== this.#environment) {
      const message = `The API key belongs to ${environment}, this is ${this.#environment}. Send it to the base address of ${environment}, or take a key of ${this.#environment}.`
      return refusedKey('wrong_environment', message)
    }
    const generation = this.#generation
    const found = this.#keys.findByHash(hashKey(key))
    return found instanceof Promise
      ? found.then((record) => this.#take(header, record, now, generation))
      : this.#take(header, found, now, generation)
  }

  /** Drops the cache if any key has changed since the last call. */
  async refresh(): Promise<void> {
    const startedAt = this.#revisions?.clock()
    const revision = await this.#keys.revision()
    if (revision !== this.#revision) this.#drop()
    this.#revision = revision
    this.#confirm(startedAt)
  }

  get hasRevisionSource(): boolean {
    return this.#revisions !== undefined
  }

  /** The same by the other source of revisions; also drops the cache if neither has answered for too long. */
  async checkRevision(): Promise<void> {
    if (this.#revisions === undefined) return
    const { readRevision, clock } = this.#revisions
    const startedAt = clock()
    try {
      const now = await readRevision()
      if (now !== this.#sharedRevision) this.#drop()
      this.#sharedRevision = now
      this.#confirm(startedAt)
    } catch {
      if (clock() - this.#confirmedAt > maxUnconfirmedAge) this.#drop()
    }
  }

  #confirm(at = -Infinity): void {
    this.#confirmedAt = Math.max(this.#confirmedAt, at)
  }

  #drop(): void {
    this.#cache.clear()
    this.#generation += 1
  }

  /** Stores when keys were last used, and what earlier calls failed to store. */
  async flushUses(): Promise<void> {
    const uses = this.#uses
    this.#uses = new Map()
    const all = [...uses]
    try {
      for (let from = 0; from < all.length; from += maxTouchedKeys) {
        await this.#keys.touch(new Map(all.slice(from, from + maxTouchedKeys)))
        // A store in a file writes synchronously, so yield to requests.
        await nextTurn()
      }
    } catch (error) {
      this.#uses = new Map([...uses, ...this.#uses])
      throw error
    }
  }

  #take(header: string, record: KeyRecord | undefined, now: number, generation: number): Judged {
    const { revokedAt = Infinity, expiresAt = Infinity } = record ?? {}
    const found = record === undefined ? null : { record, ends: Math.min(revokedAt, expiresAt) }
    if (generation === this.#generation && header.length <= maxCachedHeader) {
      const [oldest] = this.#cache.size >= maxCached ? this.#cache.keys() : []
      if (oldest !== undefined) this.#cache.delete(oldest)
      this.#cache.set(header, found)
    }
    return found === null ? unknownKey : this.#judge(found, now)
  }

  #judge({ record, ends }: CachedKey, now: number, isUse = true): Judged {
    if (now >= ends) return endedKey(record, now)
    if (isUse) this.#uses.set(record.id, now)
    return record
  }
}

const realm = 'Bearer realm="petstore"'

/** RFC 6750 section 3: without credentials, no error code. */
const missingKey = (problem: string): Refusal =>
  refusal('missing_api_key', `${problem} Send the header Authorization: Bearer <API_KEY>.`, {
    'WWW-Authenticate': realm,
  })

export const refusedKey = (
  code: 'invalid_api_key' | 'wrong_environment',
  message: string,
): Refusal =>
  refusal(code, message, {
    'WWW-Authenticate': `${realm}, error="invalid_token", error_description="${message}"`,
  })

/** The 401 of a key that is revoked or expired. */
export const endedKey = (record: KeyRecord, now: number): Refusal =>
  refusedKey('invalid_api_key', `The API key is ${keyState(record, now)}.`)

export const noHeader = missingKey('There is no Authorization header.')
const otherScheme = missingKey('The Authorization header is not Bearer <API_KEY>.')
const malformedKey = refusedKey(
  'invalid_api_key',
  'The API key is malformed; check it for typing errors.',
)
export const unknownKey = refusedKey('invalid_api_key', 'The API key is unknown.')
