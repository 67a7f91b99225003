import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { everyScope, optInScopes, scopeCatalogue } from '../../src/access/keys/scopes.ts'
import { catalogue, errorCodes } from '../../src/base/errors/catalogue.ts'
import { scopesFor } from '../../src/kit/operation.ts'
import { operationsOf } from '../../src/kit/resource.ts'
import { petstore } from '../../src/resources/index.ts'
import {
  openapiSource,
  type Operation,
  operations as documented,
  plainDocument,
} from '../helpers/openapi.ts'

/** What the interface page and the OpenAPI document say, held against the code and each other. */

const page = readFileSync(new URL('../../docs/interface.md', import.meta.url), 'utf8')
const operations = operationsOf(petstore)

/** `status code` of every entry of the catalogue. */
const entries = errorCodes.map((code) => `${catalogue[code].status} ${code}`).sort()

/** `status code` of every example of an Error in it. */
const inDocument = new Set<string>()
JSON.parse(openapiSource, (_name, value) => {
  const { code, message, status } = Object(value)
  if (typeof code === 'string' && message !== undefined && typeof status === 'number')
    inDocument.add(`${status} ${code}`)
  return value
})

/** Errors that belong to no operation; the document lists only their codes. */
const ofNoOperation = new Set([
  '404 route_not_found',
  '405 method_not_allowed',
  '501 method_not_implemented',
])

test('the OpenAPI document has every code of the catalogue with its status, and no other', () => {
  assert.deepEqual(inDocument, new Set(entries).difference(ofNoOperation))
  assert.deepEqual(plainDocument.components.schemas['KnownErrorCode']?.enum, errorCodes)
})

test('the interface page has every code of the catalogue with its status, and no other', () => {
  const rows = [...page.matchAll(/^\| *(\d{3}) *\| *`(\w+)` *\|/gm)]
  assert.deepEqual(rows.map(([, status, code]) => `${status} ${code}`).sort(), entries)
})

for (const code of errorCodes) {
  test(`${code} says when it comes, what to do, and has an example`, () => {
    const { status, when, remedy, example } = catalogue[code]
    assert.ok(status >= 400 && status <= 599)
    for (const text of [when, remedy, example]) assert.match(text, /^\S.*\.$/)
  })
}

test('the interface page has a row for each field of each object that it tells of', () => {
  const tables = [...page.matchAll(/^\| field \| type \|(.*)\|\n(?:\|.*\n)+/gm)]
  assert.ok(tables.length >= 4)
  for (const [table, header = ''] of tables) {
    const cells = [...table.matchAll(/^\|([^|]*)\|/gm)].map(([, cell]) => cell).join(' ')
    const rows = new Set(cells.match(/\w+/g))
    for (const [, title = ''] of header.matchAll(/in an? (\w+)/g)) {
      const { properties = {} } = plainDocument.components.schemas[title] ?? {}
      const missing = Object.keys(properties).filter((name) => !rows.has(name))
      assert.deepEqual(missing, [], `${title} in docs/interface.md`)
    }
  }
})

test('the interface page has every scope, what it allows and the operations that need it', () => {
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

test('each POST that may add something takes an Idempotency-Key', () => {
  // What only reads is a POST to keep personal data out of URLs; a stored answer would outlast an erasure.
  const adds = ({ method, operationId }: Operation) =>
    method === 'POST' && operationId !== 'findContacts'
  for (const { operationId, parameters } of documented.filter(adds)) {
    const key = parameters.find(({ name }) => name === 'Idempotency-Key')
    assert.deepEqual([key?.in, key?.required], ['header', false], operationId)
  }
})
