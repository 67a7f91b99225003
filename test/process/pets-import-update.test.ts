import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { maxChanges } from '../../src/store/apply.ts'
import { startApp, temporaryFolder } from '../helpers/app.ts'
import { linesOf } from '../helpers/command.ts'
import { petFiles } from '../helpers/pet-files.ts'

const animals = [
  { name: 'Rex', categoryId: 3, status: 'available' },
  { name: 'Tom', categoryId: 4, status: 'sold' },
  { name: 'Kit', categoryId: 4, status: 'available' },
]

/** A running service with three animals, and the import of a text into its store. */
const setUp = async (t: TestContext) => {
  const dataDir = temporaryFolder(t)
  const app = await startApp(t, { dataDir })
  for (const body of animals) {
    assert.equal((await app.call('/pets', { method: 'POST', body })).status, 201)
  }
  const { importText, refused: refuse } = petFiles(t, dataDir)
  const update = async (name: string, text: string, ...options: readonly string[]) =>
    await importText(name, text, '--update', ...options)
  const refused = async (text: string, says: readonly RegExp[], ...options: readonly string[]) =>
    await refuse(text.startsWith('{') ? 'a.ndjson' : 'a.csv', text, says, '--update', ...options)
  const listed = async (): Promise<string> => (await app.call('/pets')).text
  return { app, dataDir, update, refused, listed, before: await listed() }
}

for (const [ending, text] of [
  ['csv', 'id,status,categoryId,name\n2,available,,\n1,,9223372036854775807,"Max, the 1st"\n'],
  ['csv', '\uFEFFid;name;status\r\n2;;available\r\n1;Max, the 1st;\r\n'],
  ['ndjson', '{"id":2,"status":"available"}\n{"id":1,"name":"Max, the 1st"}\n'],
] as const) {
  test(`a file changes the animals that it names, and nothing that it leaves out: ${JSON.stringify(text.slice(0, 12))}`, async (t) => {
    const { update, listed } = await setUp(t)
    const { status, out, error } = await update(`a.${ending}`, text)
    assert.deepEqual([status, out, error], [0, 'Updated 2 animals of staging.\n', ''])
    assert.equal(
      await listed(),
      `[{"id":1,"name":"Max, the 1st","categoryId":${text.includes('categoryId') ? '9223372036854775807' : 3},"status":"available"},` +
        '{"id":2,"name":"Tom","categoryId":4,"status":"available"},' +
        '{"id":3,"name":"Kit","categoryId":4,"status":"available"}]',
    )
    assert.equal(
      (await update(`a.${ending}`, text, '--json')).out,
      '{"environment":"staging","read":2,"invalid":0,"updated":2,"rejects":null}\n',
    )
  })
}

test('one animal that refuses stops the whole update, and each is named by its line', async (t) => {
  const { app, dataDir, refused, listed } = await setUp(t)
  await app.call('/store/orders', { method: 'POST', body: { petId: 3 } })
  const before = await listed()
  const rejects = join(dataDir, 'rejects.ndjson')
  const text = 'id,name,status\n1,Max,\n2,,pending\n404,Nobody,\n3,,available\n3,Kitty,\n'
  await refused(text, [/^line 6: id 3 is already on line 5\./m])
  const says = [
    /^line 3: The animal 2 is sold, which cannot become pending\. Set it to available/m,
    /^line 4: There is no animal with the id 404\./m,
    /^line 5: The animal 3 has the order 1/m,
    /Nothing was changed: 3 of 4 lines are faulty; see /,
  ]
  await refused(text.replace('3,Kitty,\n', ''), says, '--rejects', rejects)
  assert.equal(await listed(), before)
  assert.deepEqual(
    linesOf(readFileSync(rejects, 'utf8')).map(({ line, record }) => [line, record]),
    [
      [3, '2,,pending'],
      [4, '404,Nobody,'],
      [5, '3,,available'],
    ],
  )
})

test('a line that is no change of an animal is named, and nothing is changed', async (t) => {
  const { refused, listed, before } = await setUp(t)
  const text = [
    '{"id":1,"name":"Max"}',
    '{"name":"Max"}',
    '{"id":2,"status":null}',
    '{"id":3,"colour":"red"}',
    '{"id":1.5}',
  ].join('\n')
  await refused(text, [
    /^line 2: id is required/m,
    /^line 3: status must be /m,
    /^line 4: colour is not a field/m,
    /^line 5: id must be /m,
    /Nothing was changed: 4 of 5 lines/,
  ])
  await refused('name\nMax\n', [/Line 1: the header lacks id\. Nothing was changed/])
  assert.equal(await listed(), before)
})

test('an update is bounded, can be tried, and goes without what only adds', async (t) => {
  const { update, refused, listed, before } = await setUp(t)
  const tried = await update('a.csv', 'id,name\n1,Max\n', '--dry-run')
  assert.match(tried.out, /^The 1 line is well-formed/)
  const many = Array.from({ length: maxChanges + 1 }, (_, n) => `${n + 1},Max\n`).join('')
  await refused(`id,name\n${many}`, [/takes 10000 animals at most\. Nothing was changed\./])
  for (const option of ['--ignore-ids', '--skip-invalid']) {
    assert.equal((await update('b.csv', 'id,name\n1,Max\n', option)).status, 2)
  }
  assert.equal(await listed(), before)
})
