import { hash } from 'node:crypto'
import { type AgreedLimits, fixedPlans, type Plan, type PlanLimits } from '../quotas/plans.ts'
import { makeKey, randomDigits, type RandomInt, secureRandomInt } from './key-format.ts'
import type { Environment } from '../../base/environments.ts'
import type { KeyRecord, KeyStore } from './key-store.ts'
import { defaultScopes, type Scopes } from './scopes.ts'

/** A new key. Only this value contains the key itself. */
export type IssuedKey = { readonly key: string; readonly record: KeyRecord }

/** The properties of a new key. */
export type KeyOrder = {
  readonly environment: Environment
  readonly name: string
  readonly plan: Plan
  readonly limits: PlanLimits
  /** All by default. */
  readonly scopes?: Scopes | undefined
  readonly now: number
  readonly expiresAt?: number | undefined
  /** The owner of the key that it replaces, if it replaces another. */
  readonly ownerId?: string
}

/** SHA-256 of a key; nothing else of it is ever stored. */
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

/** The limits of a plan; `enterprise` has those that were agreed. */
export const limitsOf = (plan: Plan, agreed: AgreedLimits | undefined): PlanLimits => {
  if (plan !== 'enterprise') return fixedPlans[plan]
  if (agreed === undefined) throw new Error('An enterprise key needs its figures.')
  return { openOrders: fixedPlans.business.openOrders, ...agreed }
}

/** Whether a key is valid at this time, or why not. */
export const keyState = (record: KeyRecord, now: number): 'good' | 'revoked' | 'expired' => {
  if (record.revokedAt !== undefined && record.revokedAt <= now) return 'revoked'
  if (record.expiresAt !== undefined && record.expiresAt <= now) return 'expired'
  return 'good'
}

/**
 * Replaces a key. The new one has the same name, plan, scopes, counts and lifetime. The old one stays valid for the grace
 * period, unless it expires earlier.
 *
 * @param grace milliseconds
 * @throws KeyReplaced
 */
export const rotateKey = async (
  keys: KeyStore,
  old: KeyRecord,
  environment: Environment,
  grace: number,
  now: number,
): Promise<IssuedKey> => {
  const life = old.expiresAt === undefined ? undefined : old.expiresAt - old.createdAt
  const issued = issueKey({
    environment,
    name: old.name,
    plan: old.plan,
    limits: old.limits,
    scopes: old.scopes,
    now,
    expiresAt: life === undefined ? undefined : now + life,
    ownerId: old.ownerId,
  })
  const oldEnds = Math.min(now + grace, old.expiresAt ?? Infinity)
  await keys.rotate(old.id, oldEnds, issued.record)
  return issued
}
