import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { fieldsOf, hiddenFieldsOf, idFieldOf, searchedFieldsOf } from '../../src/base/data/table.ts'
import { contents } from '../../src/resources/index.ts'
import { Pet } from '../../src/resources/pets/pet.ts'
import { pets } from '../../src/resources/pets/table.ts'

for (const [what, field] of [
  ['a kind of field that no store keeps', Type.Null()],
  ['a number that is a double', Type.Number()],
  ['a text of a format', Type.String({ format: 'uuid' })],
] as const) {
  test(`a table with ${what} is refused`, () => {
    const schema = Type.Object({ ...Pet.properties, field })
    assert.throws(() => fieldsOf({ ...pets, schema }), /pets\.field/)
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
