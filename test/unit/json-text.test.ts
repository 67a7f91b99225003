import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { membersOf } from '../../src/kit/json-text.ts'
import { compileBodyReader } from '../../src/kit/schema-reader.ts'
import { Type } from '../../src/base/schema/type.ts'

const space = fc.stringMatching(/^[ \t\r\n]{0,3}$/)

/** A JSON value with white space wherever the grammar lets it stand. */
const spaced = (value: unknown, gap: string): string => {
  if (Array.isArray(value)) {
    return `[${gap}${value.map((item) => spaced(item, gap)).join(`${gap},${gap}`)}${gap}]`
  }
  if (value !== null && typeof value === 'object') {
    const members = Object.entries(value).map(
      ([name, item]) => `${JSON.stringify(name)}${gap}:${gap}${spaced(item, gap)}`,
    )
    return `{${gap}${members.join(`${gap},${gap}`)}${gap}}`
  }
  return JSON.stringify(value)
}

test('an object splits into the members that JSON.parse sees, values spelled as sent', () => {
  const object = fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue({ maxDepth: 4 }))
  fc.assert(
    fc.property(object, space, (value, gap) => {
      const text = `${gap}${spaced(value, gap)}${gap}`
      const members = membersOf(text)
      const parsed = members.map(({ name, token }) => [name, JSON.parse(token)])
      assert.deepEqual(parsed, Object.entries(JSON.parse(text)))
      assert.ok(members.every(({ token }) => text.includes(token) && token === token.trim()))
    }),
    { numRuns: 1_000 },
  )
})

test('repeated names, inherited names and every digit of a number are seen', () => {
  const text = String.raw`{"name":1,"n\u0061me" : -0.10E+2,"name":[3,"]"],"__proto__":{"a":1}}`
  assert.deepEqual(membersOf(text), [
    { name: 'name', token: '1' },
    { name: 'name', token: '-0.10E+2' },
    { name: 'name', token: '[3,"]"]' },
    { name: '__proto__', token: '{"a":1}' },
  ])
})

const read = compileBodyReader(Type.Object({}))

test('whatever bytes come, the verdict is that of JSON.parse', () => {
  const almostJson = fc.stringMatching(/^[{}[\]",:\\u0-9eE+.\-truefalsn \n]{0,24}$/)
  fc.assert(
    fc.property(fc.oneof(almostJson, fc.json(), fc.string()), (text) => {
      if (!text.isWellFormed()) return
      let isJson = text !== '' && text.codePointAt(0) !== 0xfeff
      try {
        JSON.parse(text)
      } catch {
        isJson = false
      }
      const reading = read(Buffer.from(text))
      assert.equal(reading.ok || reading.kind !== 'invalid_json', isJson, text)
    }),
    { numRuns: 3_000 },
  )
})
