import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { Type } from 'typebox'
import { int64 } from '../../src/base/int64.ts'
import { compileSerializer } from '../../src/base/schema/serializer.ts'
import { Pets, petStatuses } from '../../src/resources/pets/pet.ts'
import { exactPets } from '../helpers/exact-json.ts'

const pets = fc.record({
  id: fc.bigInt({ min: 1n, max: int64.maximum }),
  name: fc.string({ unit: 'grapheme', minLength: 1 }),
  categoryId: fc.bigInt({ min: int64.minimum, max: int64.maximum }),
  status: fc.constantFrom(...petStatuses),
})

test('whatever the animals, what is written reads back as them', () => {
  const write = compileSerializer(Pets)
  fc.assert(
    fc.property(fc.array(pets), (list) => {
      assert.deepEqual(
        exactPets(write(list)),
        list.map((pet) => ({ ...pet })),
      )
    }),
  )
})

test('a date-time is written as it is, and a choice as its schema names it, in lists too', () => {
  const write = compileSerializer(
    Type.Object({
      at: Type.String({ format: 'date-time' }),
      scopes: Type.Array(Type.Unsafe({ type: 'string', enum: ['pets:read', 'a "quoted" one'] })),
    }),
  )
  const value = { at: '2026-11-22T12:00:00.000Z', scopes: ['a "quoted" one', 'pets:read'] }
  assert.equal(write(value), JSON.stringify(value))
})

test('what is missing is left out, what the schema has not is not written, and an empty object is one', () => {
  const write = compileSerializer(Type.Object({ a: Type.String(), b: Type.Integer() }))
  assert.equal(write({ b: 2, owner: 'secret' }), '{"b":2}')
  assert.equal(write({}), '{}')
  assert.equal(compileSerializer(Pets)([]), '[]')
})

test('a schema that is never sent stops the start', () => {
  assert.throws(() => compileSerializer(Type.Boolean()), /boolean/)
})
