import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { operationsOf } from '../../src/kit/resource.ts'
import { everyScope, scopeCatalogue } from '../../src/access/keys/scopes.ts'
import { petstore } from '../../src/resources/index.ts'
import { plainDocument } from '../helpers/openapi.ts'

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
      operations.flatMap(({ id, scope, alternativeScope }) =>
        scope === name || alternativeScope === name ? id : [],
      ),
    ]),
  )
})

test('the OpenAPI document lists the scopes of each operation, and none for OPTIONS', () => {
  for (const { id, method, path, scope, alternativeScope } of operations) {
    const item = plainDocument.paths[path] ?? {}
    const expected = [
      { apiKey: scope === undefined ? [] : [scope] },
      ...(alternativeScope === undefined ? [] : [{ apiKey: [alternativeScope] }]),
    ]
    assert.deepEqual(item[method.toLowerCase()]?.security, expected, id)
  }
  assert.deepEqual(plainDocument['x-conventions'].options.security, [])
})
