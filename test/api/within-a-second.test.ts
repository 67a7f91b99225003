import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { mock, test, type TestContext } from 'node:test'
import { startApp, temporaryFolder } from '../helpers/app.ts'
import { isOnPostgres } from '../helpers/on-postgres.ts'
import { needsFile } from '../helpers/postgres-places.ts'
import { changeKey } from '../helpers/team.ts'

/** An application whose timers only the test moves, so that a busy machine changes nothing. */
const startByTimers = async (t: TestContext) => {
  mock.timers.enable({ apis: ['setTimeout', 'setInterval'] })
  t.after(() => mock.timers.reset())
  const dataDir = temporaryFolder(t)
  const app = await startApp(t, { dataDir })
  const aSecond = async (): Promise<void> => {
    for (let tenth = 0; tenth < 10; tenth += 1) {
      mock.timers.tick(100)
      // The work of a timer ends before the next timer.
      for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve))
      if (isOnPostgres) await app.storage.ping()
    }
  }
  return { app, dataDir, aSecond }
}

test('a key that was revoked is refused a second later', async (t) => {
  const { app, aSecond } = await startByTimers(t)
  const { key, record } = await app.addKey('pro')
  assert.equal((await app.call('/pets', { key })).status, 200)
  await changeKey(app.storage.keys, record.id, { revokedAt: app.clock.time })
  await aSecond()
  assert.equal((await app.call('/pets', { key })).status, 401)
})

test('what another process adds is listed a second later', { skip: needsFile }, async (t) => {
  const { app, dataDir, aSecond } = await startByTimers(t)
  assert.equal((await app.call('/pets')).text, '[]')
  const other = new DatabaseSync(join(dataDir, 'staging.sqlite'))
  other.exec("INSERT INTO pets (name, category_id, status) VALUES ('Rex', 1, 'sold')")
  other.close()
  await aSecond()
  assert.match((await app.call('/pets')).text, /"Rex"/)
})
