import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { maxChanges } from '../../src/store/apply.ts'
import { type Json, startApp, temporaryFolder } from '../helpers/app.ts'
import { petFiles } from '../helpers/pet-files.ts'
import { wholeProfile } from '../helpers/whole-rows.ts'

/** An empty store with a service, and the import of a text into it. */
const setUp = async (t: TestContext) => {
  const dataDir = temporaryFolder(t)
  const app = await startApp(t, { dataDir })
  /** The profile of an animal, without what the service assigns. */
  const profile = async (id: number): Promise<Readonly<Record<string, unknown>>> => {
    const { petId: _, photos: __, updatedAt: ___, ...rest } = await app.json(`/pets/${id}/profile`)
    return rest
  }
  const list = async (): Promise<string> => (await app.call('/pets')).text
  return { app, profile, list, ...petFiles(t, dataDir) }
}

test('a spreadsheet brings profiles along: fields, facts, and unknown columns on request', async (t) => {
  const { app, importText, refused, profile, list } = await setUp(t)
  const header =
    'name;categoryId;profile.breed;profile.chip;profile.facts.diet;"Cats, dogs";name tag'
  const text = `${header}\r\nTom;4;Shorthair;98514100012345a;hay;both;\r\nKit;4;;;;;"red, ""K"""\r\nRex;3;;;;;\r\n`
  await refused(
    'a.csv',
    text,
    /^Line 1: the header names "Cats, dogs", but takes name, .+ profile\.description\. With --facts, other columns become facts\. Nothing was imported\.$/m,
  )
  const tried = await importText('a.csv', text, '--facts', '--dry-run')
  assert.equal(tried.out, 'All 3 animals can be imported into staging.\n')
  assert.equal(await list(), '[]')
  const done = await importText('a.csv', text, '--facts')
  assert.equal(done.out, 'Imported 3 animals into staging, ids 1 to 3.\n', done.error)
  assert.deepEqual(await profile(1), {
    breed: 'Shorthair',
    chip: '98514100012345A',
    facts: { diet: 'hay', 'Cats, dogs': 'both' },
  })
  assert.deepEqual(await profile(2), { facts: { 'name tag': 'red, "K"' } })
  assert.deepEqual(await profile(3), {})
  const events: readonly Json[] = await app.json('/events')
  assert.deepEqual(
    events.map(({ type }) => type),
    ['pet.created', 'pet.created', 'pet.created', 'profile.updated', 'profile.updated'],
  )
})

test('each bad value is refused by its line and column, and nothing is imported', async (t) => {
  const { app, importText, refused, list } = await setUp(t)
  await app.call('/pets', { method: 'POST', body: { name: 'Old', categoryId: 1 } })
  await app.call('/pets/1/profile', { method: 'PATCH', body: { chip: 'ABC123' } })
  const before = await list()
  const names = 'name,categoryId,profile.sex,profile.born,profile.chip,profile.facts.diet'
  const lines = [
    'A,x,Female,17.05.2024,9.85E+14,',
    `B,1,,,,${'x'.repeat(501)}`,
    'C,1,,,c1,',
    'D,1,,,C1,',
    'E,1,,2024-02-30,,',
    'F,1,male,2024,abc123,',
  ]
  const text = [names, ...lines, ''].join('\n')
  const taken = [names, lines[2], lines[5]].join('\n')
  for (const options of [[], ['--dry-run']]) {
    await refused(
      'a.csv',
      text,
      [
        /^line 2: categoryId must be an integer .+; profile\.sex must be one of female, male, unknown, not "Female"; profile\.born must have the form of a day, .+; profile\.chip must have only letters and digits\.$/m,
        /^line 3: profile\.facts\.diet must be a string of 1 to 500 characters, not of 501\.$/m,
        /^line 5: profile\.chip C1 is already on line 4\.$/m,
        /^line 6: profile\.born must have the form of a day/m,
      ],
      ...options,
    )
    const says = [/^line 3: The animal 1 has the chip ABC123/m, /Nothing .* imported: 1 of 2 lines/]
    await refused('a.csv', taken, says, ...options)
  }
  const long = `profile.facts.${'x'.repeat(41)}`
  for (const [header, says] of [
    ['name,categoryId,profile.bred', /the header names "profile\.bred", but takes/],
    [`name,categoryId,${long}`, /Line 1: profile\.facts has a name that must be .+ 1 to 40/],
    ['name,categoryId,diet,profile.facts.diet', /names "profile\.facts\.diet" twice/],
    [
      Buffer.from('name,categoryId,Größe', 'latin1'),
      /cell 3 of the header is not UTF-8; save the file as CSV UTF-8\./,
    ],
  ] as const) {
    await refused('a.csv', header, says, '--facts')
  }
  assert.equal(await list(), before)

  const rejects = join(temporaryFolder(t), 'rejects.ndjson')
  const rest = await importText('a.csv', text, '--skip-invalid', '--rejects', rejects)
  assert.match(
    rest.out,
    /^Imported 1 animal into staging, ids 2 to 2\.\nLeft out 5 lines/,
    rest.error,
  )
  assert.equal(readFileSync(rejects, 'utf8').trimEnd().split('\n').length, 5)
})

const animals = [
  { name: 'Tom', categoryId: 4, status: 'sold', profile: wholeProfile },
  { name: 'Kit', categoryId: 4, status: 'available' },
  {
    name: 'Rex',
    categoryId: 3,
    status: 'available',
    profile: {
      description: 'Ä'.repeat(4_000),
      facts: Object.fromEntries(
        Array.from({ length: 50 }, (_, n) => [`n${n},"; ${'🐕'.repeat(30)}`, '🐕'.repeat(500)]),
      ),
    },
  },
  {
    name: 'Max',
    categoryId: 3,
    status: 'available',
    profile: { description: ' \r\n"=1",\r;\n ', facts: { id: '=1', ['__proto__']: 'x' } },
  },
]

for (const format of ['ndjson', 'csv']) {
  test(`what is exported with profiles makes the same profiles in an empty store: ${format}`, async (t) => {
    const { importText, exported, profile } = await setUp(t)
    const lines = animals.map((animal) => `${JSON.stringify(animal)}\n`).join('')
    const first = await importText('a.ndjson', lines)
    assert.equal(first.status, 0, first.error)
    const plain = await exported(format)
    const text = await exported(format, '--profiles')
    const other = await setUp(t)
    const second = await other.importText(`a.${format}`, text, '--ignore-ids')
    assert.equal(second.status, 0, second.error)
    for (const [at, animal] of animals.entries()) {
      assert.deepEqual(await profile(at + 1), animal.profile ?? {})
      assert.deepEqual(await other.profile(at + 1), animal.profile ?? {})
    }
    assert.equal(await other.exported(format, '--profiles'), text)
    assert.equal(await other.exported(format), plain)
    assert.ok(!plain.includes('profile'))
  })
}

test('an update changes animals and their profiles, all or none', async (t) => {
  const { importText, refused, exported, profile } = await setUp(t)
  const lines = animals.slice(0, 2).map((animal) => `${JSON.stringify(animal)}\n`)
  await importText('a.ndjson', lines.join(''))
  const csv = 'id,name,profile.location,profile.chip\n1,,Kennel 7,\n2,Kitty,,x1\n'
  assert.equal((await importText('b.csv', csv, '--update')).out, 'Updated 2 animals of staging.\n')
  assert.deepEqual(await profile(1), { ...wholeProfile, location: 'Kennel 7' })
  assert.deepEqual(await profile(2), { chip: 'X1' })
  const cleared = '{"id":1,"profile":{"location":null,"facts":{"diet":null,"fear":"noise"}}}\n'
  await importText('c.ndjson', cleared, '--update')
  const { location: _, ...left } = wholeProfile
  assert.deepEqual(await profile(1), { ...left, facts: { fear: 'noise' } })
  const before = await exported('ndjson', '--profiles')
  const bad = 'id,name,profile.chip\n1,Max,X1\n404,No,Y1\n'
  const says = [
    /^line 2: The animal 2 has the chip X1/m,
    /^line 3: There is no animal with the id 404\./m,
    /Nothing was changed: 2 of 2 lines/,
  ]
  await refused('d.csv', bad, says, '--update')
  assert.equal(await exported('ndjson', '--profiles'), before)
})

test('a file with profiles is bounded, wherever the first profile is', async (t) => {
  const { importText, refused, list } = await setUp(t)
  const plain = '{"name":"Rex","categoryId":3}\n'.repeat(maxChanges)
  const profiled = '{"name":"Rex","categoryId":3,"profile":{"breed":"Boxer"}}\n'
  const most = /A file with profiles takes 10000 animals at most; split it\. Nothing was imported\./
  for (const text of [plain + profiled, profiled + plain]) await refused('a.ndjson', text, most)
  const updates = Array.from(
    { length: maxChanges / 2 + 1 },
    (_, n) => `{"id":${n + 1},"name":"A","profile":{"breed":"Boxer"}}\n`,
  )
  const two = /takes 10000 changes at most, and an animal and its profile are two\. Nothing/
  await refused('b.ndjson', updates.join(''), two, '--update')
  const facts = await importText('c.ndjson', plain, '--facts')
  assert.deepEqual([facts.status, await list()], [2, '[]'])
})
