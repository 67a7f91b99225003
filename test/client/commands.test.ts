import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp, temporaryFolder, type TestApp } from '../helpers/app.ts'
import { runHere } from '../helpers/command.ts'
import { type Finished, runCommand, startService } from '../helpers/service.ts'
import { addPet } from '../helpers/storage.ts'
import { tableOf } from '../helpers/pet-fields.ts'

/** Runs a command in this process, on a terminal or not. */
const run = async (
  { baseUrl, key }: Pick<TestApp, 'baseUrl' | 'key'>,
  isTerminal: boolean,
  ...args: readonly string[]
): Promise<Finished> =>
  await runHere(
    ['pets', ...args],
    { PETSTORE_API_KEY: key, PETSTORE_BASE_URL: baseUrl },
    { isTerminal: { out: isTerminal, error: isTerminal } },
  )

test('animals are added, shown and listed: a table on a terminal, JSON elsewhere', async (t) => {
  const app = await startApp(t)
  const category = '9223372036854775807'
  const rex = ['add', '--name', 'Rex', '--category-id', category, '--status', 'sold']
  const added = await run(app, false, ...rex, '--idempotency-key', 'rex')
  const json = `{"id":1,"name":"Rex","categoryId":${category},"status":"sold"}\n`
  assert.deepEqual(added, { status: 0, out: json, error: '' })
  assert.equal((await run(app, false, ...rex, '--idempotency-key', 'rex')).out, json)
  await run(app, false, 'add', '--name', 'Tom', '--category-id', '-2')

  const shown = await run(app, true, 'list')
  assert.equal(
    tableOf(shown.out),
    `ID CATEGORY STATUS NAME\n1 ${category} sold Rex\n2 -2 available Tom\n`,
  )
  assert.equal((await run(app, true, 'list', '--json', '--status', 'sold')).out, json)

  const got = await run(app, false, 'get', '1')
  assert.equal(got.out, json)
  assert.match(got.error, /^GET \/pets\/\{petId\} is deprecated/)
})

test('a long list shows its progress, and ends at the requested number', async (t) => {
  const app = await startApp(t)
  for (let n = 0; n < 230; n += 1) {
    await addPet(app.storage, { name: `Pet ${n}`, categoryId: 1n, status: 'available' })
  }
  const all = await run(app, true, 'list')
  assert.equal(all.out.split('\n').length, 232)
  assert.match(all.error, /Listing 100 animals/)
  const some = await run(app, false, 'list', '--limit', '120')
  assert.equal(some.out.split('\n').length, 121)
  assert.match(some.out, /"id":120,[^\n]*\n$/)
})

test('what goes wrong is a sentence and an exit status', async (t) => {
  const app = await startApp(t)
  const noPet = await run(app, false, 'get', '7')
  assert.equal(noPet.status, 1)
  assert.match(
    noPet.error,
    /There is no animal with the id 7\. \(pet_not_found, request [\w-]+\)\n$/,
  )
  const unknownKey = await run({ ...app, key: 'pets_test_wrong' }, false, 'list')
  assert.equal(unknownKey.status, 1)
  assert.match(unknownKey.error, /\(invalid_api_key, request/)
  for (const [wrong, args] of [
    [{ ...app, key: '' }, ['list']],
    [{ ...app, baseUrl: 'nowhere' }, ['list']],
    [app, ['get', 'x']],
    [app, ['list', '--limit', '0']],
    [app, ['add', '--name', 'Rex']],
    [app, ['add', '--name', 'Rex', '--category-id', '1', '--idempotency-key', 'ä']],
  ] as const) {
    const { status, error } = await run(wrong, false, ...args)
    assert.equal(status, 2, args.join(' '))
    assert.notEqual(error, '')
  }
})

test('the command reaches a running service as a process of its own', async (t) => {
  const service = await startService(t, temporaryFolder(t))
  const env = { PETSTORE_API_KEY: await service.addKey('staging') }
  const listed = await runCommand(
    ['pets', 'list', '--base-url', service.baseUrl('staging'), '--status', 'sold'],
    env,
  )
  assert.equal(listed.status, 0)
  assert.match(listed.out, /^(?:\{"id":\d+,.*"status":"sold"\}\n)+$/)
})
