import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../helpers/app.ts'
import { commandsIn } from '../helpers/command.ts'
import { errorOf } from '../helpers/http.ts'
import { isOnPostgres } from '../helpers/on-postgres.ts'
import { poll } from '../helpers/poll.ts'
import { startService } from '../helpers/service.ts'

test('each change of a key is in force on the running service, without a message to it; so is the end of a ban, also at the next start', async (t) => {
  const dataDir = temporaryFolder(t)
  const commands = commandsIn(dataDir)
  const service = await startService(t, dataDir)
  /** What the service says of a key: a code, or a status that is none. */
  const saidOf = async (key: string, { asking } = service): Promise<string | number> => {
    const answer = await asking(key)('/pets')
    return answer.status === 200 ? 200 : errorOf(answer).code
  }
  // test/api/authentication.test.ts checks the promised time.
  const until = async (key: string, said: string | number): Promise<boolean> =>
    await poll(async () => (await saidOf(key)) === said)
  const made = await commands.one('keys create --plan business --name Shop')
  await until(made.key, 200)
  const rotated = await commands.one(`keys rotate ${made.id} --grace 0s`)
  await until(rotated.key, 200)
  await until(made.key, 'invalid_api_key')
  assert.match(errorOf(await service.asking(made.key)('/pets')).message, /expired/)
  await poll(async () => (await commands.one(`keys show ${rotated.id}`)).lastUsedAt !== null)

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
