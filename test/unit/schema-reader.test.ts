import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type, type TSchema } from 'typebox'
import { compileBodyReader, compileTextReader } from '../../src/kit/schema-reader.ts'

const compile = (field: TSchema): unknown => compileBodyReader(Type.Object({ field }))

const bounds = { minimum: 0, maximum: 9 }

const unenforced: Readonly<Record<string, readonly [schema: TSchema, keyword: string]>> = {
  'a format of a string': [Type.String({ format: 'uri' }), 'format'],
  'a pattern of a date-time': [Type.String({ format: 'date-time', pattern: 'a' }), 'pattern'],
  'a format of a choice': [Type.Unsafe({ type: 'string', enum: ['a'], format: 'word' }), 'format'],
  'a format of an integer that is not known': [
    Type.Integer({ ...bounds, format: 'uint8' }),
    'uint8',
  ],
  'a bound of a string': [Type.String({ minimum: 1 }), 'minimum'],
  'a length of an integer': [Type.Integer({ ...bounds, maxLength: 1 }), 'maxLength'],
  'a pattern of a choice': [Type.Unsafe({ type: 'string', enum: ['a'], pattern: 'a' }), 'pattern'],
  'a step of an integer': [Type.Integer({ ...bounds, multipleOf: 2 }), 'multipleOf'],
  'a constant': [Type.Unsafe({ type: 'string', const: 'a' }), 'const'],
}

for (const [name, [schema, keyword]] of Object.entries(unenforced)) {
  test(`a reader does not start with ${name}, which nothing enforces`, () => {
    assert.throws(() => compile(schema), new RegExp(`field says .*${keyword}.*is not enforced`))
  })
}

test('a reader does not start with a keyword of an object that nothing enforces', () => {
  const open = Type.Object({}, { additionalProperties: true })
  assert.throws(() => compileBodyReader(open), /allows members that it does not name/)
  const dependent = Type.Object({}, { dependentRequired: {} })
  assert.throws(() => compileTextReader(dependent), /dependentRequired/)
  assert.throws(() => compile(dependent), /dependentRequired/)
  assert.throws(() => compile(Type.Array(Type.String())), /array field needs its items and its/)
  assert.throws(
    () => compileTextReader(Type.Object({ x: Type.Object({}) })),
    /Only JSON can have an object: x/,
  )
})

test('a default is what a field is that was left out, whether generators of code see it or not', () => {
  const read = compileTextReader(
    Type.Object({
      seen: Type.Optional(Type.String({ default: 'a' })),
      unseen: Type.Optional(Type.String({ 'x-default': 'b' })),
      none: Type.Optional(Type.String()),
    }),
  )
  assert.deepEqual(read([]), { ok: true, value: { seen: 'a', unseen: 'b' } })
})

test('a string of JSON is whole characters, whatever its schema says', () => {
  const read = compileBodyReader(Type.Object({ field: Type.String() }))
  assert.equal(read(Buffer.from('{"field":"\\ud83d\\udc15"}')).ok, true)
  assert.deepEqual(read(Buffer.from('{"field":"\\ud83d"}')), {
    ok: false,
    kind: 'invalid',
    faults: [
      {
        field: 'field',
        problem: 'must have no lone surrogate, which is half of a pair',
      },
    ],
  })
})
