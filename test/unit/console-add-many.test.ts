import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type ColumnName,
  columnNames,
  columnsOfHeadings,
  ofColumns,
} from '../../console/src/add-many/columns.ts'
import { isAmbiguous, orderIn, readDate } from '../../console/src/add-many/dates.ts'
import { csvOf } from '../../console/src/core/csv.ts'
import {
  columnsByOrder,
  letterOf,
  readCells,
  textOfFile,
} from '../../console/src/add-many/read-cells.ts'
import { batchesOf, judge, judgeAll, type Row, rowsOf } from '../../console/src/add-many/rows.ts'

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

/** Headings of four languages, and what programs for shelters write, by what they mean. */
const headings: Readonly<Partial<Record<ColumnName, string>>> = {
  name: 'NAME|Animal name|Tiername|Nom|Nombre',
  categoryId: 'Category ID|Type|Kategorie|Catégorie|Categoría',
  status: 'Status|Statut|Estado',
  species: 'Species|Tierart|Espèce|Especie|profile.species',
  breed: 'Breed|Primary breed|Rasse|Race|Raza|profile.breed',
  sex: 'Sex|Gender|Geschlecht|Sexe|Sexo',
  born: 'Born|Date of birth|DOB|Birthdate|Geburtsdatum|Geb.|Date de naissance|Né(e) le|Fecha de nacimiento',
  colour: 'Colour|color|Farbe|Couleur|Pelaje',
  size: 'Size|Größe|Taille|Tamaño',
  chip: 'Chip|Microchip|Microchip number|Chip-Nr.|Transponder|N° de puce|Número de chip',
  arrivedOn:
    'Arrived|arrivedOn|Intake date|Date in|Aufnahmedatum|Eingangsdatum|Arrivée|Date d’entrée|Fecha de ingreso|Llegada',
  location: 'Location|Kennel|Zwinger|Emplacement|Ubicación',
  description: 'Description|Notes|Beschreibung|Bemerkungen|Remarques|Observaciones',
}

test('columns are found by their headings in four languages, else by their order', () => {
  for (const name of columnNames)
    for (const heading of headings[name]?.split('|') ?? [name]) {
      const cells = name === 'name' ? ['Weight', heading] : ['Name', 'Weight', heading]
      const found = columnsOfHeadings(cells)
      const known = columnNames.filter((each) => each !== 'categoryId' && (found?.[each] ?? -1) > 0)
      if (name === 'categoryId') assert.equal(found?.categoryId, 2, heading)
      else assert.deepEqual(known, [name], heading)
    }
  // Who has no column for the category sorts by the species, which is kept as well.
  assert.equal(columnsOfHeadings(['Name', 'Species'])?.categoryId, 1)
  assert.equal(columnsOfHeadings(['Rex', 'Dogs']), undefined)
  assert.deepEqual(columnsByOrder([['Rex', 'Dogs']]), {
    ...ofColumns(() => -1),
    name: 0,
    categoryId: 1,
  })
  assert.deepEqual([0, 25, 26, 51, 52].map(letterOf), ['A', 'Z', 'AA', 'AZ', 'BA'])
})

test('dates are read in the forms of spreadsheets, and never guessed', () => {
  const day = '2024-05-03'
  const spelled =
    '2024-05-03|2024/5/3|03.05.2024|3/5/24|3 May 2024|May 3rd, 2024|3. Mai 2024|' +
    '3 de mayo de 2024|03-May-24|3 mai 2024|2024-05-03 00:00:00'
  for (const text of spelled.split('|')) assert.equal(readDate(text, 'day'), day, text)
  assert.equal(readDate('5/3/2024', 'month'), day)
  assert.deepEqual(
    ['2024', '05/2024', 'mars 2024', '2024-5'].map((text) => readDate(text, 'day')),
    ['2024', '2024-05', '2024-03', '2024-05'],
  )
  const none = '31.02.2024|13/13/2024|about 2019|2 years|45123|24-05-03|3/5/99|jui 2024|'
  for (const text of none.split('|')) assert.equal(readDate(text, 'day'), undefined, text)
  assert.deepEqual(['3/5/2024', '3.5.2024', '4/4/2024', '25/5/2024'].filter(isAmbiguous), [
    '3/5/2024',
  ])
  assert.equal(orderIn(['3/5/2024', '25/5/2024', '']), 'day')
  assert.equal(orderIn(['3/5/2024', '5/25/2024']), 'month')
  assert.equal(orderIn(['3/5/2024', '5/25/2024', '25/5/2024']), undefined)
})

const rowOf = (given: Partial<Row>): Row => ({
  ...ofColumns(() => ''),
  number: 1,
  name: 'Rex',
  categoryId: 'dogs',
  ...given,
})

/** The columns with a fault. Without any, there is something to send. */
const faultsOf = (given: Partial<Row>): readonly string[] => {
  const { faults, arrival } = judge(rowOf(given), named)
  const names = columnNames.filter((name) => faults[name] !== undefined)
  assert.equal(arrival === undefined, names.length > 0)
  return names
}

test('each fault is told in its field, and a good row is what the service takes', () => {
  const petOf = (given: Partial<Row>) => judge(rowOf(given), named).arrival?.pet
  assert.deepEqual(petOf({ status: 'on hold' }), {
    name: 'Rex',
    categoryId: 3n,
    status: 'pending',
  })
  const largest = 9_223_372_036_854_775_807n
  assert.equal(petOf({ categoryId: String(largest) })?.categoryId, largest)
  assert.deepEqual(faultsOf({}), [])
  assert.deepEqual(faultsOf({ name: ' ' }), ['name'])
  assert.deepEqual(faultsOf({ name: 'a\nb' }), ['name'])
  assert.deepEqual(faultsOf({ categoryId: '' }), ['categoryId'])
  const all = { name: 'x'.repeat(201), categoryId: 'Cats', status: 'gone' }
  assert.deepEqual(faultsOf(all), ['name', 'categoryId', 'status'])
})

test('what is known of an animal is kept in the words of four languages, and a fault is told in its column', () => {
  const profileOf = (given: Partial<Row>) => judge(rowOf(given), named).arrival?.profile
  assert.equal(profileOf({}), undefined)
  for (const [name, text, kept] of [
    ['breed', 'Beagle', 'Beagle'],
    ['sex', 'weibl', 'female'],
    ['size', 'groß', 'large'],
    ['chip', '985 141 000 123 456', '985141000123456'],
    ['born', '25/12/2020', '2020-12-25'],
    ['arrivedOn', '1.11.2024', '2024-11-01'],
    ['description', 'Shy.\nKind.', 'Shy.\nKind.'],
    ['location', 'n/a', undefined],
  ] as const) {
    assert.equal(profileOf({ [name]: text })?.[name], kept, text)
  }
  const sexes = ['F', 'm', 'Mâle', 'hembra', 'weiblich', 'inconnu', 'W']
  assert.deepEqual(
    sexes.map((sex) => profileOf({ sex })?.['sex']),
    ['female', 'male', 'male', 'female', 'female', 'unknown', 'female'],
  )
  const wrong = {
    sex: 'neutered',
    born: '31.02.2024',
    arrivedOn: '2024',
    chip: '9.85141E+14',
    size: 'huge',
    breed: 'x'.repeat(101),
    description: 'x'.repeat(4_001),
  }
  for (const [name, text] of Object.entries(wrong))
    assert.deepEqual(faultsOf({ [name]: text }), [name])
  // Until somebody says what comes first, 3/5/2024 is no date.
  const [said, asked] = [{ born: 'month' } as const, {}].map((orders) =>
    judge(rowOf({ born: '3/5/2024' }), named, orders),
  )
  assert.equal(said?.arrival?.profile?.['born'], '2024-03-05')
  assert.match(asked?.faults.born ?? '', /the day or the month/)
  const twice = judgeAll(
    ['a1', 'A1', 'a2'].map((chip, at) => rowOf({ chip, number: at + 1 })),
    named,
    {},
  )
  assert.deepEqual(
    twice.map(({ faults: { chip } }) => chip),
    [undefined, 'Row 1 has this chip.', undefined],
  )
})

test('requests have at most a hundred animals and fewer bytes than the service takes', () => {
  const pets = (count: number, name: string) =>
    Array.from({ length: count }, () => ({ pet: { name, categoryId: 3n }, profile: undefined }))
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
  const rows = rowsOf(readCells(csv), { ...ofColumns(() => -1), name: 0 }, true, '3')
  assert.deepEqual(
    rows.map(({ name }) => name),
    texts,
  )
  assert.ok(rows.every(({ categoryId }) => categoryId === '3'))
})
