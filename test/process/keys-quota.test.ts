import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder, TestClock } from '../helpers/app.ts'
import { commandsIn } from '../helpers/command.ts'
import { errorOf } from '../helpers/http.ts'
import { isOnPostgres } from '../helpers/on-postgres.ts'
import { poll } from '../helpers/poll.ts'
import { startService } from '../helpers/service.ts'

test('a key that was never used has all of both windows', async (t) => {
  const clock = new TestClock()
  const commands = commandsIn(temporaryFolder(t), { now: () => clock.time })
  const { key: _, ...made } = await commands.one('keys create --plan pro --name', 'A shop')
  const { id } = made
  assert.deepEqual(await commands.one(`keys show ${id}`), {
    ...made,
    chain: [id],
    asOf: '2026-11-20T12:00:30.000Z',
    minute: { limit: 300, used: 0, remaining: 300, resetsAt: '2026-11-20T12:01:00.000Z' },
    day: { limit: 10_000, used: 0, remaining: 10_000, resetsAt: '2026-11-21T00:00:00.000Z' },
    bannedUntil: null,
  })
  const { status, out } = await commands.run(`keys show ${id}`)
  assert.equal(status, 0)
  assert.match(out, /^Key key_\w+ \(A shop, pro, staging, good\), as of 2026-11-20T12:00:30\.000Z:/)
  assert.match(out, /^minute +300 +0 +300 +2026-11-20T12:01:00\.000Z$/m)
  assert.match(out, /^It is not banned\. A running service saves twice a second what it counts\.$/m)
  assert.match((await commands.run(`keys unban ${id}`)).out, /^The key key_\w+ is not banned\.\n$/)
})

test('all that is known of a key is shown, but not the key itself', async (t) => {
  const clock = new TestClock()
  const commands = commandsIn(temporaryFolder(t), { now: () => clock.time })
  const scopes = '--scopes pets:read,orders:write'
  const first = await commands.one(
    `keys create --plan free ${scopes} --expires 30d --name`,
    'A shop',
  )
  clock.time += 3_600_000
  const next = await commands.one(`keys rotate ${first.id} --grace 1h`)
  clock.time += 60_000
  await commands.one(`keys revoke ${next.id}`)
  const { out } = await commands.run(`keys show ${next.id}`)
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
  const { status, out: json } = await commands.run(`keys show ${first.id} --json`)
  assert.equal(status, 0)
  assert.ok(!json.includes(first.key))
  assert.deepEqual(JSON.parse(json).chain, [first.id, next.id])
})

test('each change of a key is in force on the running service, without a message to it; so is the end of a ban, also at the next start', async (t) => {
  const dataDir = temporaryFolder(t)
  const commands = commandsIn(dataDir)
  const begun = Date.now()
  const service = await startService(t, dataDir)
  /** What the service says of a key: a code, or a status that is none. */
  const saidOf = async (key: string, { asking } = service): Promise<string | number> => {
    const answer = await asking(key)('/pets')
    return answer.status === 200 ? 200 : errorOf(answer).code
  }
  // test/api/within-a-second.test.ts checks the promised time.
  const until = async (key: string, said: string | number): Promise<boolean> =>
    await poll(async () => (await saidOf(key)) === said)
  const made = await commands.one('keys create --plan business --name Shop')
  await until(made.key, 200)
  const rotated = await commands.one(`keys rotate ${made.id} --grace 0s`)
  await until(rotated.key, 200)
  await until(made.key, 'invalid_api_key')
  assert.match(errorOf(await service.asking(made.key)('/pets')).message, /expired/)
  await commands.one(`keys revoke ${rotated.id}`)
  await until(rotated.key, 'invalid_api_key')
  const used: string = await poll(async () => {
    const { lastUsedAt } = await commands.one(`keys show ${rotated.id}`)
    return lastUsedAt ?? undefined
  })
  // It is precise to the second.
  assert.ok(Date.parse(used) >= begun - 1_000 && Date.parse(used) <= Date.now())

  const small = '--plan enterprise --per-minute 20 --per-day 5000'
  const { id, key } = await commands.one(`keys create ${small} --name Shop`)
  const next = await commands.one(`keys rotate ${id}`)
  const ban = async (): Promise<void> => {
    for (let n = 0; (await saidOf(key)) !== 'api_key_banned'; n += 1) assert.ok(n < 100)
  }
  await ban()
  const banned = await poll(async () => {
    const usage = await commands.one(`keys show ${id}`)
    return usage.bannedUntil !== null && usage
  })
  assert.ok(Date.parse(banned.bannedUntil ?? '') > Date.now())
  assert.ok(banned.day.used >= 20 && banned.day.used + banned.day.remaining === 5_000)
  const lifted = await commands.one(`keys unban ${id}`)
  assert.deepEqual(lifted, { id, environment: 'staging', wasBannedUntil: banned.bannedUntil })
  await poll(async () => (await saidOf(key)) !== 'api_key_banned')

  await ban()
  assert.equal((await service.stop()).status, 0)
  const { bannedUntil } = await commands.one(`keys show ${next.id}`)
  assert.notEqual(bannedUntil, null, 'keys of a chain share counts and bans')
  assert.equal((await commands.one(`keys unban ${next.id}`)).wasBannedUntil, bannedUntil)
  assert.equal((await commands.one(`keys show ${id}`)).bannedUntil, null)
  const again = await startService(t, dataDir)
  assert.notEqual(await saidOf(key, again), 'api_key_banned')
  await again.stop()
  if (isOnPostgres) return
  using database = new DatabaseSync(join(dataDir, 'staging.sqlite'), { readOnly: true })
  const left = database.prepare("SELECT name FROM settings WHERE name LIKE 'lift_ban%'").all()
  assert.deepEqual(left, [], 'what was asked for is done, and forgotten')
})
