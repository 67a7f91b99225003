import type { KeyRecord } from '../../access/keys/key-store.ts'
import { hashKey, issueKey } from '../../access/keys/life-cycle.ts'
import { makeKey } from '../../access/keys/key-format.ts'
import { scopesOf } from '../../access/keys/scopes.ts'
import { patchBody } from '../../kit/merge-patch.ts'
import { defineOperation, jsonBody, type Ports } from '../../kit/operation.ts'
import { answerOnce, gone } from '../../kit/row-changes.ts'
import { pageQuery } from '../../kit/paging.ts'
import { defineResource } from '../../kit/resource.ts'
import {
  keyCreate,
  keyNotFound,
  keyRevoke,
  keyRotate,
  keyUpdate,
  shownKey,
  timeOf,
} from './changes.ts'
import { ApiKey, ApiKeyPatch, ApiKeys, IssuedApiKey, KeyParams, NewApiKey } from './key.ts'

const onTeam = { isAudited: true, scope: 'keys:manage', path: '/keys' } as const

const onKey = {
  ...onTeam,
  path: '/keys/{keyId}',
  params: KeyParams,
  unreadableParams: 'key_not_found',
  errors: ['key_not_manageable'],
} as const

export const listKeys = defineOperation({
  ...onTeam,
  method: 'GET',
  summary: 'List the keys of the team',
  description:
    'Returns a page of the API keys of the team, without their secrets, in the order in which they were made: those that the operator made, and all that these made. Of the keys that a key made and that ended, the last hundred are listed. A later page is reached by the URL that the `Link` header gives with `rel="next"`; the last page has none.',
  query: pageQuery('keys', {}),
  answers: { 200: { description: 'A page of keys.', schema: ApiKeys } },
  isPaged: true,
  handle: async ({ query: { limit }, caller: { ownerId }, after }, { keys }) => {
    const start = typeof after === 'object' ? after.text : ''
    const team = (await keys.ofOwner(ownerId)).filter((key) => placeOf(key) > start)
    const page = team.toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1)).slice(0, limit)
    const last = team.length > limit ? page.at(-1) : undefined
    const next = last && { id: 0n, text: placeOf(last) }
    return { status: 200, value: page.map(shownKey), next }
  },
})

/** Returns a text that sorts by creation. It stays valid as a position when other keys are deleted. */
const placeOf = ({ createdAt, id }: KeyRecord): string => String(createdAt).padStart(16, '0') + id

export const getKey = defineOperation({
  ...onKey,
  method: 'GET',
  summary: 'Get one key of the team',
  description: 'Returns the API key with this identifier, without its secret.',
  answers: { 200: { description: 'The key.', schema: ApiKey } },
  errors: [],
  handle: async ({ params: { keyId }, caller: { ownerId } }, { keys }) => {
    const key = (await keys.ofOwner(ownerId)).find(({ id }) => id === keyId)
    return key === undefined ? keyNotFound(keyId) : { status: 200, value: shownKey(key) }
  },
})

export const createKey = defineOperation({
  ...onTeam,
  method: 'POST',
  summary: 'Make a key for somebody of the team',
  description:
    'Makes an API key and returns it, with the `key` itself and an address of the console for it: both are shown only now. The requests of the key count for the team: all its keys have one quota, one ban and one limit of placed orders. It gets no scope that the calling key lacks, and does not outlive it. An answer that is repeated for an `Idempotency-Key` lacks the key: if the first one was lost, rotate the key.',
  createsOnce: true,
  body: jsonBody('The key to make.', NewApiKey, {
    desk: {
      summary: 'Front desk',
      value: { name: 'Anna, front desk', scopes: ['pets:read', 'orders:read', 'orders:write'] },
    },
    reader: {
      summary: 'For some weeks',
      value: { name: 'Trainee', scopes: ['pets:read'], expiresAt: '2027-02-18T12:00:00Z' },
    },
  }),
  answers: {
    201: { description: 'The key was made.', schema: IssuedApiKey, headers: ['Location'] },
  },
  errors: ['key_limit_reached'],
  handle: async ({ body, caller, now, act }, ports) => {
    const order = { ...caller, name: body.name, expiresAt: timeOf(body.expiresAt) }
    const scopes = scopesOf(body.scopes)
    const { key, record } = issueKey({ ...order, environment: ports.environment, scopes, now })
    const applied = await ports.keys.decide(caller.ownerId, keyCreate(record, caller.id), act)
    return answerOnce(applied, act, (made, replayed) => ({
      status: 201,
      value: issued(made.key, replayed ? undefined : key, ports),
      location: { of: getKey, params: { keyId: made.key.id } },
    }))
  },
})

/** @param secret undefined in a repeated answer */
const issued = (key: ApiKey, secret: string | undefined, { consoleUrl }: Ports) => {
  const url = consoleUrl()
  // The key is in the fragment of the URL, which browsers do not send to servers.
  const signInUrl = url === undefined ? {} : { signInUrl: `${url}#key=${secret}` }
  return secret === undefined ? key : { ...key, key: secret, ...signInUrl }
}

export const updateKey = defineOperation({
  ...onKey,
  method: 'PATCH',
  summary: 'Change a key of the team',
  description:
    'Changes the fields that the body has (a merge patch, RFC 7396), and returns the changed key. A key changes those that it made; a key of the operator changes all that a key made. It cannot give a scope that it lacks, or a later expiry than its own. The change is in force within a second. Keys that the changed key made are not changed.',
  body: patchBody(ApiKeyPatch, {
    name: { value: { name: 'Anna, back office' } },
    scopes: { summary: 'To read only', value: { scopes: ['pets:read', 'orders:read'] } },
  }),
  answers: { 200: { description: 'The key as it is now.', schema: ApiKey } },
  handle: async ({ params: { keyId }, body, caller: { id, ownerId }, now, act }, { keys }) => {
    const applied = await keys.decide(ownerId, keyUpdate(keyId, body, id, now), act)
    return answerOnce(applied, act, ({ key: value }) => ({ status: 200, value }))
  },
})

export const rotateKey = defineOperation({
  ...onKey,
  method: 'POST',
  path: '/keys/{keyId}/rotate',
  summary: 'Give a key of the team another secret',
  description:
    'Gives the API key another secret and returns it, with the `key` itself, which is shown only now. The previous secret is refused within a second. The calling key must have all scopes of the key; if it expires earlier, so does the key. An answer that is repeated for an `Idempotency-Key` lacks the key.',
  createsOnce: true,
  answers: { 201: { description: 'The key, with its new secret.', schema: IssuedApiKey } },
  handle: async ({ params: { keyId }, caller: { id, ownerId }, now, act }, ports) => {
    const secret = makeKey(ports.environment)
    const rule = keyRotate(keyId, hashKey(secret), id, now)
    return answerOnce(await ports.keys.decide(ownerId, rule, act), act, ({ key }, replayed) => ({
      status: 201,
      value: issued(key, replayed ? undefined : secret, ports),
    }))
  },
})

export const revokeKey = defineOperation({
  ...onKey,
  method: 'DELETE',
  summary: 'Revoke a key of the team',
  description:
    'Revokes a key for good: within a second no node accepts it any more. Keys that it made stay valid; `makerId` shows them. A key that is revoked already stays so, and the answer is the same.',
  answers: { 204: { description: 'The key is revoked.' } },
  handle: async ({ params: { keyId }, caller: { id, ownerId }, now, act }, { keys }) =>
    answerOnce(await keys.decide(ownerId, keyRevoke(keyId, id, now), act), act, gone),
})

/** The API keys of a team. They have their own table, which every request reads. */
export const keyResource = defineResource({
  name: 'keys',
  description: 'API keys for the people and programs of a team, which share one quota.',
  operations: { listKeys, createKey, getKey, updateKey, rotateKey, revokeKey },
})
