import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Refusal, refusal } from '../../base/errors/api-error.ts'
import type { Clock } from '../../base/clock.ts'
import { andThen, type Awaitable } from '../../base/awaitable.ts'
import { environmentOfKey } from './key-format.ts'
import type { Environment } from '../../base/environments.ts'
import type { KeyRecord, KeyStore } from './key-store.ts'
import { hashKey, keyState } from './life-cycle.ts'

/** How many keys the cache holds; beyond that, a new one replaces the oldest. */
export const maxCached = 20_000

/** How many key uses one call stores, so that it does not delay requests. */
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

// Matches in linear time: the character after the spaces is not a space. The parser removes trailing spaces.
const bearer = /^bearer +([^ ].*)$/i

export type Authenticator = ReturnType<typeof authenticatorOf>

/**
 * Identifies callers by their API key. It caches keys until any key changes; `refresh` and `checkRevision`, called a
 * few times a second, detect changes. Keys are looked up by their SHA-256 hash, so that the time of a look-up reveals
 * nothing about existing keys.
 */
export const authenticatorOf = (
  keys: Pick<KeyStore, 'findByHash' | 'revision' | 'touch'>,
  own: Environment,
  revisions?: KeyRevisions,
) => {
  /** By header; null if the key does not exist (negative caching against guessing). */
  const cache = new Map<string, CachedKey | null>()
  let uses = new Map<string, number>()
  let revision: number | undefined
  /** Counts how often the cache was dropped, so that a look-up that began earlier is not cached. */
  let generation = 0
  let sharedRevision: string | undefined
  /** When the cache was last known to be valid, by the clock of `revisions`. */
  let confirmedAt = -Infinity

  const confirm = (at = -Infinity): void => {
    confirmedAt = Math.max(confirmedAt, at)
  }
  const drop = (): void => {
    cache.clear()
    generation += 1
  }
  const judge = ({ record, ends }: CachedKey, now: number, isUse = true): Judged => {
    if (now >= ends) return endedKey(record, now)
    if (isUse) uses.set(record.id, now)
    return record
  }
  const take = (
    header: string,
    record: KeyRecord | undefined,
    now: number,
    began: number,
  ): Judged => {
    const { revokedAt = Infinity, expiresAt = Infinity } = record ?? {}
    const found = record === undefined ? null : { record, ends: Math.min(revokedAt, expiresAt) }
    if (began === generation && header.length <= maxCachedHeader) {
      const [oldest] = cache.size >= maxCached ? cache.keys() : []
      if (oldest !== undefined) cache.delete(oldest)
      cache.set(header, found)
    }
    return found === null ? unknownKey : judge(found, now)
  }

  return {
    /** Returns the key of an `Authorization` header, or a 401. Records the use if `isUse`. Throws `StorageUnavailable`. */
    authenticate: (header: string | undefined, now: number, isUse = true): Awaitable<Judged> => {
      if (header === undefined) return noHeader
      const cached = cache.get(header)
      if (cached !== undefined) return cached === null ? unknownKey : judge(cached, now, isUse)
      const key = bearer.exec(header)?.[1]
      if (key === undefined) return otherScheme
      const environment = environmentOfKey(key)
      if (environment === undefined) return malformedKey
      if (environment !== own) {
        const message = `The API key belongs to ${environment}, this is ${own}. Send it to the base address of ${environment}, or take a key of ${own}.`
        return refusedKey('wrong_environment', message)
      }
      const began = generation
      return andThen(keys.findByHash(hashKey(key)), (record) => take(header, record, now, began))
    },
    /** Drops the cache if any key has changed since the last call. */
    refresh: async (): Promise<void> => {
      const startedAt = revisions?.clock()
      const present = await keys.revision()
      if (present !== revision) drop()
      revision = present
      confirm(startedAt)
    },
    hasRevisionSource: revisions !== undefined,
    /** The same with the second source of revisions. Also drops the cache if neither source has answered for too long. */
    checkRevision: async (): Promise<void> => {
      if (revisions === undefined) return
      const { readRevision, clock } = revisions
      const startedAt = clock()
      try {
        const present = await readRevision()
        if (present !== sharedRevision) drop()
        sharedRevision = present
        confirm(startedAt)
      } catch {
        if (clock() - confirmedAt > maxUnconfirmedAge) drop()
      }
    },
    /** Stores when keys were last used, and what earlier calls failed to store. */
    flushUses: async (): Promise<void> => {
      const taken = uses
      uses = new Map()
      const all = [...taken]
      try {
        for (let from = 0; from < all.length; from += maxTouchedKeys) {
          await keys.touch(new Map(all.slice(from, from + maxTouchedKeys)))
          // A store in a file writes synchronously, so yield to requests.
          await nextTurn()
        }
      } catch (error) {
        uses = new Map([...taken, ...uses])
        throw error
      }
    },
  }
}

const realm = 'Bearer realm="petstore"'

/** Without credentials the challenge has no error code (RFC 6750 section 3). */
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

/** The 401 for a revoked or expired key. */
export const endedKey = (record: KeyRecord, now: number): Refusal =>
  refusedKey('invalid_api_key', `The API key is ${keyState(record, now)}.`)

export const noHeader = missingKey('There is no Authorization header.')
const otherScheme = missingKey('The Authorization header is not Bearer <API_KEY>.')
const malformedKey = refusedKey(
  'invalid_api_key',
  'The API key is malformed; check it for typing errors.',
)
export const unknownKey = refusedKey('invalid_api_key', 'The API key is unknown.')
