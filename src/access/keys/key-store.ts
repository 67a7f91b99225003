import type { AuditEntry } from '../../base/audit.ts'
import type { Awaitable } from '../../base/awaitable.ts'
import type { ChangeContext, Refused, Result } from '../../base/data/change.ts'
import type { Applied } from '../../base/data/store.ts'
import type { Plan, PlanLimits } from '../quotas/plans.ts'
import type { Scopes } from './scopes.ts'

/** An API key as it is stored: everything but the key itself. Times are in milliseconds since the Unix epoch. */
export type KeyRecord = {
  /** Public; identifies the key in commands and logs. */
  readonly id: string
  /**
   * The id of the owner's first key. Keys that replace it, and keys that these make, have the same owner. Counts and
   * bans belong to the owner, so rotating or making a key neither doubles a quota nor lifts a ban.
   */
  readonly ownerId: string
  /** The id of the key that made it; undefined if the operator did. */
  readonly makerId: string | undefined
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

export type CallingKey = Pick<
  KeyRecord,
  'id' | 'ownerId' | 'name' | 'plan' | 'limits' | 'scopes' | 'expiresAt'
>

/** What a rule about the keys of one owner decides: a refusal, or what to write, and the result. */
export type KeysDecision<R extends Result> =
  | { readonly refused: Refused }
  | {
      /** The new states of keys. Keys that do not exist are inserted. */
      readonly writes?: readonly KeyRecord[]
      readonly removes?: readonly string[]
      /** Only the owner sees them. */
      readonly events?: ReadonlyArray<{ readonly type: string; readonly data: object }>
      readonly result: R
    }

/** Decides based on all keys of an owner, in the order of creation. Pure; a store may call it again. */
export type KeysRule<R extends Result> = (keys: readonly KeyRecord[]) => KeysDecision<R>

/** The key was already rotated; only the newest key of an owner can be rotated. */
export class KeyReplaced extends Error {
  override readonly name = 'KeyReplaced'
}

/** How long before a key expires its owner is notified, in milliseconds. */
export const expiryNotice = 7 * 86_400_000

/** Stores the API keys. Fails with `StorageUnavailable` if it cannot. */
export interface KeyStore {
  /** Also writes the line of the audit log. So does `decide` if anything changes. */
  insert(record: KeyRecord, audit?: AuditEntry): Promise<void>
  /** Synchronous if the store is on this machine. */
  findByHash(hash: Uint8Array): Awaitable<KeyRecord | undefined>
  find(id: string): Promise<KeyRecord | undefined>
  validOwners(now: number): Promise<ReadonlySet<string>>
  /** In the order of creation, like `ofOwner`. */
  list(): Promise<readonly KeyRecord[]>
  ofOwner(ownerId: string): Promise<readonly KeyRecord[]>
  /** Changes the keys of an owner by a rule, in one transaction, and only once for each idempotency token. */
  decide<R extends Result>(
    ownerId: string,
    rule: KeysRule<R>,
    act: ChangeContext,
  ): Promise<Applied<R | Refused>>
  /** Stores when keys were last used. */
  touch(uses: ReadonlyMap<string, number>): Promise<void>
  /** Writes events for some keys that expire within `expiryNotice`, once per expiry time. Returns whether more may exist. */
  notifyExpiring(now: number): Promise<boolean>
  /** A number that changes whenever any process changes any key. `touch` does not change it. */
  revision(): Promise<number>
}
