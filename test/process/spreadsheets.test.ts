import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { makeStore, temporaryFolder } from '../helpers/app.ts'
import { runHere } from '../helpers/command.ts'
import type { Finished } from '../helpers/service.ts'

/** Imports a CSV file into a new store. */
const importing = async (t: TestContext, bytes: Buffer | string) => {
  const folder = temporaryFolder(t)
  makeStore(folder, 'production')
  const file = join(folder, 'animals.csv')
  writeFileSync(file, bytes)
  const run = async (...args: readonly string[]): Promise<Finished> =>
    await runHere(['pets', ...args, '--environment', 'production'], { PETSTORE_DATA_DIR: folder })
  const finished = await run('import', file)
  const exported = join(folder, 'exported.ndjson')
  await run('export', exported)
  return { ...finished, exported: readFileSync(exported, 'utf8') }
}

const pets = [
  '{"id":1,"name":"Zoë; \\"the 1st\\", of Köln","categoryId":9223372036854775807,"status":"sold"}\n',
  '{"id":2,"name":"Rex","categoryId":-3,"status":"available"}\n',
].join('')

for (const [name, text] of [
  [
    'semicolons, a byte order mark and CRLF',
    '\uFEFFname;categoryId;status\r\n"Zoë; ""the 1st"", of Köln";9223372036854775807;sold\r\nRex;-3;\r\n',
  ],
  [
    'semicolons and quoted headings, after blank lines',
    '\n \n"status";"name";"categoryId"\nsold;"Zoë; ""the 1st"", of Köln";9223372036854775807\n;Rex;-3\n',
  ],
  [
    'semicolons, and empty rows below the last',
    'name;categoryId;status\r\n"Zoë; ""the 1st"", of Köln";"9223372036854775807";sold\r\nRex;-3;\r\n;;\r\n;;\r\n',
  ],
  [
    'commas and a byte order mark',
    '\uFEFFname,categoryId,status\n"Zoë; ""the 1st"", of Köln",9223372036854775807,sold\nRex,-3,',
  ],
] as const) {
  test(`a spreadsheet with ${name} is imported exactly`, async (t) => {
    const { status, error, exported } = await importing(t, text)
    assert.equal(status, 0, error)
    assert.equal(exported, pets)
  })
}

test('the header line alone decides: a semicolon in a name does not', async (t) => {
  const { exported } = await importing(t, 'name,categoryId\nRex; or Max; or Tom,3\n')
  assert.equal(
    exported,
    '{"id":1,"name":"Rex; or Max; or Tom","categoryId":3,"status":"available"}\n',
  )
})

const utf16 = Buffer.from('\uFEFFname;categoryId\r\nRex;3\r\n', 'utf16le')

for (const [name, bytes, says] of [
  ['with tabs', 'name\tcategoryId\nRex\t3\n', /has tabs between its cells; save it with commas or/],
  ['in UTF-16', utf16, /Line 1: The file is UTF-16; save it as CSV UTF-8\./],
  ["of a spreadsheet program's own", 'PK\x03\x04\n', /own file; save it as CSV UTF-8\./],
  ['with both in its header', 'name;categoryId,status\nRex;3,sold', /names "name;categoryId"/],
  ['with neither', 'name\nRex\n', /Line 1: the header lacks categoryId\./],
  ['that is empty', '', /Line 1: the header line, which names the fields \(name, .+\), is missing/],
  [
    'of blank lines',
    '\r\n \n;;\n',
    /Line 1: the header line, .+ is missing\. Nothing was imported/,
  ],
  ['with a line for a spreadsheet', 'sep=;\nname;categoryId\nRex;3\n', /"sep=;" .+; delete it/],
  [
    'with an unnamed column',
    'name,,categoryId\nRex,,3\n',
    /cell 2 of the header is empty, but must/,
  ],
  [
    'with a cell too many',
    'name,categoryId\nRex,3,sold\n',
    /^line 2: The line has 3 cells, but the/m,
  ],
  [
    'with a cell too few',
    'name,categoryId\nRex\n',
    /^line 2: The line has 1 cell, but the header has 2/m,
  ],
] as const) {
  test(`a spreadsheet ${name} gets a plain sentence`, async (t) => {
    const { error, out, exported } = await importing(t, bytes)
    assert.match(error + out, says)
    assert.equal(exported, '')
  })
}

test('a spreadsheet with its header alone has no animals', async (t) => {
  const { status, out } = await importing(t, 'name,categoryId\r\n')
  assert.equal(status, 0)
  assert.match(out, /Imported 0 animals/)
})
