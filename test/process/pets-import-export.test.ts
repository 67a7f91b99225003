import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { Pet } from '../../src/resources/pets/pet.ts'
import { temporaryFolder } from '../helpers/app.ts'
import { commandsIn, linesOf } from '../helpers/command.ts'
import { petFiles } from '../helpers/pet-files.ts'

const animals = [
  '{"name":"Zoë, \\"the\\" 1st","categoryId":9223372036854775807,"status":"sold"}',
  '{"name":" =1+1 ","categoryId":-9223372036854775808,"status":"pending"}',
  '{"name":"🐕","categoryId":1e2}',
].join('\n')

// That each field comes and goes exactly is in test/client/every-field.test.ts.
test('an import says what it did, leaves ids out on request, and comes from a stream as from a file, where an export may go too', async (t) => {
  const { dataDir, run, importText, refused, exported } = petFiles(t)
  const source = `\uFEFF${animals.replaceAll('\n', '\r\n\r\n')}`
  const imported = await importText('a.ndjson', source, '--json')
  assert.equal(imported.status, 0, imported.error)
  const { longestHoldMs, ...facts } = JSON.parse(imported.out)
  assert.ok(longestHoldMs >= 0)
  assert.deepEqual(facts, {
    environment: 'staging',
    read: 3,
    invalid: 0,
    imported: 3,
    firstId: 1,
    lastId: 3,
    rejects: null,
  })
  const csv = await exported('csv')
  const { out, error } = await run('pets export - --format ndjson')
  assert.match(error, /Exported 3 animals/)

  await refused('b.csv', csv, /Line 1: id is assigned by the service; --ignore-ids/)
  const fromCsv = await importText('b.csv', csv, '--ignore-ids')
  assert.match(fromCsv.out, /Imported 3 animals into staging, ids 4 to 6\./)
  const fromStream = commandsIn(dataDir, { input: Readable.from([Buffer.from(out)]) })
  assert.match(await fromStream.done('pets import - --format ndjson --ignore-ids'), /ids 7 to 9/)
  const withoutIds = (text: string): string => text.replaceAll(/"id":\d+,/g, '')
  assert.equal(withoutIds(await exported('ndjson')), withoutIds(out).repeat(3))
})

test('one invalid line stops the whole import, and each of the first is reported by line and field', async (t) => {
  const { importText, refused, exported } = petFiles(t)
  await importText('a.ndjson', '{"name":"First","categoryId":1}')
  const input = [
    '{"name":"Rex","categoryId":1}',
    '{"name":"","categoryId":"1"}',
    '{"id":7,"name":"Rex","categoryId":1}',
    '[1]',
    'Rex',
    `{"name":"${'x'.repeat(270_000)}","categoryId":1}`,
    '{"name":"Rex","categoryId":1.5,"colour":"red"}',
  ].join('\n')
  await refused('b.ndjson', input, [
    /^line 2: name must be a string of 1 to 200 .*; categoryId must be an integer/m,
    /^line 3: id is assigned by the service/m,
    /^line 4: The line is an array/m,
    /^line 5: The line is not JSON/m,
    /^line 6: The line is longer than 262144 bytes/m,
    /^line 7: categoryId .* not 1\.5; colour is not a field of a NewPet/m,
    /Nothing was imported: 6 of 7 lines/,
  ])
  const { out } = await importText('b.ndjson', input, '--json')
  assert.equal(JSON.parse(out).imported, 0)
  const many = await importText('c.ndjson', '{}\n'.repeat(1_000))
  assert.equal(many.error.match(/^line /gm)?.length, 20)
  assert.match(many.error, /… and 980 more lines\./)
  const columns = Object.keys(Pet.properties)
  const missing = ','.repeat(columns.length - 4)
  assert.equal(await exported('csv'), `${columns.join()}\r\n1,First,1,available${missing}\r\n`)
})

test('invalid lines are left out on request, and lie in the rejects file as they were', async (t) => {
  const { dataDir, fails, importText } = petFiles(t)
  const rows = [
    'status,categoryId,name',
    ',1,Rex',
    'sold,2,"Bella, the ""second"""',
    'lost,3,Luna',
    'sold,4',
    'sold,,Milo',
    '"sold",5,"two\nlines"',
    'available,6,Cl\xe9o',
    'available,7,Pip',
  ].join('\r\n')
  const importRows = async (...options: readonly string[]) =>
    await importText('a.csv', Buffer.from(rows, 'latin1'), ...options)
  const stream = 'pets import - --format csv'
  await fails(`${stream} --skip-invalid`, /--skip-invalid needs --rejects/, 2)
  await fails(`${stream} --rejects -`, /takes the name of a new file, not - for standard/, 2)

  const rejects = join(dataDir, 'rejects.ndjson')
  const { status, out } = await importRows('--skip-invalid', '--rejects', rejects)
  assert.equal(status, 0)
  assert.match(out, /Imported 3 animals .*, ids 1 to 3/)
  assert.match(out, /Left out 5 lines/)
  const left = linesOf(readFileSync(rejects, 'utf8'))
  assert.deepEqual(
    left.map(({ line, faults, record }) => [line, faults[0].field, record]),
    [
      [4, 'status', 'lost,3,Luna'],
      [5, undefined, 'sold,4'],
      [6, 'categoryId', 'sold,,Milo'],
      [7, 'name', '"sold",5,"two\nlines"'],
      [9, 'name', 'available,6,Cl\uFFFDo'],
    ],
  )
  assert.equal(left[4].faults[0].problem, 'is not UTF-8; save the file as CSV UTF-8')
  const again = await importRows('--skip-invalid', '--rejects', rejects)
  assert.equal(again.status, 1)
  assert.match(again.error, /already exists/)
})

test('where no store is, a dry run reports what an import would, an export fails, also for a file whose format nobody knows, and neither makes a file', async (t) => {
  const folder = temporaryFolder(t)
  const given = (text: string) =>
    commandsIn(join(folder, 'data'), { input: Readable.from([Buffer.from(text)]) })
  const dryRun = 'pets import - --format ndjson --dry-run'
  assert.match(await given(animals).done(dryRun), /All 3 animals can be imported/)
  await given('{}').fails(dryRun, /line 1: name is required; categoryId is required/)
  await given('').fails(`pets export ${folder}/a.ndjson`, /^There is no data of staging yet/)
  await given('').fails(`pets export ${folder}/animals.txt`, /does not tell a format/, 2)
  assert.deepEqual(readdirSync(folder), [])
})

test('the header alone decides what stands between the cells, and a file may have no animal', async (t) => {
  const { importText, exported } = petFiles(t)
  assert.match((await importText('a.csv', 'name,categoryId\r\n')).out, /Imported 0 animals/)
  await importText('a.csv', 'name,categoryId\nRex; or Max; or Tom,3\n')
  assert.match(await exported('ndjson'), /^\{"id":1,"name":"Rex; or Max; or Tom","categoryId":3/)
})

const utf16 = Buffer.from('\uFEFFname;categoryId\r\nRex;3\r\n', 'utf16le')

test('a file that is no table of animals gets a plain sentence, and nothing is imported', async (t) => {
  const { dataDir, refused, exported } = petFiles(t)
  const rejects = join(dataDir, 'rejects')
  for (const [text, says] of [
    ['name\tcategoryId\nRex\t3\n', /has tabs between its cells; save it with commas or/],
    [utf16, /Line 1: The file is UTF-16; save it as CSV UTF-8\./],
    ['PK\x03\x04\n', /own file; save it as CSV UTF-8\./],
    ['name;categoryId,status\nRex;3,sold', /names "name;categoryId"/],
    ['name\nRex\n', /Line 1: the header lacks categoryId\./],
    ['', /Line 1: the header line, which names the fields \(name, .+\), is missing/],
    ['\r\n \n;;\n', /Line 1: the header line, .+ is missing\. Nothing was imported/],
    ['sep=;\nname;categoryId\nRex;3\n', /"sep=;" .+; delete it/],
    ['name,,categoryId\nRex,,3\n', /cell 2 of the header is empty, but must/],
    ['name,colour\nRex,red', /Line 1: .*"colour"/],
    ['name,name\nRex,Rex', /Line 1: .* name twice/],
    ['name,categoryId\nBella "B",2', /Line 2: a quote is inside a cell/],
    ['name,categoryId\nRex,1\n"Bella,2\nMax,3\nMo,4', /Line 3: the quote of a cell is never/],
    [
      `name,categoryId\n${'"R\r\nx",1\n'.repeat(40)}"Bella,2\n"Max",3`,
      /Line 82: something follows the closing quote of a cell/,
    ],
  ] as const) {
    const skipping = ['--skip-invalid', '--rejects', rejects]
    for (const options of [[], skipping])
      await refused('a.csv', text, [says, /Nothing was imported/], ...options)
    assert.ok(!existsSync(rejects))
  }
  await refused('a.csv', 'name,categoryId\nRex,3,sold\nRex\n', [
    /^line 2: The line has 3 cells, but the/m,
    /^line 3: The line has 1 cell, but the header has 2/m,
  ])
  assert.equal(await exported('ndjson'), '')
})
