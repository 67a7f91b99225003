import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  columnsByOrder,
  columnsOfHeadings,
  csvOf,
  letterOf,
  readCells,
  textOfFile,
} from '../../console/src/add-many/read-cells.ts'
import { fieldNames, ofFields, textFields } from '../../console/src/model/fields.ts'
import { batchesOf, equalRows, judge, type Row, rowsOf } from '../../console/src/add-many/rows.ts'

const named = [{ id: 3n, name: 'Dogs' }]

test('cells are read from a paste and from CSV with commas, semicolons or tabs', () => {
  const expected = [
    ['Rex', 'Dogs'],
    ['Bella, the "great"', '7'],
  ]
  for (const text of [
    'Rex\tDogs\n"Bella, the ""great"""\t7\n',
    '\uFEFFRex,Dogs\r\n"Bella, the ""great""",7\r\n\r\n',
    'Rex;Dogs\r\n"Bella, the ""great""";7',
  ]) {
    assert.deepEqual(readCells(text), expected, text)
  }
  assert.deepEqual(readCells('"two\nlines",1'), [['two\nlines', '1']])
  assert.deepEqual(readCells('Rex'), [['Rex']])
  assert.deepEqual(readCells(' \n\n'), [])
  assert.deepEqual(readCells(csvOf(expected)), expected)
})

test('a file is UTF-8, or what spreadsheet programs of Windows write', () => {
  assert.equal(textOfFile(new TextEncoder().encode('Zoë').buffer), 'Zoë')
  assert.equal(textOfFile(Uint8Array.of(0x5a, 0x6f, 0xeb).buffer), 'Zoë')
})

test('columns are found by their headings, else by their order', () => {
  const places = { name: 1, categoryId: 2, status: 0 }
  const others = textFields.map((field, at) => [field, at + 3])
  assert.deepEqual(columnsOfHeadings(['Status', 'NAME', 'Category ID', ...textFields]), {
    ...places,
    ...Object.fromEntries(others),
  })
  assert.equal(columnsOfHeadings(['Rex', 'Dogs']), undefined)
  assert.deepEqual(columnsByOrder([['Rex', 'Dogs']]), {
    ...ofFields(() => -1),
    name: 0,
    categoryId: 1,
  })
  assert.deepEqual([0, 25, 26, 51, 52].map(letterOf), ['A', 'Z', 'AA', 'AZ', 'BA'])
})

const rowOf = (given: Partial<Row>): Row => ({
  ...ofFields(() => ''),
  number: 1,
  name: 'Rex',
  categoryId: 'dogs',
  ...given,
})

test('each fault is told in its field, and a good row is what the service takes', () => {
  const petOf = (given: Partial<Row>) => judge(rowOf(given), named).pet
  assert.deepEqual(petOf({ status: 'on hold' }), {
    name: 'Rex',
    categoryId: 3n,
    status: 'pending',
  })
  const largest = 9_223_372_036_854_775_807n
  assert.equal(petOf({ categoryId: String(largest) })?.categoryId, largest)
  const faults = (given: Partial<Row>): readonly string[] => {
    const { faults: found, pet } = judge(rowOf(given), named)
    const kinds = fieldNames.filter((kind) => found[kind] !== undefined)
    assert.equal(pet === undefined, kinds.length > 0)
    return kinds
  }
  assert.deepEqual(faults({}), [])
  assert.deepEqual(faults({ name: ' ' }), ['name'])
  assert.deepEqual(faults({ name: 'a\nb' }), ['name'])
  assert.deepEqual(faults({ categoryId: '' }), ['categoryId'])
  assert.deepEqual(faults({ name: 'x'.repeat(201), categoryId: 'Cats', status: 'gone' }), [
    'name',
    'categoryId',
    'status',
  ])
})

test('rows keep the numbers of the spreadsheet, and equal ones are found', () => {
  const cells = [['Name'], ['Rex'], ['Tom'], ['rex']]
  const rows = rowsOf(cells, { ...ofFields(() => -1), name: 0 }, true, '3')
  assert.deepEqual(
    rows.map(({ number, name, categoryId }) => [number, name, categoryId]),
    [
      [2, 'Rex', '3'],
      [3, 'Tom', '3'],
      [4, 'rex', '3'],
    ],
  )
  assert.deepEqual(
    equalRows(rows).map(({ row, first }) => [row.number, first]),
    [[4, 2]],
  )
})

test('requests have at most a hundred animals and fewer bytes than the service takes', () => {
  const pets = (count: number, name: string) =>
    Array.from({ length: count }, () => ({ name, categoryId: 3n }))
  assert.deepEqual(
    batchesOf(pets(250, 'Rex')).map(({ length }) => length),
    [100, 100, 50],
  )
  const long = batchesOf(pets(250, '\u{1F415}'.repeat(200)))
  assert.equal(long.flat().length, 250)
  for (const batch of long) {
    const bytes = Buffer.byteLength(
      JSON.stringify(batch, (_, value) => (typeof value === 'bigint' ? String(value) : value)),
    )
    assert.ok(bytes < 64 * 1_024, `${bytes} bytes`)
  }
  assert.deepEqual(batchesOf([]), [])
})

test('what was left out calculates nothing in a spreadsheet program, and comes back as it was', () => {
  const texts = ['=1+1', '+49 30 1', '-Rex', '@here', '-5', "O'Malley", '=HYPERLINK("x"), y']
  const csv = csvOf([['Name'], ...texts.map((text) => [text])])
  const lines = csv.split('\r\n').slice(1)
  assert.deepEqual(
    lines.filter((line) => /^"?[=+@-]/.test(line)),
    ['-5'],
  )
  const rows = rowsOf(readCells(csv), { ...ofFields(() => -1), name: 0 }, true, '3')
  assert.deepEqual(
    rows.map(({ name }) => name),
    texts,
  )
})
