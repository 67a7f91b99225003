import { type Refusal, refusal } from '../core/errors/api-error.ts'
import type { Awaitable } from '../core/awaitable.ts'
import { environmentOfKey } from './key-format.ts'
import type { Environment } from '../core/environments.ts'
import type { KeyRecord, RequestKeys } from './key-store.ts'
import { hashKey, keyState } from './life-cycle.ts'

/** How many keys the cache holds; beyond that, a new one replaces the oldest. */
export const mostCached = 20_000

// Linear in time: the first character after the spaces is no space. The parser removes spaces at the end.
const bearer = /^bearer +([^ ].*)$/i

/**
 * Identifies callers by their API key. It caches the keys that it has seen until any key changes; `refresh`, called a
 * few times a second, detects changes. Keys are looked up by their SHA-256 hash, so the time of a look-up tells nothing
 * about keys that exist.
 */
export class Authenticator {
  readonly #keys: RequestKeys
  readonly #environment: Environment
  /** The record of each key seen; null for one that does not exist, so that guessing costs no look-ups. */
  readonly #cache = new Map<string, KeyRecord | null>()
  #uses = new Map<string, number>()
  #revision: number | undefined
  /** How often the cache was dropped. A look-up that began before is not cached after. */
  #generation = 0

  constructor(keys: RequestKeys, environment: Environment) {
    this.#keys = keys
    this.#environment = environment
  }

  /**
   * The key that an `Authorization` header presents, or the 401 that it deserves.
   *
   * @param now milliseconds since the Unix epoch
   * @throws StorageUnavailable
   */
  authenticate(header: string | undefined, now: number): Awaitable<KeyRecord | Refusal> {
    if (header === undefined) return noHeader
    const key = bearer.exec(header)?.[1]
    if (key === undefined) return otherScheme
    const cached = this.#cache.get(key)
    if (cached !== undefined) return cached === null ? unknownKey : this.#judge(cached, now)
    const environment = environmentOfKey(key)
    if (environment === undefined) {
      return malformedKey
    }
    if (environment !== this.#environment) {
      const message = `The API key belongs to ${environment}, this is ${this.#environment}. Send it to the base address of ${environment}, or take a key of ${this.#environment}.`
      return refusedKey('wrong_environment', message)
    }
    const generation = this.#generation
    const found = this.#keys.findByHash(hashKey(key))
    return found instanceof Promise
      ? found.then((record) => this.#take(key, record, now, generation))
      : this.#take(key, found, now, generation)
  }

  /** Drops the cache if any key has changed since the last call. */
  async refresh(): Promise<void> {
    const revision = await this.#keys.revision()
    if (revision !== this.#revision) {
      this.#cache.clear()
      this.#generation += 1
    }
    this.#revision = revision
  }

  /** Stores when keys were last used, and what earlier calls failed to store. */
  async flushUses(): Promise<void> {
    if (this.#uses.size === 0) return
    const uses = this.#uses
    this.#uses = new Map()
    try {
      await this.#keys.touch(uses)
    } catch (error) {
      this.#uses = new Map([...uses, ...this.#uses])
      throw error
    }
  }

  #take(
    key: string,
    record: KeyRecord | undefined,
    now: number,
    generation: number,
  ): KeyRecord | Refusal {
    if (generation === this.#generation) this.#keep(key, record ?? null)
    return record === undefined ? unknownKey : this.#judge(record, now)
  }

  #keep(key: string, record: KeyRecord | null): void {
    if (this.#cache.size >= mostCached) {
      const [oldest] = this.#cache.keys()
      if (oldest !== undefined) this.#cache.delete(oldest)
    }
    // A copy: the key is a slice of the request's headers, and would keep all of them in memory.
    this.#cache.set(Buffer.from(key, 'latin1').toString('latin1'), record)
  }

  #judge(record: KeyRecord, now: number): KeyRecord | Refusal {
    const state = keyState(record, now)
    if (state !== 'good') return refusedKey('invalid_api_key', `The API key is ${state}.`)
    this.#uses.set(record.id, now)
    return record
  }
}

const realm = 'Bearer realm="petstore"'

/** RFC 6750 section 3: without credentials, no error code. */
const missingKey = (problem: string): Refusal =>
  refusal('missing_api_key', `${problem} Send the header Authorization: Bearer <API_KEY>.`, {
    'WWW-Authenticate': realm,
  })

const refusedKey = (code: 'invalid_api_key' | 'wrong_environment', message: string): Refusal =>
  refusal(code, message, {
    'WWW-Authenticate': `${realm}, error="invalid_token", error_description="${message}"`,
  })

const noHeader = missingKey('There is no Authorization header.')
const otherScheme = missingKey('The Authorization header is not Bearer <API_KEY>.')
const malformedKey = refusedKey(
  'invalid_api_key',
  'The API key is malformed; check it for typing errors.',
)
const unknownKey = refusedKey('invalid_api_key', 'The API key is unknown.')
