import assert from 'node:assert/strict'
import { test } from 'node:test'
import { IsOptional, Type as TypeBox } from 'typebox'
import { isOptional, Type } from '../../src/base/schema/type.ts'

/** Builds schemas of every kind that the service has. */
const schemasOf = (type: typeof Type) => {
  const name = type.String({ description: 'A name', maxLength: 5 })
  const count = type.Unsafe<bigint>({ type: 'integer', format: 'int64' })
  return [
    name,
    type.Optional(name),
    count,
    type.Array(count, { maxItems: 3 }),
    type.Integer({ minimum: 1 }),
    type.Object({}),
    type.Object({ name, count: type.Optional(count) }, { title: 'Thing' }),
    type.Object({ name }, { required: [] }),
  ]
}

test('schemas are those that TypeBox makes, key by key', () => {
  const [ours, theirs] = [schemasOf(Type), schemasOf(TypeBox)]
  assert.equal(JSON.stringify(ours), JSON.stringify(theirs))
  assert.deepEqual(ours.map(isOptional), theirs.map(IsOptional))
})

test('the schema of an optional field leaves the one that it was made of as it was', () => {
  const name = Type.String()
  assert.ok(isOptional(Type.Optional(name)))
  assert.ok(!isOptional(name))
})
