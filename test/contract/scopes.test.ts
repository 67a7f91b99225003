import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { operationsOf } from '../../src/api/resource.ts'
import { everyScope, scopeCatalogue } from '../../src/keys/scopes.ts'
import { petstore } from '../../src/resources.ts'
import { operationNamed, plainDocument } from '../helpers/openapi.ts'

const operations = operationsOf(petstore)

test('the interface page has every scope, what it allows and the operations that need it', () => {
  const page = readFileSync(new URL('../../docs/interface.md', import.meta.url), 'utf8')
  const rows = [...page.matchAll(/^\| `([a-z]+:[a-z]+)` \| (.*?) \|(.*)\|$/gm)]
  assert.deepEqual(
    rows.map(([, scope, allows, ids = '']) => [
      scope,
      allows,
      [...ids.matchAll(/\w+/g)].map(([id]) => id),
    ]),
    everyScope.map((name) => [
      name,
      scopeCatalogue[name],
      operations.flatMap(({ id, scope }) => (scope === name ? id : [])),
    ]),
  )
})

test('the OpenAPI document lists the scope of each operation, for HEAD too, and none for OPTIONS', () => {
  for (const { id, method, path, scope } of operations) {
    const item = plainDocument.paths[path] ?? {}
    const expected = [{ apiKey: scope === undefined ? [] : [scope] }]
    assert.deepEqual(item[method.toLowerCase()]?.security, expected, id)
    if (method === 'GET') assert.deepEqual(item['head']?.security, expected, id)
    assert.deepEqual(item['options']?.security, [])
  }
})

test('the example of a refusal names the scope of its operation', () => {
  for (const { id, scope } of operations) {
    const { insufficient_scope: example } =
      operationNamed(id).responses.get(403)?.body?.examples ?? {}
    if (scope === undefined) assert.equal(example, undefined, id)
    else assert.match(JSON.stringify(example), new RegExp(`needs the scope ${scope}, which`), id)
  }
})
