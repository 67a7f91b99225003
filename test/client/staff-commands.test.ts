import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test, type TestContext } from 'node:test'
import { int64 } from '../../src/base/int64.ts'
import { Pet } from '../../src/resources/pets/pet.ts'
import { startApp } from '../helpers/app.ts'
import { runHere } from '../helpers/command.ts'
import { addPet } from '../helpers/storage.ts'
import { commandsOf } from './commands.ts'

const largest = '9223372036854775807'

/** A table with single spaces, without the columns of animals that each may lack. */
const tableOf = (text: string): string => {
  const [, , , , ...further] = Object.keys(Pet.properties)
  const lacking = further.map((name) => ` ${name.toUpperCase()}`).join('')
  return text.replaceAll(/ +/g, ' ').replace(lacking, '')
}

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
  return commandsOf(app)
}

test('an animal is changed at a terminal, and printed as the interface shows it', async (t) => {
  const { prints, fails, onTerminal } = await setUp(t)
  const ina = '{"id":4,"name":"Ina","categoryId":7,"status":"available"}\n'
  for (let n = 0; n < 2; n += 1)
    await prints('pets add --name Ina --category 7 --idempotency-key ina', ina)
  const max = '{"id":1,"name":"Max","categoryId":3,"status":"sold"}\n'
  await prints('pets update 1 --status sold --name Max', max)
  const moved = await onTerminal(`pets update 1 --category ${largest}`)
  assert.equal(tableOf(moved.out), `ID CATEGORY STATUS NAME\n1 ${largest} sold Max\n`)
  const cannot = /sold, which cannot become pending.*\(transition_not_allowed, request/
  await fails('pets update 1 --status pending', cannot)
  const options = /^Give at least one of --name, --category, --status[-, a-z]*\.\n$/
  await fails('pets update 1', options, 2)
  await fails('pets update 404 --name X', /pet_not_found/)
})

test('several animals are changed alike by one command, all or none', async (t) => {
  const { prints, fails, onTerminal } = await setUp(t)
  const tom = '{"id":2,"name":"Tom","categoryId":-9223372036854775808,"status":"sold"}\n'
  const rex = '{"id":1,"name":"Rex","categoryId":3,"status":"sold"}\n'
  await prints('pets update 2,1 --status sold', tom + rex)
  const moved = await onTerminal('pets update 1,3 --category 7')
  assert.equal(tableOf(moved.out), 'ID CATEGORY STATUS NAME\n1 7 sold Rex\n3 7 sold Kit\n')
  const none = /^None of the animals was changed: 404 does not exist\./
  await fails('pets update 1,404 --name X', none)
  await prints('pets list', /"name":"Rex"/)
})

test('a manager makes, lists, changes, rotates and revokes keys of a team at a terminal', async (t) => {
  const { run, onTerminal, prints, fails, shows, asks } = commandsOf(await startApp(t))
  const made = await onTerminal('team add "Anna, front desk" --scopes pets:read,orders:read')
  assert.equal(made.status, 0, made.error)
  const shownOnce =
    /^Key (key_\w+) \(Anna, front desk\):\n\n {2}(pets_test_\w+)\n\nIt is shown only once; keep it safe\.\n$/
  const [, id = '', key = ''] = shownOnce.exec(made.out) ?? []
  const scanner = /^\{"id":"key_\w+","name":"Scanner",.*"key":"pets_test_\w+"/
  await prints('team add Scanner --scopes pets:read', scanner)
  const changed = new RegExp(
    `^ID +NAME +SCOPES +MAKER +LAST USED +EXPIRES +REVOKED\n${id} +Anna, front desk +pets:read +key_\\w+`,
  )
  await shows(`team update ${id} --scopes pets:read`, changed)
  const rotated = shownOnce.exec((await onTerminal(`team rotate ${id}`)).out) ?? []
  assert.equal(rotated[1], id)
  assert.notEqual(rotated[2], key)
  const question = `Delete key ${id}, Anna, front desk, for good? [y/N] `
  await asks(`team revoke ${id}`, 'n\n', `${question}Nothing was deleted.\n`, 1)
  await shows(`team revoke ${id}`, `Deleted key ${id}.\n`, 'y\n')
  const listed = await run('team list')
  assert.equal(listed.out.match(/"revokedAt":/g)?.length, 1)
  assert.doesNotMatch(listed.out, /pets_test_/)
  const revoked = /is revoked; make a new one\. \(key_not_manageable, request/
  await fails(`team update ${id} --name A`, revoked)
})

test('staff find a person, note something, print all that is stored of them, and erase it', async (t) => {
  const { run, onTerminal, prints, fails, asks } = commandsOf(await startApp(t))
  await run('pets add --name Rex --category 3')
  await run('contacts add "Jo Fox" --phone "020 7946 0958"')
  await run('contacts add Kim --email Kim@Example.com')
  await prints('contacts find --phone "(020) 79460958"', /"name":"Jo Fox"/)
  await fails('contacts find', /^Give exactly one of --phone, --email\.\n/, 2)
  await run('orders place 1 --contact 1')
  await run('notes add "Has a garden." --contact 1')
  await run('notes add Shy. --pet 1')
  await prints('notes list --pet 1', /^\{.*"text":"Shy\."[^\n]*\n$/)
  const { contact, orders, notes } = JSON.parse((await run('contacts export 1')).out)
  assert.equal(contact.phone, '020 7946 0958')
  assert.deepEqual([orders.length, orders[0].id], [1, 1])
  assert.deepEqual([notes.length, notes[0].text], [1, 'Has a garden.'])
  const deleted = await onTerminal('notes delete 2', 'y\n')
  assert.equal(deleted.error + deleted.out, 'Delete note 2 for good? [y/N] Deleted note 2.\n')
  await asks('contacts erase 1', 'y\n', 'Delete contact 1, Jo Fox, for good? [y/N] ')
  await fails('contacts export 1', /contact_not_found/)
  await prints('notes list', '')
  const listed = await onTerminal('contacts list')
  assert.match(tableOf(listed.out), /^ID CREATED NAME PHONE EMAIL ADDRESS NOTE\n2 \S+ Kim/)
})

test('a long list shows its progress, and ends at the requested number', async (t) => {
  const app = await startApp(t)
  const { run, onTerminal } = commandsOf(app)
  for (let n = 0; n < 230; n += 1) {
    await addPet(app.storage, { name: `Pet ${n}`, categoryId: 1n, status: 'available' })
  }
  const all = await onTerminal('pets list')
  assert.equal(all.out.split('\n').length, 232)
  assert.match(all.error, /Listing 100 animals/)
  const some = await run('pets list --limit 120')
  assert.equal(some.out.split('\n').length, 121)
  assert.match(some.out, /"id":120,[^\n]*\n$/)
})

test('what goes wrong is a sentence and an exit status', async (t) => {
  const app = await startApp(t)
  const { env, fails } = commandsOf(app)
  await fails(
    'pets get 7',
    /^GET \/pets\/\{petId\} is deprecated[^]*no animal with the id 7\. \(pet_not_found, request [\w-]+\)\n$/,
  )
  const unknown = commandsOf({ ...app, key: 'pets_test_wrong' })
  await unknown.fails('pets list', /\(invalid_api_key, request/)
  await commandsOf({ ...app, key: '' }).fails('pets list', /./, 2)
  for (const line of [
    'pets get x',
    'pets list --limit 0',
    'pets list --id 1,x',
    'pets update 1,x --name X',
    'pets add --name Rex',
    'pets add --name Rex --category-id 1 --idempotency-key ä',
    'search',
    'statistics --interval year',
  ])
    await fails(line, /./, 2)

  const { origin, port } = new URL(app.baseUrl)
  for (const host of ['', '0.0.0.0']) {
    const local = { PETSTORE_API_KEY: app.key, PETSTORE_STAGING_PORT: port, PETSTORE_HOST: host }
    const { status, error } = await runHere(['usage'], local)
    assert.equal(status, 0, `without an address, it asks the service of this machine: ${error}`)
  }
  const wanted = `must end in /v1, like ${origin}/v1; it is ${origin}.\n`
  await fails(`pets list --base-url ${origin}`, `--base-url ${wanted}`, 2)
  const addressed = await runHere(['pets', 'list'], { ...env, PETSTORE_BASE_URL: origin })
  assert.deepEqual([addressed.status, addressed.error], [2, `PETSTORE_BASE_URL ${wanted}`])
  const noPort = { PETSTORE_API_KEY: app.key, PETSTORE_STAGING_PORT: 'x' }
  assert.match((await runHere(['usage'], noPort)).error, /^The address of the host and port variab/)

  await app.close()
  const address = /The address is http:\/\/127\.0\.0\.1:\d+\/v1; --base-url or PETSTORE_BASE_URL/
  await fails('usage', address)
})

test('a delete asks on a terminal, and shows what it would delete', async (t) => {
  const { onTerminal, asks, shows, prints } = await setUp(t)
  for (const typed of ['n\n', '\n', '', 'yellow\n']) {
    const end = `${typed === '' ? '\n' : ''}Nothing was deleted.\n`
    await asks(
      'pets delete 1',
      typed,
      `Delete animal 1, Rex (available), for good? [y/N] ${end}`,
      1,
    )
  }
  await shows('pets delete 1', 'Deleted animal 1.\n', 'Y\n')
  await asks('pets delete 1', 'y\n', 'There is no animal with the id 1.\n', 1)
  assert.equal((await onTerminal('pets delete 2 --yes')).status, 0)
  await prints('pets list', /^\{"id":3,[^\n]*\n$/)
})

test('a name turns no text around, in the question before a delete or in a list', async (t) => {
  const { prints, asks, shows } = await setUp(t)
  await prints('pets add --name Max\u202exeR --category-id 3', /^\{"id":4/)
  const question = /^Delete animal 4, Max\\u202exeR \(available\), for good\?/
  await asks('pets delete 4', 'n\n', question, 1)
  await shows('pets list', /Max\\u202exeR/)
  const kit = '{"id":3,"name":"Kit","categoryId":3,"status":"sold"}\n'
  await shows('pets list --json --status sold', kit)
})

test('a delete without a terminal needs --yes, and prints nothing', async (t) => {
  const { prints, fails } = await setUp(t)
  const unasked = 'There is no terminal to ask on; use --yes to delete without asking.\n'
  await fails('pets delete 1', unasked, 2)
  await prints('pets delete 1 --yes', '')
  await fails('pets delete 1 --yes', /pet_not_found/)
})

test('a delete spares an animal that changed after the question', async (t) => {
  const { run, env, prints } = await setUp(t)
  const answers = async function* (): AsyncGenerator<string> {
    // Somebody else is quicker than the person at the terminal.
    await run('pets update 1 --status pending')
    yield 'y\n'
  }
  const { status, out, error } = await runHere(['pets', 'delete', '1'], env, {
    input: Readable.from(answers()),
    isTerminal: { input: true, out: true, error: true },
  })
  assert.deepEqual([status, out], [1, ''])
  assert.match(error, /precondition_failed/)
  await prints('pets list --limit 1', /pending/)
})

test('animals are listed by category and newest first', async (t) => {
  const { run } = await setUp(t)
  for (const [options, names] of [
    ['--category 3', ['Rex', 'Kit']],
    ['--category 3 --status sold', ['Kit']],
    ['--category-id -9223372036854775808', ['Tom']],
    ['--name rE', ['Rex']],
    ['--id 3,1,404', ['Rex', 'Kit']],
    ['--newest --limit 2', ['Kit', 'Tom']],
  ] as const) {
    const { out } = await run(`pets list ${options}`)
    const listed = Array.from(out.matchAll(/"name":"(\w+)"/g), ([, name]) => name)
    assert.deepEqual(listed, names, options)
  }
})

test('words, intervals and statuses are looked up, for people as tables', async (t) => {
  const { prints, shows } = await setUp(t)
  const rex = '{"kind":"pet","id":1,"title":"Rex","detail":"available","petId":1}\n'
  await prints('search r --limit 1 --kind pet,order', rex)
  await prints('search no such', '')
  await shows(
    'search rex',
    /^KIND {2}ID {2}TITLE {2}DETAIL {5}PET {2}ORDER {2}CONTACT\npet {3}1 {3}Rex {4}available {2}1\s*\n$/,
  )
  const monthly = 'statistics --interval month --time-zone Asia/Kathmandu'
  await prints(`${monthly} --category 3`, /^\{"start":"2026-11-01","added":2,"adopted":0,[^\n]*\n$/)
  await shows(monthly, /^START {7}ADDED {2}ADOPTED .* MEDIAN DAYS\n2026-11-01 {2}3 {6}0 [^\n]*\n$/)
  await prints('pets inventory', '{"available":2,"pending":0,"sold":1}\n')
  await shows('pets inventory', 'AVAILABLE  PENDING  SOLD\n2          0        1\n')
})

test('categories are named, renamed, listed and deleted', async (t) => {
  const { run, prints, fails, shows, asks } = await setUp(t)
  const dogs = `{"id":${largest},"name":"Dogs"}\n`
  await prints(`categories name ${largest} Dogs`, dogs)
  await run('categories name -3 Birds')
  await run('categories name -3 "Cats, big"')
  await prints('categories list', `{"id":-3,"name":"Cats, big"}\n${dogs}`)
  const columns = `ID                   NAME\n-3                   Cats, big\n${largest}  Dogs\n`
  await shows('categories list', columns)
  const question = /^Delete category 9223372036854775807, Dogs, for good\? \[y\/N\] $/
  await asks(`categories delete ${largest}`, 'yes\n', question)
  await prints('categories delete -3 --yes', '')
  await prints('categories list', '')
  await fails('categories delete -3 --yes', /category_not_found/)
})

test('an order is deleted unless it was approved', async (t) => {
  const { run, fails, asks } = await setUp(t)
  await run('orders place 1')
  await asks('orders delete 1', 'y\n', 'Delete order 1, for animal 1 (placed), for good? [y/N] ')
  await fails('orders delete 1 --yes', /order_not_found/)
  await run('orders place 1')
  await run('orders approve 2')
  await fails('orders delete 2 --yes', /order_not_deletable/)
})

/** A store in which an animal was added and sold, and a category named. */
const withEvents = async (t: TestContext) => {
  const app = await startApp(t)
  await app.post('/pets', { name: 'Re\u202ex', categoryId: 1 })
  await app.patch('/pets/1', { status: 'sold' })
  await app.put('/categories/9223372036854775807', { name: 'Dogs' })
  return { app, ...commandsOf(app) }
}

test('events are printed as the interface shows them, each on a line', async (t) => {
  const { app, run, prints, fails } = await withEvents(t)
  const tail = 'events tail --no-follow'
  const { text } = await app.call('/events')
  const all = `${text.slice(1, -1).replaceAll('},{"id"', '}\n{"id"')}\n`
  assert.equal((await run(`${tail} --since 0`)).out, all)
  const third = /^\{"id":3,.*"id":9223372036854775807,.*\}\n$/
  await prints(`${tail} --since 1 --type category.created,pet.created`, third)
  const [created] = all.split('\n')
  const time = '2026-11-20T12:00:00Z'
  await prints(`${tail} --since ${time} --by "A enterprise key"`, all)
  await prints(`${tail} --since ${time} --type pet.created`, `${created}\n`)
  await prints(`${tail} --until 2026-11-21T12:00:00Z`, all)
  await prints(`${tail} --since 0 --by Nobody`, '')
  // It begins behind the newest event.
  await prints(tail, '')
  await fails(`${tail} --type pet.sold`, /It takes one or more of pet\.created, /, 2)
})

test('on a terminal a line has the time, the event and its data, and cannot steer the terminal', async (t) => {
  const { shows } = await withEvents(t)
  await shows(
    'events tail --no-follow --since 0',
    /^2026-11-20T12:00:30\.000Z {2}1 {2}pet\.created {2}A enterprise key {2}\{"pet":\{"id":1,"name":"Re\\u202ex","categoryId":1,"status":"available"\}\}\n.*pet\.updated .*"previous":\{"status":"available"\}\}\n/,
  )
})

test('a tail follows until its reader has gone', async (t) => {
  const { env } = await withEvents(t)
  const printed: string[] = []
  const gone = new Error('The reader has gone.')
  const { status } = await runHere(['events', 'tail', '--since', '1'], env, {
    out: (text) => {
      printed.push(text)
      if (printed.length === 2) throw gone
    },
  })
  assert.equal(status, 1)
  assert.match(printed.join(''), /"id":2,[^]*"id":3,/)
})
