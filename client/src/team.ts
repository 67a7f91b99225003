import type { CallOptions, CreateOptions, PageOptions } from './calls.ts'
import type { List } from './page.ts'
import type { Reply } from './reply.ts'
import type { Store } from './store.ts'
import type { components } from './generated/openapi.ts'
import type { Input } from './types.ts'

type Schemas = components['schemas']

/**
 * An API key of the team, without its secret.
 *
 * @useDeclaredType
 */
export type ApiKey = Schemas['ApiKey']

/**
 * A key that was just created or rotated, with the secret `key` itself, which the service shows only once. A
 * response that is replayed for an idempotency key lacks it.
 *
 * @useDeclaredType
 */
export type IssuedApiKey = Schemas['IssuedApiKey']

/**
 * A key to create. It cannot have a scope that your key lacks, and cannot outlive your key.
 *
 * @useDeclaredType
 */
export type NewApiKey = Input<Schemas['NewApiKey'], 'expiresAt'>

/**
 * Changes to a key. Fields that are left out stay as they are.
 *
 * @useDeclaredType
 */
export type ApiKeyPatch = Input<Schemas['ApiKeyPatch'], 'expiresAt'>

/**
 * The API keys of a team: `new Team(store)`, with a client whose key has the scope `keys:manage`. It is separate
 * from the client, so that only programs that use it load it.
 *
 * Each call may throw a `PetStoreError`.
 */
export class Team {
  readonly #store: Pick<Store, 'request' | 'list'>

  constructor(store: Pick<Store, 'request' | 'list'>) {
    this.#store = store
  }

  /** Lists the keys, without their secrets, in the order in which they were created. */
  list(options?: PageOptions): List<ApiKey> {
    return this.#store.list('/keys', options)
  }

  /** Gets one key, without its secret. @throws PetStoreError, a `NotFoundError` if there is no such key */
  get(id: string, options?: CallOptions): Reply<ApiKey> {
    return this.#store.request('GET /keys/{keyId}', { id, ...options })
  }

  /**
   * Creates a key for somebody and returns it with its `key` and a `signInUrl` for the console. The service never
   * shows them again.
   *
   * @throws PetStoreError, among them a `PermissionError` for a scope that your key lacks, a `ConflictError` if the
   * team has reached its limit of keys
   */
  create(newKey: NewApiKey, options?: CreateOptions): Reply<IssuedApiKey> {
    return this.#store.request('POST /keys', { body: newKey, ...options })
  }

  /**
   * Changes the given fields and returns the updated key.
   *
   * @throws PetStoreError, among them a `NotFoundError`, a `PermissionError` for a scope that your key lacks, a
   * `ConflictError` if your key does not manage it, or it is revoked or expired
   */
  update(id: string, patch: ApiKeyPatch, options?: CallOptions): Reply<ApiKey> {
    return this.#store.request('PATCH /keys/{keyId}', { id, body: patch, ...options })
  }

  /**
   * Gives a key a new secret and returns it with its `key`. The service never shows the secret again.
   *
   * @throws PetStoreError, among them a `NotFoundError`, a `PermissionError` for a scope that your key lacks, a
   * `ConflictError` if your key does not manage it, or it is revoked or expired
   */
  rotate(id: string, options?: CreateOptions): Reply<IssuedApiKey> {
    return this.#store.request('POST /keys/{keyId}/rotate', { id, ...options })
  }

  /**
   * Revokes a key for good.
   *
   * @throws PetStoreError, among them a `NotFoundError`, a `ConflictError` if your key does not manage it
   */
  revoke(id: string, options?: CallOptions): Reply<void> {
    return this.#store.request('DELETE /keys/{keyId}', { id, ...options })
  }
}
