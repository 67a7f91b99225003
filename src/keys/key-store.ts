import type { Plan, Limits } from '../quotas/plans.ts'

/** An API key as it is kept: all but the key itself. Times are milliseconds since the Unix epoch. */
export type KeyRecord = {
  /** Public: names the key in commands and logs. */
  readonly id: string
  /**
   * The id of the first key of the rotation chain. Counts and bans belong to it, so that rotating
   * a key neither doubles a quota nor lifts a ban.
   */
  readonly ownerId: string
  /** SHA-256 of the key, 32 bytes. The key has 178 random bits, so it needs no slow hash. */
  readonly hash: Uint8Array
  readonly name: string
  readonly plan: Plan
  readonly limits: Limits
  readonly createdAt: number
  readonly expiresAt: number | undefined
  readonly revokedAt: number | undefined
  readonly lastUsedAt: number | undefined
}

/** What an update can change. */
export type KeyChange = Partial<
  Pick<KeyRecord, 'plan' | 'limits' | 'expiresAt' | 'revokedAt' | 'name'>
>

/** A key was rotated before: the newest of its chain is the one to rotate. */
export class KeyReplaced extends Error {
  constructor(id: string, newest: string) {
    super(`The key ${id} was replaced already; rotate the newest of its chain, ${newest}.`)
    this.name = 'KeyReplaced'
  }
}

/** Keeps the API keys. Rejects with `StorageUnavailable` where it cannot. */
export interface KeyStore {
  insert(record: KeyRecord): Promise<void>
  findByHash(hash: Uint8Array): Promise<KeyRecord | undefined>
  find(id: string): Promise<KeyRecord | undefined>
  /** In the order of creation. */
  list(): Promise<readonly KeyRecord[]>
  /** Returns the record after the change, or undefined where there is none. */
  update(id: string, change: KeyChange): Promise<KeyRecord | undefined>
  /**
   * Inserts the successor and gives the old key its end, in one transaction.
   *
   * @throws KeyReplaced where the old key has a successor; then nothing is changed
   */
  rotate(id: string, expiresAt: number, successor: KeyRecord): Promise<void>
  /**
   * Forgets a key that nobody was given, and gives the one that it was to replace its former end back, in one
   * transaction.
   */
  withdraw(id: string, replaced?: Pick<KeyRecord, 'id' | 'expiresAt'>): Promise<void>
  /** Notes when keys were last used. */
  touch(uses: ReadonlyMap<string, number>): Promise<void>
  /** A number that changes with each change of any key, by whichever process; `touch` aside. */
  revision(): Promise<number>
}

/** What of the keys a thread needs that serves requests. */
export type ServedKeys = Pick<KeyStore, 'findByHash' | 'revision' | 'touch'>
