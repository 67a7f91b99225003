import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { hostname, userInfo } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { makeStore, startApp, temporaryFolder, TestClock } from '../helpers/app.ts'
import { commandsIn, runHere } from '../helpers/command.ts'
import { isOnPostgres } from '../helpers/on-postgres.ts'
import { startService } from '../helpers/service.ts'
import { addManager } from '../helpers/team.ts'

const day = 86_400_000

/** Commands on staging in a folder. */
const commandsOf = (dataDir: string, clock: TestClock) =>
  commandsIn(dataDir, { env: { SUDO_USER: 'anna' }, now: () => clock.time })

test('each command that changes keys or data has one line of who, what and from where', async (t) => {
  const clock = new TestClock()
  const dataDir = temporaryFolder(t)
  makeStore(dataDir, 'staging')
  const { done, read, one, fails } = commandsOf(dataDir, clock)
  const { id, key } = await one('keys create --plan pro --name', 'Anna Secret')
  await done(`keys update ${id} --scopes pets:read,orders:read`)
  const next = await one(`keys rotate ${id}`)
  await done(`keys unban ${next.id}`)
  await done(`keys revoke ${next.id} --team`)
  await done(`keys revoke ${next.id}`)
  // Nobody can read what is shown once.
  const handOver = () => Promise.reject(new Error('standard output is closed'))
  const unheard = commandsIn(dataDir, { handOver, now: () => clock.time })
  await unheard.fails('keys create --plan free --name B', /standard output is closed/)
  const file = join(dataDir, 'animals.csv')
  writeFileSync(file, 'name,categoryId,status\nRex,1,available\nBella,2,\n')
  await done(`pets import ${file}`)
  await done(`pets import ${file} --dry-run`)
  writeFileSync(file, 'id,name\n1,Max\n')
  await done(`pets import ${file} --update`)
  writeFileSync(file, 'name,categoryId,profile.breed\nLuna,1,Beagle\n')
  await done(`pets import ${file}`)

  const backup = join(dataDir, 'one.backup')
  if (!isOnPostgres) await done(`backup ${backup}`)

  const all = await read('audit')
  const withdrawn = all.findLast(({ action }) => action === 'key.withdrawn')?.target
  assert.deepEqual(
    all.map(({ action, target, detail }) => [action, target, detail]),
    [
      ['key.created', id, 'plan pro'],
      ['key.updated', id, 'scopes pets:read,orders:read'],
      ['key.rotated', id, `replaced by ${next.id}`],
      ['key.unbanned', next.id, null],
      ['key.revoked', next.id, 'with all keys of its owner'],
      ['key.created', withdrawn, 'plan free'],
      ['key.withdrawn', withdrawn, null],
      ['pets.imported', 'pets', '2 animals added'],
      ['pets.imported', 'pets', '1 animal changed'],
      ['pets.imported', 'pets', '1 animal added'],
      ...(isOnPostgres ? [] : [['store.backed_up', 'staging', backup]]),
    ],
  )
  assert.deepEqual(
    all.map((line) => line.id),
    all.map((_, at) => at + 1),
  )
  const { username } = userInfo()
  assert.deepEqual(all[0], {
    ...all[0],
    at: '2026-11-20T12:00:30.000Z',
    who: `${username} (sudo by anna)`,
    origin: `command line of ${hostname()}`,
  })
  assert.equal(all.find(({ action }) => action === 'key.withdrawn')?.who, username)
  if (!isOnPostgres) {
    const restored = commandsOf(temporaryFolder(t), clock)
    await restored.done(`restore ${backup}`)
    const last = (await restored.read('audit')).at(-1)
    assert.deepEqual(
      [last?.action, last?.target, last?.detail],
      ['store.restored', 'staging', backup],
    )
  }

  const text = await done('audit')
  assert.match(
    text,
    new RegExp(`^2026-11-20T12:00:30.000Z  \\S+ .*  key.created  ${id}  plan pro  `),
  )
  for (const secret of [key, next.key, 'Anna Secret', 'Rex']) {
    assert.ok(!(text + JSON.stringify(all)).includes(secret), secret)
  }

  clock.time += 2 * day
  await done(`keys unban ${id}`)
  for (const since of ['1d', '2026-11-22', '2026-11-22T13:00:00+01:00']) {
    const later = (await read('audit --since', since)).map(({ id: line }) => line)
    assert.deepEqual(later, [all.length + 1], since)
  }
  for (const since of ['yesterday', '2026-02-30', '9y', '2026-11-22T13:00:00'])
    await fails(`audit --since ${since}`, /It takes/, 2)
})

test('a start has a line of its first key, and one that names the settings that changed since the last', async (t) => {
  const dataDir = temporaryFolder(t)
  const key = 'YWJjZGVmZ2hpamtsbW5vcHFyc3R1dnd4eXphYmNkZWY='
  const file = join(dataDir, 'key')
  writeFileSync(file, key)
  const run = async (variables: Readonly<Record<string, string>>) =>
    await (await startService(t, dataDir, variables)).stop()
  const began = { PETSTORE_SECRET_KEY: key, PETSTORE_LOG_LEVEL: '' }
  const changed = {
    PETSTORE_SECRET_KEY_FILE: file,
    PETSTORE_LOG_LEVEL: 'info',
    PETSTORE_CONSOLE: 'off',
    PETSTORE_STAGING_COUNTERS: 'memory',
    PETSTORE_EVENT_DAYS: '7',
  }
  for (const variables of [began, changed, changed]) await run(variables)
  const kept = readFileSync(join(dataDir, 'staging.settings'), 'utf8')
  assert.ok(!kept.includes(key.slice(0, 20)))
  const [first, second, ...more] = await commandsIn(dataDir).read('audit')
  const told = [first, second].map((line) => [line?.who, line?.action, line?.origin])
  assert.deepEqual(told, [
    ['service', 'key.created', 'first start'],
    ['service', 'settings.changed', 'start'],
  ])
  const names = second?.target.split(', ') ?? []
  for (const name of ['PETSTORE_CONSOLE', 'PETSTORE_EVENT_DAYS', 'PETSTORE_SECRET_KEY_FILE'])
    assert.ok(names.includes(name), name)
  assert.ok(!names.includes('PETSTORE_LOG_LEVEL'), 'the default is no change')
  assert.deepEqual(more, [])

  const { status, error } = await runHere(['serve'], { ...began, ...changed })
  assert.equal(status, 2)
  assert.match(error, /PETSTORE_SECRET_KEY and PETSTORE_SECRET_KEY_FILE are both set/)
})

test('a change of a team names the key and the address once, and is forgotten by age', async (t) => {
  const app = await startApp(t, { trustedProxies: ['127.0.0.1'] })
  const { audit } = app.storage
  const manager = await addManager(app)
  const headers = { 'X-Forwarded-For': '192.0.2.7', 'Idempotency-Key': 'for-anna' }
  const body = { name: 'Anna, front desk', scopes: ['pets:read'] }
  const made = JSON.parse((await manager.ask(body, { headers })).text)
  await manager.ask(body, { headers })
  await manager.patch(made.id, { name: 'Anna, front desk' })
  await manager.patch(made.id, { name: 'Anna' })
  await manager.rotate(made.id)
  await manager.revoke(made.id)
  await manager.revoke(made.id)
  const lines = await audit.page(0, 0n, 10)
  assert.deepEqual(
    lines.map(({ who, action, target, origin }) => [who, action, target, origin]),
    [
      [manager.id, 'key.created', made.id, '192.0.2.7'],
      [manager.id, 'key.updated', made.id, '127.0.0.1'],
      [manager.id, 'key.rotated', made.id, '127.0.0.1'],
      [manager.id, 'key.revoked', made.id, '127.0.0.1'],
    ],
  )
  assert.doesNotMatch(JSON.stringify(lines.map((line) => ({ ...line, id: 0 }))), /Anna|pets_test_/)
  const oldest = lines[0]?.at ?? 0
  assert.equal(await audit.forget(oldest, 10), 0)
  assert.equal(await audit.forget(oldest + 1, 3), 3)
  assert.equal((await audit.page(0, 0n, 10)).length, 1)
})
