import { hash } from 'node:crypto'
import type { AuditEntry } from '../../base/audit.ts'
import { type AgreedLimits, fixedPlans, type Plan, type PlanLimits } from '../quotas/plans.ts'
import { makeKey, randomDigits, type RandomInt, secureRandomInt } from './key-format.ts'
import type { Environment } from '../../base/environments.ts'
import { type KeyRecord, KeyReplaced, type KeysRule, type KeyStore } from './key-store.ts'
import { defaultScopes, type Scopes } from './scopes.ts'

/** A new key. Only this value contains the key itself. */
export type IssuedKey = { readonly key: string; readonly record: KeyRecord }

export type KeyOrder = Pick<KeyRecord, 'name' | 'plan' | 'limits'> & {
  readonly environment: Environment
  readonly scopes?: Scopes | undefined
  readonly now: number
  readonly expiresAt?: number | undefined
  /** The owner of the key that the new one replaces, or that makes it; a new owner if missing. */
  readonly ownerId?: string
}

/** Returns the SHA-256 of a key, which is all that is ever stored of the key itself. */
export const hashKey = (key: string): Uint8Array => hash('sha256', key, 'buffer')

/** Makes a key and its record; stores nothing. */
export const issueKey = (order: KeyOrder, random: RandomInt = secureRandomInt): IssuedKey => {
  const key = makeKey(order.environment, random)
  const id = `key_${randomDigits(12, random)}`
  return {
    key,
    record: {
      id,
      ownerId: order.ownerId ?? id,
      makerId: undefined,
      hash: hashKey(key),
      name: order.name,
      plan: order.plan,
      limits: order.limits,
      scopes: order.scopes ?? defaultScopes,
      createdAt: order.now,
      expiresAt: order.expiresAt,
      revokedAt: undefined,
      lastUsedAt: undefined,
    },
  }
}

/** Returns the limits of a plan, for `enterprise` the agreed ones. Throws Error if these are missing. */
export const limitsOf = (plan: Plan, agreed: AgreedLimits | undefined): PlanLimits => {
  if (plan !== 'enterprise') return fixedPlans[plan]
  if (agreed === undefined) throw new Error('An enterprise key needs its figures.')
  return { openOrders: fixedPlans.business.openOrders, ...agreed }
}

export const keyState = (record: KeyRecord, now: number): 'good' | 'revoked' | 'expired' => {
  if (record.revokedAt !== undefined && record.revokedAt <= now) return 'revoked'
  if (record.expiresAt !== undefined && record.expiresAt <= now) return 'expired'
  return 'good'
}

/**
 * Replaces a key. The new one has the same name, plan, scopes, counts and lifetime. The old one stays valid for `grace`
 * milliseconds, unless it expires earlier. Throws `KeyReplaced`.
 */
export const rotateKey = async (
  keys: Pick<KeyStore, 'decide'>,
  old: KeyRecord,
  environment: Environment,
  grace: number,
  now: number,
  auditOf?: (newId: string) => AuditEntry,
): Promise<IssuedKey> => {
  const { name, plan, limits, scopes, ownerId, expiresAt: end } = old
  const order = { environment, name, plan, limits, scopes, now, ownerId }
  const issued = issueKey({ ...order, expiresAt: end && now + end - old.createdAt })
  const expiresAt = Math.min(now + grace, end ?? Infinity)
  const rule: KeysRule<Done> = (team) => {
    // Of the keys that the operator made for an owner, only the newest has no successor.
    const newest = team.findLast(({ makerId }) => makerId === undefined) ?? old
    if (newest.id !== old.id) {
      const advice = `rotate the newest one, ${newest.id}`
      throw new KeyReplaced(`The key ${old.id} was replaced already; ${advice}.`)
    }
    return { writes: [{ ...newest, expiresAt }, issued.record], result: done }
  }
  await keys.decide(old.ownerId, rule, { at: now, audit: auditOf?.(issued.record.id) })
  return issued
}

type Done = { readonly outcome: 'done' }
const done: Done = { outcome: 'done' }

/** What the operator can change of a key. The plan and its limits apply to all keys of the owner. */
export type KeyChange = Partial<
  Pick<KeyRecord, 'plan' | 'limits' | 'scopes' | 'expiresAt' | 'revokedAt' | 'name'>
>

export const changing =
  (id: string, { plan, limits, ...own }: KeyChange): KeysRule<Done> =>
  (team) => {
    const shared = { ...(plan && { plan }), ...(limits && { limits }) }
    return {
      writes: team.map((key) => ({ ...key, ...shared, ...(key.id === id && own) })),
      result: done,
    }
  }

/** Deletes a key that was never handed out. The key that it replaced gets its former expiry back. */
export const withdrawing =
  (id: string, replaced?: KeyRecord): KeysRule<Done> =>
  (team) => ({
    writes: team.map((key) =>
      key.id === replaced?.id ? { ...key, expiresAt: replaced.expiresAt } : key,
    ),
    removes: [id],
    result: done,
  })
