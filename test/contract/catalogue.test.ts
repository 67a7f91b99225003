import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { catalogue, errorCodes } from '../../src/base/errors/catalogue.ts'

const read = (path: string): string =>
  readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

/** `status code` of every entry of the catalogue. */
const expected = errorCodes.map((code) => `${catalogue[code].status} ${code}`).sort()

/** `status code` of every example of an Error in the OpenAPI document, each once. */
const inDocument = (): readonly string[] => {
  const found = new Set<string>()
  const visit = (value: unknown): void => {
    if (value === null || typeof value !== 'object') return
    if ('code' in value && 'message' in value && 'status' in value) {
      if (typeof value.code === 'string' && typeof value.status === 'number') {
        found.add(`${value.status} ${value.code}`)
      }
    }
    for (const member of Object.values(value)) visit(member)
  }
  visit(JSON.parse(read('openapi.json')))
  return [...found].sort()
}

/** Errors that belong to no operation; the document lists only their codes. */
const ofNoOperation = new Set([
  '404 route_not_found',
  '405 method_not_allowed',
  '501 method_not_implemented',
])

test('the OpenAPI document has every code of the catalogue with its status, and no other', () => {
  assert.deepEqual(
    inDocument(),
    expected.filter((entry) => !ofNoOperation.has(entry)),
  )
  const document = JSON.parse(read('openapi.json'))
  assert.deepEqual(document.components.schemas.KnownErrorCode.enum, [...errorCodes])
})

test('the interface page has every code of the catalogue with its status, and no other', () => {
  const rows = [...read('docs/interface.md').matchAll(/^\| *(\d{3}) *\| *`(\w+)` *\|/gm)]
  assert.deepEqual(rows.map(([, status, code]) => `${status} ${code}`).sort(), expected)
})

for (const code of errorCodes) {
  test(`${code} says when it comes, what to do, and has an example`, () => {
    const { status, when, remedy, example } = catalogue[code]
    assert.ok(status >= 400 && status <= 599)
    for (const text of [when, remedy, example]) assert.match(text, /^\S.*\.$/)
  })
}
