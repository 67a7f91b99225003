import assert from 'node:assert/strict'
import { scopesFor } from '../../src/kit/operation.ts'
import { operationsOf } from '../../src/kit/resource.ts'
import { everyScope, namesOf, optInScopes } from '../../src/access/keys/scopes.ts'
import { petstore } from '../../src/resources/index.ts'
import { it } from '../helpers/app.ts'
import type { Call } from '../helpers/http.ts'
import { operationNamed } from '../helpers/openapi.ts'
import { assertRefused } from '../helpers/refusal.ts'

const operations = operationsOf(petstore).filter(({ scope }) => scope !== undefined)

/** A request that is right, unless something that it names is missing. */
const requestOf = (id: string): { readonly path: string; readonly options: Call } => {
  const { path, method, body, bodyExamples } = operationNamed(id)
  const [example] = Object.values(bodyExamples)
  return {
    path: path.replaceAll(/\{\w+\}/g, '1'),
    options: { method, ...(body && { body: example?.value }) },
  }
}

it('an operation begins with its own scope alone', async (app, t) => {
  for (const operation of operations) {
    const { id, method, scope } = operation
    const fitting = scopesFor(operation)
    await t.test(
      `${id} begins with ${fitting.join(' or ')}, and with no other scope, nor all others`,
      async () => {
        const { path, options } = requestOf(id)
        const challenge = `Bearer error="insufficient_scope", scope="${scope}"`
        const others = everyScope.filter((one) => !fitting.includes(one))
        for (const lacking of [others, ...others.map((one) => [one])]) {
          const key = await app.keyWith(...lacking)
          for (const each of method === 'GET' ? ['GET', 'HEAD'] : [method]) {
            const refused = await app.call(path, { ...options, method: each, key })
            assert.equal(refused.status, 403)
            assert.equal(refused.headers['www-authenticate'], challenge)
            if (each !== 'HEAD') {
              const told = new RegExp(
                `needs the scope ${scope}, .*; it has ${lacking.join(', ')}\\.`,
              )
              assertRefused(refused, 'insufficient_scope', told)
            }
          }
        }
        for (const having of fitting) {
          const answer = await app.call(path, { ...options, key: await app.keyWith(having) })
          // What the request asks for may need a further scope.
          assert.notEqual(answer.headers['www-authenticate'], challenge)
        }
      },
    )
  }
})

it('a key without any scope named, as keys of before, may do all but what must be named', async (app) => {
  const used = operations.flatMap(scopesFor)
  assert.deepEqual(new Set(used), new Set(everyScope), 'every scope is that of an operation')
  const { key, record } = await app.addKey('enterprise')
  for (const operation of operations) {
    const { path, options } = requestOf(operation.id)
    const isOptIn = scopesFor(operation).every((one) => optInScopes.includes(one))
    const { status } = await app.call(path, { ...options, key })
    assert.equal(status === 403, isOptIn, operation.id)
  }
  const names = namesOf(record.scopes)
  assert.deepEqual((await app.json('/usage', { key })).key.scopes, names)
  assert.deepEqual(
    names,
    everyScope.filter((scope) => !optInScopes.includes(scope)),
  )
})

it('OPTIONS needs no scope, and an answer that is kept needs one', async (app) => {
  const key = await app.keyWith('orders:read')
  assert.equal((await app.call('/pets', { method: 'OPTIONS', key })).status, 204)
  for (let n = 0; n < 3; n += 1) assert.equal((await app.call('/pets?limit=2')).status, 200)
  const { etag } = (await app.call('/pets?limit=2')).headers
  for (const headers of [{}, { 'If-None-Match': etag }, { 'If-None-Match': '*' }]) {
    const refused = await app.call('/pets?limit=2', { key, headers })
    assertRefused(refused, 'insufficient_scope')
    assert.equal(refused.headers.etag, undefined)
  }
})
