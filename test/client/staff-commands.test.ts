import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test, type TestContext } from 'node:test'
import { int64 } from '../../src/base/int64.ts'
import { startApp } from '../helpers/app.ts'
import { runHere } from '../helpers/command.ts'
import { tableOf } from '../helpers/pet-fields.ts'
import { addPet } from '../helpers/storage.ts'
import { commandsOf } from './commands.ts'

/** A store with three animals, and its commands. */
const setUp = async (t: TestContext) => {
  const app = await startApp(t)
  for (const [name, categoryId, status] of [
    ['Rex', 3n, 'available'],
    ['Tom', int64.minimum, 'available'],
    ['Kit', 3n, 'sold'],
  ] as const) {
    await addPet(app.storage, { name, categoryId, status })
  }
  return { app, ...commandsOf(app) }
}

test('an animal is changed at a terminal, and printed as the interface shows it', async (t) => {
  const { run, onTerminal } = await setUp(t)
  for (let n = 0; n < 2; n += 1) {
    const ina = ['--name', 'Ina', '--category', '7', '--idempotency-key', 'ina']
    const added = await run('pets', 'add', ...ina)
    assert.equal(added.out, '{"id":4,"name":"Ina","categoryId":7,"status":"available"}\n')
  }
  const sold = await run('pets', 'update', '1', '--status', 'sold', '--name', 'Max')
  assert.deepEqual(sold, {
    status: 0,
    out: '{"id":1,"name":"Max","categoryId":3,"status":"sold"}\n',
    error: '',
  })
  const largest = '9223372036854775807'
  const moved = await onTerminal('', 'pets', 'update', '1', '--category', largest)
  assert.equal(tableOf(moved.out), `ID CATEGORY STATUS NAME\n1 ${largest} sold Max\n`)
  const refused = await run('pets', 'update', '1', '--status', 'pending')
  assert.equal(refused.status, 1)
  assert.match(
    refused.error,
    /sold, which cannot become pending.*\(transition_not_allowed, request/,
  )
  const nothing = await run('pets', 'update', '1')
  assert.equal(nothing.status, 2)
  assert.match(nothing.error, /^Give at least one of --name, --category, --status[-, a-z]*\.\n$/)
  assert.match((await run('pets', 'update', '404', '--name', 'X')).error, /pet_not_found/)
})

test('several animals are changed alike by one command, all or none', async (t) => {
  const { run, onTerminal } = await setUp(t)
  const sold = await run('pets', 'update', '2,1', '--status', 'sold')
  assert.deepEqual(sold, {
    status: 0,
    out: '{"id":2,"name":"Tom","categoryId":-9223372036854775808,"status":"sold"}\n{"id":1,"name":"Rex","categoryId":3,"status":"sold"}\n',
    error: '',
  })
  const moved = await onTerminal('', 'pets', 'update', '1,3', '--category', '7')
  assert.equal(tableOf(moved.out), 'ID CATEGORY STATUS NAME\n1 7 sold Rex\n3 7 sold Kit\n')
  const refused = await run('pets', 'update', '1,404', '--name', 'X')
  assert.equal(refused.status, 1)
  assert.match(refused.error, /^None of the animals was changed: 404 does not exist\./)
  assert.match((await run('pets', 'list')).out, /"name":"Rex"/)
})

test('a manager makes, lists, changes, rotates and revokes keys of a team at a terminal', async (t) => {
  const { run, onTerminal } = commandsOf(await startApp(t))
  const add = ['team', 'add', 'Anna, front desk', '--scopes', 'pets:read,orders:read']
  const made = await onTerminal('', ...add)
  assert.equal(made.status, 0, made.error)
  const shownOnce =
    /^Key (key_\w+) \(Anna, front desk\):\n\n {2}(pets_test_\w+)\n\nIt is shown this once; keep it safe\.\n$/
  const [, id = '', key = ''] = shownOnce.exec(made.out) ?? []
  const program = await run('team', 'add', 'Scanner', '--scopes', 'pets:read')
  assert.match(program.out, /^\{"id":"key_\w+","name":"Scanner",.*"key":"pets_test_\w+"/)

  const changed = await onTerminal('', 'team', 'update', id, '--scopes', 'pets:read')
  assert.match(changed.out, /^ID +NAME +SCOPES +MAKER +LAST USED +EXPIRES +REVOKED\n/)
  assert.match(changed.out, new RegExp(`^${id} +Anna, front desk +pets:read +key_\\w+`, 'm'))
  const rotated = shownOnce.exec((await onTerminal('', 'team', 'rotate', id)).out) ?? []
  assert.equal(rotated[1], id)
  assert.notEqual(rotated[2], key)
  const kept = await onTerminal('n\n', 'team', 'revoke', id)
  assert.equal(
    kept.error,
    `Delete key ${id}, Anna, front desk, for good? [y/N] Nothing was deleted.\n`,
  )
  const revoked = await onTerminal('y\n', 'team', 'revoke', id)
  assert.deepEqual([revoked.status, revoked.out], [0, `Deleted key ${id}.\n`])
  const listed = await run('team', 'list')
  assert.equal(listed.out.match(/"revokedAt":/g)?.length, 1)
  assert.doesNotMatch(listed.out, /pets_test_/)
  const refused = await run('team', 'update', id, '--name', 'A')
  assert.match(refused.error, /is revoked; make a new one\. \(key_not_manageable, request/)
})

test('a long list shows its progress, and ends at the requested number', async (t) => {
  const app = await startApp(t)
  const { run, onTerminal } = commandsOf(app)
  for (let n = 0; n < 230; n += 1) {
    await addPet(app.storage, { name: `Pet ${n}`, categoryId: 1n, status: 'available' })
  }
  const all = await onTerminal('', 'pets', 'list')
  assert.equal(all.out.split('\n').length, 232)
  assert.match(all.error, /Listing 100 animals/)
  const some = await run('pets', 'list', '--limit', '120')
  assert.equal(some.out.split('\n').length, 121)
  assert.match(some.out, /"id":120,[^\n]*\n$/)
})

test('what goes wrong is a sentence and an exit status', async (t) => {
  const app = await startApp(t)
  const { run, env } = commandsOf(app)
  const noPet = await run('pets', 'get', '7')
  assert.equal(noPet.status, 1)
  assert.match(noPet.error, /^GET \/pets\/\{petId\} is deprecated/)
  assert.match(noPet.error, /no animal with the id 7\. \(pet_not_found, request [\w-]+\)\n$/)
  const withKey = async (key: string) => await commandsOf({ ...app, key }).run('pets', 'list')
  const unknownKey = await withKey('pets_test_wrong')
  assert.equal(unknownKey.status, 1)
  assert.match(unknownKey.error, /\(invalid_api_key, request/)
  for (const wrong of [
    withKey(''),
    run('pets', 'get', 'x'),
    run('pets', 'list', '--limit', '0'),
    run('pets', 'list', '--id', '1,x'),
    run('pets', 'update', '1,x', '--name', 'X'),
    run('pets', 'add', '--name', 'Rex'),
    run('pets', 'add', '--name', 'Rex', '--category-id', '1', '--idempotency-key', 'ä'),
    run('search'),
    run('statistics', '--interval', 'year'),
  ]) {
    const { status, error } = await wrong
    assert.equal(status, 2, error)
    assert.notEqual(error, '')
  }

  const port = new URL(app.baseUrl).port
  for (const host of ['', '0.0.0.0']) {
    const local = { PETSTORE_API_KEY: app.key, PETSTORE_STAGING_PORT: port, PETSTORE_HOST: host }
    const { status, error } = await runHere(['usage'], local)
    assert.equal(status, 0, `without an address, it asks the service of this machine: ${error}`)
  }
  const { origin } = new URL(app.baseUrl)
  const addressed = { ...env, PETSTORE_BASE_URL: origin }
  const wanted = `must end in /v1, like ${origin}/v1; it is ${origin}.\n`
  for (const [name, result] of [
    ['PETSTORE_BASE_URL', runHere(['pets', 'list'], addressed)],
    ['--base-url', run('pets', 'list', '--base-url', origin)],
  ] as const) {
    const { status, error } = await result
    assert.deepEqual([status, error], [2, `${name} ${wanted}`])
  }
  const noPort = { PETSTORE_API_KEY: app.key, PETSTORE_STAGING_PORT: 'x' }
  assert.match((await runHere(['usage'], noPort)).error, /^The address of the host and port variab/)

  await app.close()
  const { status, error } = await run('usage')
  assert.equal(status, 1)
  assert.match(
    error,
    /The address is http:\/\/127\.0\.0\.1:\d+\/v1; --base-url or PETSTORE_BASE_URL/,
  )
})

test('a delete asks on a terminal, and shows what it would delete', async (t) => {
  const { run, onTerminal } = await setUp(t)
  for (const typed of ['n\n', '\n', '', 'yellow\n']) {
    const kept = await onTerminal(typed, 'pets', 'delete', '1')
    assert.equal(kept.status, 1)
    assert.equal(
      kept.error,
      `Delete animal 1, Rex (available), for good? [y/N] ${typed === '' ? '\n' : ''}Nothing was deleted.\n`,
    )
  }
  const deleted = await onTerminal('Y\n', 'pets', 'delete', '1')
  assert.deepEqual([deleted.status, deleted.out], [0, 'Deleted animal 1.\n'])
  const again = await onTerminal('y\n', 'pets', 'delete', '1')
  assert.deepEqual([again.status, again.error], [1, 'There is no animal with the id 1.\n'])
  assert.equal((await onTerminal('', 'pets', 'delete', '2', '--yes')).status, 0)
  assert.equal((await run('pets', 'list')).out.split('\n').length, 2)
})

test('a name turns no text around, in the question before a delete or in a list', async (t) => {
  const { run, onTerminal } = await setUp(t)
  const added = await run('pets', 'add', '--name', 'Max\u202exeR', '--category-id', '3')
  assert.equal(added.status, 0, added.error)
  const kept = await onTerminal('n\n', 'pets', 'delete', '4')
  assert.match(kept.error, /^Delete animal 4, Max\\u202exeR \(available\), for good\?/)
  const listed = await onTerminal('', 'pets', 'list')
  assert.match(listed.out, /Max\\u202exeR/)
  const json = await onTerminal('', 'pets', 'list', '--json', '--status', 'sold')
  assert.equal(json.out, '{"id":3,"name":"Kit","categoryId":3,"status":"sold"}\n')
})

test('a delete without a terminal needs --yes, and prints nothing', async (t) => {
  const { run } = await setUp(t)
  const refused = await run('pets', 'delete', '1')
  assert.deepEqual(refused, {
    status: 2,
    out: '',
    error: 'There is no terminal to ask on; --yes deletes without a question.\n',
  })
  assert.deepEqual(await run('pets', 'delete', '1', '--yes'), { status: 0, out: '', error: '' })
  const again = await run('pets', 'delete', '1', '--yes')
  assert.equal(again.status, 1)
  assert.match(again.error, /pet_not_found/)
})

test('a delete spares an animal that changed after the question', async (t) => {
  const { run, env } = await setUp(t)
  const answers = async function* (): AsyncGenerator<string> {
    // Somebody else is quicker than the person at the terminal.
    await run('pets', 'update', '1', '--status', 'pending')
    yield 'y\n'
  }
  const { status, out, error } = await runHere(['pets', 'delete', '1'], env, {
    input: Readable.from(answers()),
    isTerminal: { input: true, out: true, error: true },
  })
  assert.equal(out, '')
  assert.equal(status, 1)
  assert.match(error, /precondition_failed/)
  assert.match((await run('pets', 'list', '--limit', '1')).out, /pending/)
})

test('animals are listed by category and newest first', async (t) => {
  const { run } = await setUp(t)
  for (const [args, names] of [
    ['--category 3', ['Rex', 'Kit']],
    ['--category 3 --status sold', ['Kit']],
    ['--category-id -9223372036854775808', ['Tom']],
    ['--name rE', ['Rex']],
    ['--id 3,1,404', ['Rex', 'Kit']],
    ['--newest --limit 2', ['Kit', 'Tom']],
  ] as const) {
    const { out } = await run('pets', 'list', ...args.split(' '))
    assert.deepEqual(
      Array.from(out.matchAll(/"name":"(\w+)"/g), ([, name]) => name),
      names,
      args,
    )
  }
})

test('anything is found by its words, as a table for people', async (t) => {
  const { run, onTerminal } = await setUp(t)
  const rex = '{"kind":"pet","id":1,"title":"Rex","detail":"available","petId":1}\n'
  assert.equal((await run('search', 'r', '--limit', '1', '--kind', 'pet,order')).out, rex)
  assert.equal((await run('search', 'no', 'such')).out, '')
  const shown = await onTerminal('', 'search', 'rex')
  assert.match(
    shown.out,
    /^KIND {2}ID {2}TITLE {2}DETAIL {5}PET {2}ORDER {2}CONTACT\npet {3}1 {3}Rex {4}available {2}1\s*\n$/,
  )
})

test('what happened is counted by interval, as a table for people', async (t) => {
  const { run, onTerminal } = await setUp(t)
  const args = ['statistics', '--interval', 'month', '--time-zone', 'Asia/Kathmandu']
  const { out } = await run(...args, '--category', '3')
  const { start, added, adopted } = JSON.parse(out)
  assert.deepEqual([start, added, adopted], ['2026-11-01', 2, 0])
  const shown = await onTerminal('', ...args)
  assert.match(
    shown.out,
    /^START {7}ADDED {2}ADOPTED .* MEDIAN DAYS\n2026-11-01 {2}3 {6}0 [^\n]*\n$/,
  )
})

test('categories are named, renamed, listed and deleted', async (t) => {
  const { run, onTerminal } = await setUp(t)
  const largest = '9223372036854775807'
  const dogs = `{"id":${largest},"name":"Dogs"}\n`
  assert.equal((await run('categories', 'name', largest, 'Dogs')).out, dogs)
  await run('categories', 'name', '-3', 'Birds')
  await run('categories', 'name', '-3', 'Cats, big')
  assert.equal((await run('categories', 'list')).out, `{"id":-3,"name":"Cats, big"}\n${dogs}`)
  const shown = await onTerminal('', 'categories', 'list')
  assert.equal(
    shown.out,
    `ID                   NAME\n-3                   Cats, big\n${largest}  Dogs\n`,
  )
  const asked = await onTerminal('yes\n', 'categories', 'delete', largest)
  assert.match(asked.error, /^Delete category 9223372036854775807, Dogs, for good\? \[y\/N\] $/)
  assert.equal((await run('categories', 'delete', '-3', '--yes')).status, 0)
  assert.equal((await run('categories', 'list')).out, '')
  assert.match((await run('categories', 'delete', '-3', '--yes')).error, /category_not_found/)
})

test('animals are counted by status, and an order is deleted', async (t) => {
  const { run, onTerminal } = await setUp(t)
  assert.equal((await run('pets', 'inventory')).out, '{"available":2,"pending":0,"sold":1}\n')
  const shown = await onTerminal('', 'pets', 'inventory')
  assert.equal(shown.out, 'AVAILABLE  PENDING  SOLD\n2          0        1\n')
  await run('orders', 'place', '1')
  const asked = await onTerminal('y\n', 'orders', 'delete', '1')
  assert.equal(asked.error, 'Delete order 1, for animal 1 (placed), for good? [y/N] ')
  assert.match((await run('orders', 'delete', '1', '--yes')).error, /order_not_found/)
  await run('orders', 'place', '1')
  await run('orders', 'approve', '2')
  assert.match((await run('orders', 'delete', '2', '--yes')).error, /order_not_deletable/)
})
