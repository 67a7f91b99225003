import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { petFiles } from '../helpers/pet-files.ts'

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
