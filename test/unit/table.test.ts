import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import {
  fieldsOf,
  hiddenFieldsOf,
  idFieldOf,
  searchedFieldsOf,
  type Table,
} from '../../src/base/data/table.ts'
import { contents } from '../../src/resources/index.ts'
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
  ['a text of a format', tableOf({ id: int64, at: Type.String({ format: 'uuid' }) }), /things\.at/],
] as const) {
  test(`a table with ${what} is refused`, () => {
    assert.throws(() => fieldsOf(table), message)
  })
}

test('a store can keep the tables of the resources, and knows what selects their rows', () => {
  const all = new Map(contents.tables.map((table) => [table.name, table]))
  assert.equal(all.size, contents.tables.length)
  assert.equal(new Set(contents.rules.map(({ kind }) => kind)).size, contents.rules.length)
  for (const table of contents.tables) {
    const { name, filters, due, totals, sums, prefixes = [] } = table
    const { belongsTo = {}, refersTo = {}, events } = table
    const [shown, hidden] = [fieldsOf(table), hiddenFieldsOf(table)]
    const fields = new Map([...shown, ...hidden].map((field) => [field.name, field]))
    assert.equal(fields.size, shown.length + hidden.length, `${name} shows what it hides`)
    assert.ok(!shown.some(({ kind }) => kind === 'bytes'), `${name} shows bytes`)
    // The JSON of a row begins with the first field.
    assert.equal(shown[0]?.isOptional, false, name)
    const id = { name: idFieldOf(table), kind: 'int64', isOptional: false }
    assert.deepEqual(fields.get(id.name), id, name)
    const ofDue = due === undefined ? [] : [due.field, ...Object.keys(due.where), due.of ?? id.name]
    const topics = Object.values(events?.topics ?? {})
    const selected = [...filters.flat(), ...ofDue, totals ?? id.name, ...prefixes, ...topics]
    for (const field of [...selected, ...Object.values(belongsTo)])
      assert.match(
        fields.get(field)?.kind ?? 'none',
        /^(?:int64|int32|string)$/,
        `${name}.${field}`,
      )
    for (const field of searchedFieldsOf(table))
      assert.match(fields.get(field)?.kind ?? 'none', /^(?:string|json)$/)
    for (const field of prefixes) assert.equal(fields.get(field)?.isOptional, false)
    const begins = (field: string) => filters.some(([first]) => first === field)
    for (const [parent, field] of Object.entries(belongsTo)) {
      assert.ok(field === id.name || begins(field), `${name} by ${field}`)
      const owner = all.get(parent)
      const isLasting = owner?.id === 'assigned' || owner?.belongsTo !== undefined
      // Else an id might come back, with a version that its row had.
      assert.ok(table.id === 'assigned' || (isLasting && field === id.name), name)
    }
    for (const field of Object.values(refersTo))
      assert.ok(begins(field) && fields.get(field)?.isOptional, `${name} clears ${field}`)
    // Rows of others are removed without their knowing.
    assert.ok(table.belongsTo === undefined || (totals ?? sums) === undefined, name)
  }
})
