import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { Bytes } from '../../src/base/schema/type.ts'
import { fieldsOf, hiddenFieldsOf, type Table } from '../../src/base/data/table.ts'
import { Pet } from '../../src/resources/pets/pet.ts'
import { pets } from '../../src/resources/pets/table.ts'

const int64 = Pet.properties.id
const small = Type.Integer({ format: 'int32' })

const tableOf = (
  properties: Parameters<typeof Type.Object>[0],
  filters: string[][] = [],
): Table => ({
  name: 'things',
  schema: Type.Object(properties),
  id: 'assigned',
  filters,
})

test('the fields of a table are the properties of its schema, in their order', () => {
  assert.deepEqual(
    fieldsOf(pets).map(({ name }) => name),
    Object.keys(Pet.properties),
  )
  const note = Type.Optional(Type.String())
  assert.deepEqual(fieldsOf(tableOf({ id: int64, note })), [
    { name: 'id', kind: 'int64', isOptional: false },
    { name: 'note', kind: 'string', isOptional: true },
  ])
  const tags = Type.Array(
    Type.Object({ text: Type.String(), at: Type.Optional(int64), count: small }),
  )
  assert.deepEqual(fieldsOf(tableOf({ id: int64, tags })).at(-1), {
    name: 'tags',
    kind: 'json',
    isOptional: false,
  })
  const at = Type.String({ format: 'date-time' })
  const hiding = { ...tableOf({ id: int64 }), hidden: Type.Object({ at, note }) }
  assert.deepEqual(
    fieldsOf(hiding).map(({ name }) => name),
    ['id'],
  )
  assert.deepEqual(hiddenFieldsOf(hiding), [
    { name: 'at', kind: 'string', isOptional: false },
    { name: 'note', kind: 'string', isOptional: true },
  ])
})

for (const [what, table, message] of [
  ['a kind of field that no store keeps', tableOf({ id: int64, at: Type.Null() }), /things\.at/],
  ['a number that is a double', tableOf({ id: int64, weight: Type.Number() }), /things\.weight/],
  ['an id of 32 bits', tableOf({ id: small }), /needs an id/],
  ['bytes that are shown', tableOf({ id: int64, file: Bytes(9) }), /shows file, which is bytes/],
  [
    'bytes inside of JSON',
    tableOf({ id: int64, files: Type.Array(Bytes(9)) }),
    /No store keeps things\.files\[\]/,
  ],
  ['a text of a format', tableOf({ id: int64, at: Type.String({ format: 'uuid' }) }), /things\.at/],
  [
    'an array of what no store keeps',
    tableOf({ id: int64, tags: Type.Array(Type.Object({ weight: Type.Number() })) }),
    /things\.tags\[\]\.weight/,
  ],
  [
    'a filter that is an array',
    tableOf({ id: int64, tags: Type.Array(Type.String()) }, [['tags']]),
    /selected by tags, which is an array, an object or bytes/,
  ],
  ['no id', tableOf({ name: Type.String() }), /needs an id/],
  ['an id that is text', tableOf({ id: Type.String() }), /needs an id/],
  ['an id that may be missing', tableOf({ id: Type.Optional(int64) }), /needs an id/],
  [
    'a field that is shown and hidden',
    { ...tableOf({ id: int64, at: int64 }), hidden: Type.Object({ at: int64 }) },
    /shows and hides at/,
  ],
  [
    'a filter that is a hidden array',
    {
      ...tableOf({ id: int64 }, [['tags']]),
      hidden: Type.Object({ tags: Type.Array(Type.String()) }),
    },
    /selected by tags, which is an array, an object or bytes/,
  ],
  [
    'rows that belong to others by what is no filter',
    { ...tableOf({ id: int64, petId: int64 }), belongsTo: { pets: 'petId' } },
    /belongs to rows by petId/,
  ],
  [
    'a reference that each row has',
    { ...tableOf({ id: int64, petId: int64 }, [['petId']]), refersTo: { pets: 'petId' } },
    /cannot clear petId/,
  ],
  [
    'totals of rows that belong to others',
    { ...tableOf({ id: int64, name: Type.String() }), belongsTo: { pets: 'id' }, totals: 'name' },
    /has totals/,
  ],
  ['a filter that is no field', tableOf({ id: int64 }, [['color']]), /selected by color/],
] as const) {
  test(`a table with ${what} is refused`, () => {
    assert.throws(() => fieldsOf(table), message)
  })
}
