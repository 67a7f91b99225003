import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { issueKey } from '../../src/access/keys/life-cycle.ts'
import { defaultScopes, namesOf, scopesOf } from '../../src/access/keys/scopes.ts'
import { fixedPlans } from '../../src/access/quotas/plans.ts'
import { keyCreate, keyUpdate } from '../../src/resources/keys/changes.ts'
import { makeStore, temporaryFolder, TestClock } from '../helpers/app.ts'
import { commandsIn } from '../helpers/command.ts'
import { isOnPostgres } from '../helpers/on-postgres.ts'
import { openOnPostgres, placedOnPostgres } from '../helpers/postgres-places.ts'
import { openStorage } from '../helpers/storage.ts'

/** A folder with a store of staging, a clock, and the commands on its keys. */
const setUp = (t: TestContext) => {
  const clock = new TestClock()
  const dataDir = temporaryFolder(t)
  makeStore(dataDir, 'staging')
  return { clock, dataDir, ...commandsIn(dataDir, { now: () => clock.time }) }
}

test('a key is shown once, when it is made, and never listed', async (t) => {
  const { run, read, one } = setUp(t)
  const { key = '', ...made } = await one('keys create --plan pro --name', 'A shop')
  assert.match(key, /^pets_test_[0-9A-Za-z]{36}$/)
  assert.deepEqual(made, {
    id: made.id,
    name: 'A shop',
    environment: 'staging',
    plan: 'pro',
    perMinute: 300,
    perDay: 10_000,
    openOrders: 50,
    scopes: [...namesOf(defaultScopes)],
    madeBy: null,
    state: 'good',
    createdAt: '2026-11-20T12:00:30.000Z',
    expiresAt: null,
    revokedAt: null,
    lastUsedAt: null,
  })
  assert.deepEqual(await read('keys list'), [made])
  const shown = await run('keys create --plan Free --name Other')
  assert.match(shown.out, /^Key key_\w+ \(Other, free, staging\):\n\n {2}pets_test_\w{36}\n/)
  assert.match(shown.out, /shown only once/)
  const { out } = await run('keys list')
  assert.match(
    out,
    /^ID +NAME +PLAN +PER MINUTE +PER DAY +OPEN ORDERS +SCOPES +STATE +EXPIRES +LAST USED +MADE BY$/m,
  )
  assert.match(
    out,
    new RegExp(`^${made.id} +A shop +pro +300 +10000 +50 +all +good +never +never +operator$`, 'm'),
  )
  assert.doesNotMatch(out, /pets_test_/)
})

test('what was agreed for an enterprise key stays until other figures are given', async (t) => {
  const { read, one, fails } = setUp(t)
  const figures = ({ plan, perMinute, perDay, openOrders }: Record<string, unknown>) => [
    plan,
    perMinute,
    perDay,
    openOrders,
  ]
  const create = 'keys create --plan enterprise --per-minute 5000 --per-day 900000 --name Shop'
  const made = await one(`${create} --open-orders 70`)
  assert.deepEqual(figures(made), ['enterprise', 5_000, 900_000, 70])
  assert.equal((await one(create)).openOrders, 500, 'that of Business')

  const { id } = await one(`keys rotate ${made.id}`)
  assert.deepEqual(figures((await read('keys list')).at(-1)), ['enterprise', 5_000, 900_000, 70])
  for (const [options, expected] of [
    ['--per-day 800000', ['enterprise', 5_000, 800_000, 70]],
    ['--open-orders 80', ['enterprise', 5_000, 800_000, 80]],
    ['--plan enterprise', ['enterprise', 5_000, 800_000, 80]],
    ['--plan free', ['free', 60, 1_000, 5]],
  ] as const) {
    assert.deepEqual(figures(await one(`keys update ${id} ${options}`)), expected, options)
  }
  for (const [wrong, says] of [
    [' --open-orders 9', /need the enterprise plan/],
    [' --plan enterprise', /needs both --per-minute and --per-day/],
    ['', /Nothing to change/],
  ] as const) {
    await fails(`keys update ${id}${wrong}`, says, 2)
  }
  assert.deepEqual(figures((await read('keys list')).at(-1)), ['free', 60, 1_000, 5])
})

test('the operator sees who made a key, and ends a whole team', async (t) => {
  const { clock, dataDir, read, one, run, fails } = setUp(t)
  const manager = await one('keys create --plan pro --name A --scopes all,keys:manage')
  const other = await one('keys create --plan free --name Other')
  const file = join(dataDir, 'staging.sqlite')
  const storage = isOnPostgres ? await openOnPostgres(file, 'staging') : openStorage(file)
  const { record } = issueKey({
    environment: 'staging',
    name: 'Anna',
    plan: 'pro',
    limits: fixedPlans.pro,
    scopes: scopesOf(['pets:read']),
    now: clock.time,
    ownerId: manager.id,
  })
  await storage.keys.decide(manager.id, keyCreate(record, manager.id), { at: clock.time, by: 'A' })
  assert.deepEqual(
    (await read('keys list')).map(({ name, madeBy }) => [name, madeBy]),
    [
      ['A', null],
      ['Other', null],
      ['Anna', manager.id],
    ],
  )
  assert.match(
    (await run(`keys show ${record.id}`)).out,
    new RegExp(`^MADE BY +${manager.id}$`, 'm'),
  )
  await fails(`keys rotate ${record.id}`, /was made by the key \w+; rotate it with that key/)

  // A key that made others is rotated as any, and its successor stands for it.
  const successor = await one(`keys rotate ${manager.id}`)
  const rename = keyUpdate(record.id, { name: 'Anna A.' }, successor.id, clock.time)
  const renamed = await storage.keys.decide(manager.id, rename, { at: clock.time })
  assert.equal(renamed.outcome === 'done' && renamed.result.outcome, 'done')
  assert.equal((await one(`keys update ${successor.id} --plan business`)).plan, 'business')
  const plans = (await read('keys list')).map(({ name, plan }) => [name, plan])
  assert.deepEqual(plans.at(2), ['Anna A.', 'business'])

  const ended = await read(`keys revoke ${record.id} --team`)
  assert.deepEqual(
    ended.map(({ id, state }) => [id, state]),
    [manager.id, record.id, successor.id].map((id) => [id, 'revoked']),
  )
  assert.equal((await read('keys list')).find(({ id }) => id === other.id)?.state, 'good')
  const events = await storage.data.events.after(0n, 100)
  const types = events.map(({ type, json }) => [type, JSON.parse(json).by])
  assert.deepEqual(types, [
    ['key.created', 'A'],
    ['key.updated', undefined],
    ...Array.from({ length: 3 }, () => ['key.revoked', undefined]),
  ])
  await storage.close()
})

test('a key is limited to the scopes that it is given, through rotations, until they are changed', async (t) => {
  const { run, read, one } = setUp(t)
  const order = ['keys create --plan pro --name Page --scopes', 'orders:write, pets:read'] as const
  const made = await one(...order)
  assert.deepEqual(made.scopes, ['pets:read', 'orders:write'])
  const { out } = await run(...order)
  assert.match(out, /^It is limited to pets:read,orders:write\.$/m)
  const { id, scopes } = await one(`keys rotate ${made.id}`)
  assert.deepEqual(scopes, made.scopes)
  assert.match(
    (await run('keys list')).out,
    new RegExp(`^${id} .* pets:read,orders:write +good`, 'm'),
  )

  const all = namesOf(defaultScopes)
  for (const [options, expected] of [
    ['--scopes pets:read', ['pro', ['pets:read']]],
    ['--plan free', ['free', ['pets:read']]],
    ['--scopes all,contacts:read', ['free', [...all, 'contacts:read']]],
    ['--scopes all', ['free', all]],
  ] as const) {
    const changed = await one(`keys update ${id} ${options}`)
    assert.deepEqual([changed.plan, changed.scopes], expected, options)
    assert.deepEqual((await read('keys list')).at(-1)?.scopes, expected[1])
  }
  assert.match((await run('keys list')).out, new RegExp(`^${id} .* all +good`, 'm'))
})

test('what cannot be done ends with status 1 and a sentence on standard error, and a second revocation is no change', async (t) => {
  const { clock, read, one, fails } = setUp(t)
  for (const command of ['update', 'rotate', 'revoke', 'show', 'unban']) {
    const rest = command === 'update' ? ' --plan pro' : ''
    await fails(
      `keys ${command} key_none${rest}`,
      /^There is no key key_none in staging; petstore keys list --environment staging shows them\.\n$/,
    )
  }
  const { id } = await one('keys create --plan pro --name', 'A shop')
  const revoked = await one(`keys revoke ${id}`)
  assert.deepEqual([revoked.state, revoked.revokedAt], ['revoked', '2026-11-20T12:00:30.000Z'])
  const expired = await one('keys create --plan pro --name Trial --expires 1s')
  clock.advance(1_000)
  assert.deepEqual(await one(`keys revoke ${id}`), revoked)
  const before = await read('keys list')
  for (const [key, state] of [
    [id, 'revoked'],
    [expired.id, 'expired'],
  ] as const) {
    for (const command of [`keys rotate ${key}`, `keys update ${key} --plan business`])
      await fails(command, RegExp(`^The key ${key} is ${state}; create a new one\\.\\n$`))
  }
  assert.deepEqual(await read('keys list'), before)
})

test('a key that is not made as it may be is wrong usage, and there is none', async (t) => {
  const { fails, read } = setUp(t)
  for (const [options, message] of [
    ['--plan free', /required option '--name/],
    ['--name A', /required option '--plan/],
    ['--plan gold --name A', /free, pro, business, enterprise/],
    ['--plan free --name ', /1 to 100 characters/],
    [`--plan free --name ${'x'.repeat(101)}`, /1 to 100 characters/],
    ['--plan free --name a\u001b[31mb', /1 to 100 characters/],
    ['--plan free --name A --expires 3weeks', /90d, 24h, 30m or 45s/],
    ['--plan free --name A --expires 0d', /at least 1s/],
    ['--plan enterprise --name A', /needs both --per-minute and --per-day/],
    ['--plan enterprise --name A --per-minute 5', /needs both/],
    ['--plan pro --name A --per-day 5', /has fixed limits/],
    ['--plan free --name A --scopes pets:read,dogs:read', /"dogs:read" is not a scope/],
    ['--plan free --name A --scopes pets', /or more of pets:read, pets:write, /],
    ['--plan free --name A --scopes ', /"" is not a scope/],
    ['--plan free --name A --scopes pets:read,', /"" is not a scope/],
    ['--plan free --name A --open-orders 5', /need the enterprise plan/],
    ['--plan enterprise --name A --per-minute 0 --per-day 5', /from 1 to/],
  ] as const) {
    await fails(`keys create ${options}`, message, 2)
  }
  assert.deepEqual(await read('keys list'), [])
})

test('what a key has used of both windows is shown, and all else that is known of it but the key itself', async (t) => {
  const { clock, done, one } = setUp(t)
  const { key: _, ...made } = await one('keys create --plan pro --name', 'A shop')
  const { id } = made
  assert.deepEqual(await one(`keys show ${id}`), {
    ...made,
    chain: [id],
    asOf: '2026-11-20T12:00:30.000Z',
    minute: { limit: 300, used: 0, remaining: 300, resetsAt: '2026-11-20T12:01:00.000Z' },
    day: { limit: 10_000, used: 0, remaining: 10_000, resetsAt: '2026-11-21T00:00:00.000Z' },
    bannedUntil: null,
  })
  const unused = await done(`keys show ${id}`)
  assert.match(
    unused,
    /^Key key_\w+ \(A shop, pro, staging, good\), as of 2026-11-20T12:00:30\.000Z:/,
  )
  assert.match(unused, /^minute +300 +0 +300 +2026-11-20T12:01:00\.000Z$/m)
  assert.match(unused, /^It is not banned\. A running service saves its counts twice a second\.$/m)
  assert.match(await done(`keys unban ${id}`), /^The key key_\w+ is not banned\.\n$/)

  const create = 'keys create --plan free --scopes pets:read,orders:write --expires 30d --name B'
  const first = await one(create)
  clock.time += 3_600_000
  const next = await one(`keys rotate ${first.id} --grace 1h`)
  clock.time += 60_000
  await one(`keys revoke ${next.id}`)
  const revoked = await done(`keys show ${next.id}`)
  for (const line of [
    'SCOPES       pets:read,orders:write',
    'CREATED      2026-11-20T13:00:30.000Z',
    'EXPIRES      2026-12-20T13:00:30.000Z',
    'REVOKED      2026-11-20T13:01:30.000Z',
    'LAST USED    never',
    `ROTATION     ${first.id}, ${next.id}`,
  ]) {
    assert.ok(revoked.includes(`${line}\n`), line)
  }
  const json = await done(`keys show ${first.id} --json`)
  for (const { key } of [first, next]) assert.ok(!(revoked + json).includes(key))
  assert.deepEqual(JSON.parse(json).chain, [first.id, next.id])
})

const program = fileURLToPath(new URL('../../bin/petstore.js', import.meta.url))

const create = 'keys create --plan pro --name Shop'
/** The redirection of a shell to a reader that has gone. */
const gone = '| head -c0; exit "${PIPESTATUS[0]}"'

test('a key that is printed to where nobody reads it is deleted, and one that it replaces stays as it was', async (t) => {
  const { dataDir, read, one } = setUp(t)
  const env = await placedOnPostgres({ PETSTORE_DATA_DIR: dataDir })
  const inShell = (command: string, redirection: string) => {
    const args = [process.execPath, program, ...command.split(' '), '--environment', 'staging']
    const script = ['--norc', '-c', `"$@" ${redirection}`, 'bash', ...args]
    return spawnSync('bash', script, {
      encoding: 'utf8',
      env: { ...env, PATH: process.env['PATH'] },
    })
  }
  for (const redirection of [gone, '>&-', '> /dev/full', '> /dev/null']) {
    const { status, stderr } = inShell(create, redirection)
    assert.equal(status, 1, redirection)
    assert.match(stderr, /^The key could not be shown \(.+\), so this was undone: .*\.\n$/)
    assert.doesNotMatch(stderr, /pets_test_/)
    assert.deepEqual(await read('keys list'), [])
  }

  const { key: _, ...old } = await one(create)
  const { status, stderr } = inShell(`keys rotate ${old.id}`, gone)
  assert.equal(status, 1)
  assert.match(stderr, new RegExp(`so this was undone: ${old.id} is unchanged`))
  assert.deepEqual(await read('keys list'), [old])
  assert.equal(inShell(`keys rotate ${old.id}`, '').status, 0, 'it can be rotated again')
  assert.equal((await read('keys list')).length, 2)
})
