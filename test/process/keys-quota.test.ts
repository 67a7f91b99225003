import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { test } from 'node:test'
import { defaultScopes, namesOf } from '../../src/access/keys/scopes.ts'
import { temporaryFolder, TestClock } from '../helpers/app.ts'
import { runHere } from '../helpers/command.ts'
import { call, errorOf } from '../helpers/http.ts'
import { isOnPostgres } from '../helpers/on-postgres.ts'
import { poll } from '../helpers/poll.ts'
import { startService } from '../helpers/service.ts'

/** What `keys show --json` prints. */
type UsageFacts = {
  readonly asOf: string
  readonly minute: WindowFacts
  readonly day: WindowFacts
  readonly bannedUntil: string | null
}

type WindowFacts = {
  readonly limit: number
  readonly used: number
  readonly remaining: number
  readonly resetsAt: string
}

/** The commands on the keys of staging in a folder of data. */
const keysOf = (dataDir: string, now = Date.now) => {
  const env = { PETSTORE_DATA_DIR: dataDir }
  const run = async (...args: readonly string[]) =>
    await runHere(['keys', ...args, '--environment', 'staging'], env, { now })
  const read = async (...args: readonly string[]) => {
    const { status, out, error } = await run(...args, '--json')
    assert.deepEqual([status, error], [0, ''])
    return JSON.parse(out)
  }
  const usage = async (id: string): Promise<UsageFacts> => await read('show', id)
  return { run, read, usage }
}

const small = ['--plan', 'enterprise', '--per-minute', '20', '--per-day', '5000'] as const

test('a key that was never used has all of both windows', async (t) => {
  const clock = new TestClock()
  const keys = keysOf(temporaryFolder(t), () => clock.time)
  const { id } = await keys.read('create', '--plan', 'pro', '--name', 'A shop')
  assert.deepEqual(await keys.usage(id), {
    id,
    name: 'A shop',
    environment: 'staging',
    plan: 'pro',
    perMinute: 300,
    perDay: 10_000,
    openOrders: 50,
    scopes: namesOf(defaultScopes),
    madeBy: null,
    state: 'good',
    createdAt: '2026-11-20T12:00:30.000Z',
    expiresAt: null,
    revokedAt: null,
    lastUsedAt: null,
    chain: [id],
    asOf: '2026-11-20T12:00:30.000Z',
    minute: { limit: 300, used: 0, remaining: 300, resetsAt: '2026-11-20T12:01:00.000Z' },
    day: { limit: 10_000, used: 0, remaining: 10_000, resetsAt: '2026-11-21T00:00:00.000Z' },
    bannedUntil: null,
  })
  const { status, out } = await keys.run('show', id)
  assert.equal(status, 0)
  assert.match(out, /^Key key_\w+ \(A shop, pro, staging, good\), as of 2026-11-20T12:00:30\.000Z:/)
  assert.match(out, /^minute +300 +0 +300 +2026-11-20T12:01:00\.000Z$/m)
  assert.match(out, /^It is not banned\. A running service saves twice a second what it counts\.$/m)
  assert.match((await keys.run('unban', id)).out, /^The key key_\w+ is not banned\.\n$/)
})

test('all that is known of a key is shown, but not the key itself', async (t) => {
  const clock = new TestClock()
  const keys = keysOf(temporaryFolder(t), () => clock.time)
  const scopes = ['--scopes', 'pets:read,orders:write']
  const given = ['--plan', 'free', '--name', 'A shop', ...scopes, '--expires', '30d']
  const first = await keys.read('create', ...given)
  clock.time += 3_600_000
  const next = await keys.read('rotate', first.id, '--grace', '1h')
  clock.time += 60_000
  await keys.read('revoke', next.id)
  const { out } = await keys.run('show', next.id)
  assert.ok(!out.includes(next.key))
  assert.match(out, /^Key key_\w+ \(A shop, free, staging, revoked\), as of/)
  for (const line of [
    'SCOPES       pets:read,orders:write',
    'CREATED      2026-11-20T13:00:30.000Z',
    'EXPIRES      2026-12-20T13:00:30.000Z',
    'REVOKED      2026-11-20T13:01:30.000Z',
    'LAST USED    never',
    `ROTATION     ${first.id}, ${next.id}`,
  ]) {
    assert.ok(out.includes(`${line}\n`), line)
  }
  const { status, out: json } = await keys.run('show', first.id, '--json')
  assert.equal(status, 0)
  assert.ok(!json.includes(first.key))
  assert.deepEqual(JSON.parse(json).chain, [first.id, next.id])
})

test('a ban of a running service is shown, lifted within a second, and stays lifted', async (t) => {
  const dataDir = temporaryFolder(t)
  const keys = keysOf(dataDir)
  const service = await startService(t, dataDir)
  const { id, key } = await keys.read('create', ...small, '--name', 'A shop')
  const ask = async () => await call(`${service.baseUrl('staging')}/pets`, { key })
  const codeOf = (answer: Awaited<ReturnType<typeof ask>>): string | undefined =>
    answer.status === 200 ? undefined : errorOf(answer).code

  let requests = 0
  while (codeOf(await ask()) !== 'api_key_banned') {
    requests += 1
    assert.ok(requests < 100, 'it is banned')
  }
  const banned = await poll(async () => {
    const usage = await keys.usage(id)
    return usage.bannedUntil === null ? undefined : usage
  })
  assert.ok(Date.parse(banned.bannedUntil ?? '') > Date.now())
  assert.ok(banned.day.used >= 20 && banned.day.used + banned.day.remaining === 5_000)

  const lifted = await keys.read('unban', id)
  assert.deepEqual(lifted, { id, environment: 'staging', wasBannedUntil: banned.bannedUntil })
  await poll(async () => (codeOf(await ask()) === 'api_key_banned' ? undefined : true))

  assert.equal((await service.stop()).status, 0)
  assert.equal((await keys.usage(id)).bannedUntil, null)
  if (isOnPostgres) return
  const database = new DatabaseSync(join(dataDir, 'staging.sqlite'), { readOnly: true })
  const left = database.prepare("SELECT name FROM settings WHERE name LIKE 'lift_ban%'").all()
  database.close()
  assert.deepEqual(left, [], 'what was asked for is done, and forgotten')
})

test('a ban is lifted while no service runs, and is not there at the next start', async (t) => {
  const dataDir = temporaryFolder(t)
  const keys = keysOf(dataDir)
  const first = await startService(t, dataDir, { PETSTORE_ENVIRONMENTS: 'staging' })
  const { id, key } = await keys.read('create', ...small, '--name', 'A shop')
  const { key: _, ...next } = await keys.read('rotate', id)
  const ask = async (baseUrl: string) => await call(`${baseUrl}/pets`, { key })
  for (let n = 0; n < 100; n += 1) await ask(first.baseUrl('staging'))
  assert.equal((await first.stop()).status, 0)
  const { bannedUntil } = await keys.usage(next.id)
  assert.notEqual(bannedUntil, null, 'keys of a chain share counts and bans')
  assert.equal((await keys.read('unban', next.id)).wasBannedUntil, bannedUntil)
  assert.equal((await keys.usage(id)).bannedUntil, null)
  const second = await startService(t, dataDir, { PETSTORE_ENVIRONMENTS: 'staging' })
  const answer = await ask(second.baseUrl('staging'))
  if (answer.status !== 200) assert.equal(errorOf(answer).code, 'rate_limit_exceeded')
})
