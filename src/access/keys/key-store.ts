import type { Awaitable } from '../../base/awaitable.ts'
import type { Plan, PlanLimits } from '../quotas/plans.ts'
import type { Scopes } from './scopes.ts'

/** An API key as it is stored: everything but the key itself. Times are in milliseconds since the Unix epoch. */
export type KeyRecord = {
  /** Public; identifies the key in commands and logs. */
  readonly id: string
  /**
   * A key and all keys that it replaced have one owner, named by the id of the first. Counts and bans belong to the
   * owner, so that rotating a key neither doubles a quota nor lifts a ban.
   */
  readonly ownerId: string
  /** SHA-256 of the key, 32 bytes. The key has 178 random bits, so it needs no slow hash. */
  readonly hash: Uint8Array
  readonly name: string
  readonly plan: Plan
  readonly limits: PlanLimits
  readonly scopes: Scopes
  readonly createdAt: number
  readonly expiresAt: number | undefined
  readonly revokedAt: number | undefined
  readonly lastUsedAt: number | undefined
}

/** The calling key, as operations see it. */
export type CallingKey = Pick<
  KeyRecord,
  'id' | 'ownerId' | 'name' | 'plan' | 'limits' | 'scopes' | 'expiresAt'
>

/** What an update can change. */
export type KeyChange = Partial<
  Pick<KeyRecord, 'plan' | 'limits' | 'scopes' | 'expiresAt' | 'revokedAt' | 'name'>
>

/** The key was already rotated; only the newest key of an owner can be rotated. */
export class KeyReplaced extends Error {
  constructor(id: string, newest: string) {
    super(`The key ${id} was replaced already; rotate the newest one, ${newest}.`)
    this.name = 'KeyReplaced'
  }
}

/** How long before a key expires its owner is notified, in milliseconds. */
export const expiryNotice = 7 * 86_400_000

/** Stores the API keys. Fails with `StorageUnavailable` if it cannot. */
export interface KeyStore {
  insert(record: KeyRecord): Promise<void>
  /** Synchronous if the store is on this machine. */
  findByHash(hash: Uint8Array): Awaitable<KeyRecord | undefined>
  find(id: string): Promise<KeyRecord | undefined>
  /**
   * The owners that have a valid key.
   *
   * @param now milliseconds since the Unix epoch
   */
  validOwners(now: number): Promise<ReadonlySet<string>>
  /** In the order of creation. */
  list(): Promise<readonly KeyRecord[]>
  /** Returns the record after the change, or undefined if there is no such key. */
  update(id: string, change: KeyChange): Promise<KeyRecord | undefined>
  /**
   * Inserts the successor and sets the end of the old key, in one transaction.
   *
   * @throws KeyReplaced if the old key has a successor already; then nothing is changed
   */
  rotate(id: string, expiresAt: number, successor: KeyRecord): Promise<void>
  /**
   * Deletes a key that was never handed out. In the same transaction, the key that it replaced gets its former
   * expiry back.
   */
  withdraw(id: string, replaced?: Pick<KeyRecord, 'id' | 'expiresAt'>): Promise<void>
  /** Stores when keys were last used. */
  touch(uses: ReadonlyMap<string, number>): Promise<void>
  /**
   * Writes an event for the owners of some keys that expire within `expiryNotice`: once for each key and its end.
   *
   * @param now milliseconds since the Unix epoch
   * @returns whether it wrote any; then there may be more
   */
  notifyExpiring(now: number): Promise<boolean>
  /** A number that changes whenever any process changes any key. `touch` does not change it. */
  revision(): Promise<number>
}

/** What requests need of the keys. */
export type RequestKeys = Pick<KeyStore, 'findByHash' | 'revision' | 'touch'>
