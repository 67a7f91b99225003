import { isDeepStrictEqual } from 'node:util'
import { dateTimeText } from '../../base/date-time.ts'
import { type Refusal, refusal } from '../../base/errors/api-error.ts'
import { refuse } from '../../base/data/change.ts'
import { endedKey, unknownKey } from '../../access/keys/authenticator.ts'
import type { KeyRecord, KeysDecision, KeysRule } from '../../access/keys/key-store.ts'
import { keyState } from '../../access/keys/life-cycle.ts'
import { namesOf, noScopes, type Scopes, scopeRefusal, scopesOf } from '../../access/keys/scopes.ts'
import type { ApiKey, ApiKeyPatch } from './key.ts'

/**
 * Who may do what with the keys of a team. A key with the scope `keys:manage` makes keys, but gives them no scope that it
 * lacks and no longer life than its own. It manages the keys that it made; a key of the operator manages all that keys made.
 * Each rule decides by the stored keys, because what a node has cached of the caller may be older than a revocation.
 */

type Team = readonly KeyRecord[]
type Done = { readonly outcome: 'done' }
type Rule = KeysRule<Done & { readonly key: ApiKey }>

/** How many valid keys a team may have, besides those that the operator made. */
const maxValid = 100

/** How many ended keys stay listed, so that a team that keeps making and revoking keys does not fill the store. */
const maxEnded = 100

/** Adds the key `issued`, with the plan of the key `callerId`. */
export const keyCreate =
  (issued: KeyRecord, callerId: string): Rule =>
  (team) => {
    const now = issued.createdAt
    const maker = managerIn(team, callerId, now)
    if ('code' in maker) return refuse(maker)
    const { plan, limits } = maker
    const expiresAt = issued.expiresAt ?? maker.expiresAt
    const fault = grantFault(maker, issued.scopes, expiresAt ?? Infinity, now)
    if (fault !== undefined) return refuse(fault)
    const made = team.filter(({ makerId }) => makerId !== undefined)
    const ended = made.filter((key) => keyState(key, now) !== 'good').map(({ id }) => id)
    if (made.length - ended.length >= maxValid) {
      const reached = `Your team has ${maxValid} keys, which is the limit. Revoke one first.`
      return refuse(refusal('key_limit_reached', reached))
    }
    const key = { ...issued, plan, limits, expiresAt, makerId: callerId }
    return { ...writing('key.created', key), removes: ended.slice(0, -maxEnded) }
  }

export const keyUpdate = (id: string, patch: ApiKeyPatch, callerId: string, now: number): Rule =>
  managed(id, callerId, now, (key, manager) => {
    const scopes = patch.scopes && scopesOf(patch.scopes)
    const end = patch.expiresAt === undefined ? undefined : (timeOf(patch.expiresAt) ?? Infinity)
    const fault = endedFault(key, now) ?? grantFault(manager, scopes, end, now)
    if (fault !== undefined) return refuse(fault)
    const changed = {
      ...key,
      name: patch.name ?? key.name,
      scopes: scopes ?? key.scopes,
      expiresAt: end === undefined ? key.expiresAt : timeOf(patch.expiresAt),
    }
    return isDeepStrictEqual(changed, key) ? unchanged(key) : writing('key.updated', changed)
  })

/**
 * Gives a key another secret. The manager learns it, so the key must have nothing that the manager could not grant.
 * @param hash that of the new secret
 */
export const keyRotate = (id: string, hash: Uint8Array, callerId: string, now: number): Rule =>
  managed(id, callerId, now, (key, manager) => {
    const fault = endedFault(key, now) ?? grantFault(manager, key.scopes, undefined, now)
    if (fault !== undefined) return refuse(fault)
    const end = Math.min(key.expiresAt ?? Infinity, manager.expiresAt ?? Infinity)
    return writing('key.rotated', { ...key, hash, expiresAt: end === Infinity ? undefined : end })
  })

/** Revokes a key. Revoking it again changes nothing. */
export const keyRevoke = (id: string, callerId: string, now: number): KeysRule<Done> =>
  managed(id, callerId, now, (key) => revoking([key], now))

export const keysRevoke =
  (isMeant: (key: KeyRecord) => boolean, now: number): KeysRule<Done> =>
  (team) =>
    revoking(team.filter(isMeant), now)

const revoking = (keys: Team, now: number): KeysDecision<Done> => {
  const writes = keys
    .filter(({ revokedAt }) => revokedAt === undefined)
    .map((key) => ({ ...key, revokedAt: now }))
  const events = writes.map((key) => ({ type: 'key.revoked', data: { key: shownKey(key) } }))
  return { writes, events, result: { outcome: 'done' } }
}

const unchanged = (key: KeyRecord) => ({ result: { outcome: 'done', key: shownKey(key) } }) as const

const writing = (type: string, key: KeyRecord) => {
  const { result } = unchanged(key)
  return { writes: [key], events: [{ type, data: { key: result.key } }], result }
}

/** Decides about one key, if the key `callerId` manages it. */
const managed =
  <R extends Done>(
    id: string,
    callerId: string,
    now: number,
    decide: (key: KeyRecord, manager: KeyRecord) => KeysDecision<R>,
  ): KeysRule<R> =>
  (team) => {
    const manager = managerIn(team, callerId, now)
    if ('code' in manager) return refuse(manager)
    const key = team.find((each) => each.id === id)
    if (key === undefined) return refuse(keyNotFound(id))
    const isManaged =
      key.makerId !== undefined && (manager.makerId === undefined || key.makerId === callerId)
    if (isManaged) return decide(key, manager)
    const maker = key.makerId === undefined ? 'the operator, who' : `the key ${key.makerId}, which`
    return refuse(refusal('key_not_manageable', `The key ${id} was made by ${maker} manages it.`))
  }

/** Returns the calling key as it is stored, or why it cannot manage keys now. */
const managerIn = (team: Team, callerId: string, now: number): KeyRecord | Refusal => {
  const caller = team.find(({ id }) => id === callerId)
  if (caller === undefined) return unknownKey
  if (keyState(caller, now) !== 'good') return endedKey(caller, now)
  return (caller.scopes & scopesOf(['keys:manage'])) === noScopes
    ? scopeRefusal(caller.scopes, 'keys:manage')
    : caller
}

/**
 * Returns why a key may not grant these scopes and this expiry; undefined if it may.
 * @param end in milliseconds since the Unix epoch, infinity for no expiry; undefined if it does not change
 */
const grantFault = (
  { scopes: own, expiresAt: last = Infinity }: KeyRecord,
  scopes: Scopes = noScopes,
  end: number | undefined,
  now: number,
): Refusal | undefined => {
  const [missing] = namesOf(scopes & ~own)
  if (missing !== undefined) return scopeRefusal(own, missing, `Giving a key the scope ${missing}`)
  if (end === undefined || (end > now && end <= last)) return undefined
  const bound =
    end <= now
      ? `in the future, not ${dateTimeText(end)}`
      : `${dateTimeText(last)} or earlier, since the key that gives it expires then`
  return refusal('invalid_body', `expiresAt must be ${bound}.`)
}

const endedFault = (key: KeyRecord, now: number): Refusal | undefined => {
  const state = keyState(key, now)
  return state === 'good'
    ? undefined
    : refusal('key_not_manageable', `The key ${key.id} is ${state}; make a new one.`)
}

export const keyNotFound = (id: string): Refusal =>
  refusal('key_not_found', `Your team has no key ${id}.`)

/** A key as the team sees it. */
export const shownKey = (key: KeyRecord): ApiKey => {
  const { id, name, scopes, createdAt, makerId, ...times } = key
  const { expiresAt, lastUsedAt, revokedAt } = times
  return {
    id,
    name,
    scopes: [...namesOf(scopes)],
    ...(expiresAt !== undefined && { expiresAt: dateTimeText(expiresAt) }),
    createdAt: dateTimeText(createdAt),
    ...(makerId !== undefined && { makerId }),
    ...(lastUsedAt !== undefined && { lastUsedAt: dateTimeText(lastUsedAt) }),
    ...(revokedAt !== undefined && { revokedAt: dateTimeText(revokedAt) }),
  }
}

/** Parses a time to milliseconds since the Unix epoch; undefined if there is none. */
export const timeOf = (text: string | null | undefined): number | undefined =>
  text === null || text === undefined ? undefined : Date.parse(text)
