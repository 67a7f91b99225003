import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scopesFor } from '../../src/kit/operation.ts'
import { operationsOf } from '../../src/kit/resource.ts'
import {
  everyScope,
  namesOf,
  optInScopes,
  type Scope,
  scopesOf,
} from '../../src/access/keys/scopes.ts'
import { petstore } from '../../src/resources/index.ts'
import { startApp, type TestApp } from '../helpers/app.ts'
import type { Answer, Call } from '../helpers/http.ts'
import { operations as documented } from '../helpers/openapi.ts'
import { assertRefused } from '../helpers/refusal.ts'

const operations = operationsOf(petstore).filter(({ scope }) => scope !== undefined)

/** A key with these scopes alone. */
const keyWith = async (app: TestApp, ...scopes: readonly Scope[]): Promise<string> =>
  (await app.addKey('enterprise', undefined, undefined, scopesOf(scopes))).key

/** A request that is right, unless something that it names is missing. */
const requestOf = (id: string): { readonly path: string; readonly options: Call } => {
  const operation = documented.find(({ operationId }) => operationId === id)
  assert.ok(operation, id)
  const body = Object.values(operation.bodyExamples)[0]?.value
  return {
    path: operation.path.replaceAll(/\{\w+\}/g, '1'),
    options: { method: operation.method, ...(operation.body && { body }) },
  }
}

for (const operation of operations) {
  const { id, method, scope } = operation
  if (scope === undefined) continue
  test(`${id} begins with ${scopesFor(operation).join(' or ')}, and with no other scope, nor all others`, async (t) => {
    const app = await startApp(t)
    const { path, options } = requestOf(id)
    const challenge = `Bearer error="insufficient_scope", scope="${scope}"`
    const others = everyScope.filter((one) => !scopesFor(operation).includes(one))
    for (const lacking of [others, ...others.map((one) => [one])]) {
      const key = await keyWith(app, ...lacking)
      for (const each of method === 'GET' ? ['GET', 'HEAD'] : [method]) {
        const refused = await app.call(path, { ...options, method: each, key })
        assert.equal(refused.status, 403)
        assert.equal(refused.headers['www-authenticate'], challenge)
        if (each !== 'HEAD') {
          const told = new RegExp(`needs the scope ${scope}, .*; it has ${lacking.join(', ')}\\.`)
          assertRefused(refused, 'insufficient_scope', told)
        }
      }
    }
    for (const having of everyScope.filter((one) => !others.includes(one))) {
      const answer = await app.call(path, { ...options, key: await keyWith(app, having) })
      // What the request asks for may need a further scope.
      assert.notEqual(answer.headers['www-authenticate'], challenge)
    }
  })
}

test('every scope is that of an operation', () => {
  const used = new Set(operations.flatMap(scopesFor))
  const unused = everyScope.filter((scope) => !used.has(scope))
  assert.deepEqual(unused, [])
})

test('a key without any scope named, as keys of before, may do all but what must be named', async (t) => {
  const app = await startApp(t)
  const { key, record } = await app.addKey('enterprise')
  for (const operation of operations) {
    const { id } = operation
    const { path, options } = requestOf(id)
    const isOptIn = scopesFor(operation).every((one) => optInScopes.includes(one))
    assert.equal((await app.call(path, { ...options, key })).status === 403, isOptIn, id)
  }
  const usage = JSON.parse((await app.call('/usage', { key })).text)
  assert.deepEqual(usage.key.scopes, namesOf(record.scopes))
  assert.deepEqual(
    namesOf(record.scopes),
    everyScope.filter((scope) => !optInScopes.includes(scope)),
  )
})

test('a key that lacks the scope is refused after its quota, path and method, and before the rest', async (t) => {
  const app = await startApp(t)
  const reader = await keyWith(app, 'pets:read')
  const ask = async (path: string, options: Call = {}): Promise<Answer> =>
    await app.call(path, { ...options, key: reader })
  assertRefused(await ask('/animals', { method: 'POST' }), 'route_not_found')
  assertRefused(await ask('/pets', { method: 'PUT' }), 'method_not_allowed')
  const remaining = ({ headers }: Answer) => Number(headers['x-ratelimit-remaining'])
  const before = remaining(await ask('/pets'))
  const wrong = [
    ['POST', '/pets', '{'],
    ['POST', '/pets?colour=red', { name: '' }],
    ['POST', '/pets', 'a'.repeat(70_000)],
    ['PATCH', '/pets/rex', { nonesuch: 1 }],
    ['DELETE', '/pets/404', undefined],
    ['DELETE', '/categories/404', undefined],
  ] as const
  for (const [method, path, body] of wrong) {
    assertRefused(await ask(path, { method, body }), 'insufficient_scope')
  }
  assert.equal(remaining(await ask('/pets')), before - wrong.length - 1, 'a refusal spends')

  const ends = app.clock.time + 1_000
  const limits = { perMinute: 1, perDay: 9 }
  const { key } = await app.addKey('enterprise', limits, ends, scopesOf(['orders:read']))
  const expected = ['insufficient_scope', 'rate_limit_exceeded', 'api_key_banned'] as const
  for (const code of expected) assertRefused(await app.call('/pets', { key }), code)
  app.clock.advance(1_000)
  assertRefused(await app.call('/pets', { key }), 'invalid_api_key')
})

test('OPTIONS needs no scope, and an answer that is kept needs one', async (t) => {
  const app = await startApp(t)
  const orders = await keyWith(app, 'orders:read')
  const { status, headers } = await app.call('/pets', { method: 'OPTIONS', key: orders })
  assert.deepEqual([status, headers['allow']], [204, 'GET, HEAD, POST, OPTIONS'])
  for (let n = 0; n < 3; n += 1) assert.equal((await app.call('/pets?limit=2')).status, 200)
  const [etag] = [(await app.call('/pets?limit=2')).headers.etag]
  for (const condition of [{}, { 'If-None-Match': etag ?? '' }, { 'If-None-Match': '*' }]) {
    const refused = await app.call('/pets?limit=2', { key: orders, headers: condition })
    assertRefused(refused, 'insufficient_scope')
    assert.equal(refused.headers.etag, undefined)
  }
})

test('a deprecated operation tells of its end to a key that lacks the scope too', async (t) => {
  const app = await startApp(t)
  const key = await keyWith(app, 'orders:read')
  const { status, headers } = await app.call('/pets/1', { key })
  assert.deepEqual([status, headers['deprecation']], [403, '@1795132800'])
})
