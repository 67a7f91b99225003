import assert from 'node:assert/strict'
import type { KeyStore } from '../../src/access/keys/key-store.ts'
import { changing, type KeyChange } from '../../src/access/keys/life-cycle.ts'
import { defaultScopes, type Scope, scopesOf } from '../../src/access/keys/scopes.ts'
import type { Plan } from '../../src/access/quotas/plans.ts'
import type { Json, TestApp } from './app.ts'
import type { Answer, Call } from './http.ts'

/** Changes a key as the operator does. */
export const changeKey = async (keys: KeyStore, id: string, change: KeyChange): Promise<void> => {
  const ownerId = (await keys.find(id))?.ownerId
  assert.ok(ownerId !== undefined)
  await keys.decide(ownerId, changing(id, change), { at: 0 })
}

/** A key of somebody, which calls the interface. */
export type Member = {
  readonly id: string
  readonly key: string
  readonly call: (path: string, options?: Call) => Promise<Answer>
  /** Asks for a key for somebody else. */
  readonly ask: (body: object, options?: Call) => Promise<Answer>
  /** Makes a key, with the scopes of a manager unless it is given others. */
  readonly make: (name: string, more?: object) => Promise<Member>
  readonly patch: (id: string, body: object) => Promise<Answer>
  readonly rotate: (id: string, options?: Call) => Promise<Answer>
  readonly revoke: (id: string) => Promise<Answer>
  /** Its keys as the interface shows them, without their last use, which is stored at some time later. */
  readonly list: () => Promise<readonly Json[]>
  readonly read: (id: string) => Promise<Json>
}

const withoutUse = ({ lastUsedAt: _lastUsedAt, ...key }: Json): Json => key

const memberOf = (app: TestApp, id: string, key: string): Member => {
  const call = async (path: string, options: Call = {}): Promise<Answer> =>
    await app.call(path, { key, ...options })
  const ask = async (body: object, options: Call = {}): Promise<Answer> =>
    await call('/keys', { method: 'POST', body, ...options })
  return {
    id,
    key,
    call,
    ask,
    make: async (name, more = {}) => {
      const scopes = ['pets:read', 'pets:write', 'keys:manage']
      const answer = await ask({ name, scopes, ...more })
      assert.equal(answer.status, 201, answer.text)
      const made = JSON.parse(answer.text)
      return memberOf(app, made.id, made.key)
    },
    patch: async (other, body) => await call(`/keys/${other}`, { method: 'PATCH', body }),
    rotate: async (other, options = {}) =>
      await call(`/keys/${other}/rotate`, { method: 'POST', ...options }),
    revoke: async (other) => await call(`/keys/${other}`, { method: 'DELETE' }),
    list: async () => JSON.parse((await call('/keys?limit=100')).text).map(withoutUse),
    read: async (other) => withoutUse(JSON.parse((await call(`/keys/${other}`)).text)),
  }
}

/** A key of the operator that may manage a team, with all other scopes unless it is given some. */
export const addManager = async (
  app: TestApp,
  {
    plan = 'enterprise',
    scopes,
    expiresAt,
  }: { plan?: Plan; scopes?: readonly Scope[]; expiresAt?: number } = {},
): Promise<Member> => {
  const all = scopes === undefined ? defaultScopes : scopesOf(scopes)
  const may = all | scopesOf(['keys:manage'])
  const { key, record } = await app.addKey(plan, undefined, expiresAt, may)
  return memberOf(app, record.id, key)
}
