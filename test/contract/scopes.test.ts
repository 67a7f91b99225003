import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { scopesFor } from '../../src/kit/operation.ts'
import { operationsOf } from '../../src/kit/resource.ts'
import { everyScope, optInScopes, scopeCatalogue } from '../../src/access/keys/scopes.ts'
import { petstore } from '../../src/resources/index.ts'
import { plainDocument } from '../helpers/openapi.ts'

const operations = operationsOf(petstore)

test('the interface page has every scope, what it allows and the operations that need it', () => {
  const page = readFileSync(new URL('../../docs/interface.md', import.meta.url), 'utf8')
  const rows = [...page.matchAll(/^\| `([a-z]+:[a-z]+|lab)` \| (.*?) \|(.*)\|$/gm)]
  assert.deepEqual(
    rows.map(([, scope, allows, ids = '']) => [
      scope,
      allows,
      [...ids.matchAll(/\w+/g)].map(([id]) => id),
    ]),
    everyScope.map((name) => [
      name,
      scopeCatalogue[name],
      operations.flatMap((operation) => (scopesFor(operation).includes(name) ? operation.id : [])),
    ]),
  )
})

test('the interface page and the document tell which scopes a key has only if they are named', () => {
  const page = readFileSync(new URL('../../docs/interface.md', import.meta.url), 'utf8')
  const [, told = ''] = /^A key has these scopes only if they are named: (.*?)\./m.exec(page) ?? []
  assert.deepEqual(told.match(/[a-z:]+/g), optInScopes)
  const { description } = plainDocument.components.securitySchemes.apiKey
  for (const scope of everyScope) {
    const [line = ''] = new RegExp(`^- \`${scope}\`: .*$`, 'm').exec(description) ?? []
    assert.equal(line.endsWith(' It must be named.'), optInScopes.includes(scope), line)
  }
})

test('the OpenAPI document lists the scopes of each operation, and none for OPTIONS', () => {
  for (const operation of operations) {
    const { id, method, path } = operation
    const item = plainDocument.paths[path] ?? {}
    const scopes = scopesFor(operation).map((scope) => ({ apiKey: [scope] }))
    const expected = scopes.length === 0 ? [{ apiKey: [] }] : scopes
    assert.deepEqual(item[method.toLowerCase()]?.security, expected, id)
  }
  assert.deepEqual(plainDocument['x-conventions'].options.security, [])
})
