import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { defaultScopes, namesOf } from '../../src/access/keys/scopes.ts'
import { startApp, type TestApp, TestClock } from '../helpers/app.ts'
import { clientOf } from '../helpers/client.ts'
import { poll } from '../helpers/poll.ts'
import { commandsOf } from './commands.ts'

const setUp = async (t: TestContext) => {
  const app = await startApp(t, { clock: new TestClock('2026-11-20T12:00:30Z') })
  const { key, record } = await app.addKey('enterprise', { perMinute: 3, perDay: 10 })
  const store = clientOf({ ...app, key }, { paceToQuota: true, retries: 0 })
  return { app, key, record, store }
}

/** Waits until the history has so many requests of a key. */
const untilSaved = async (app: TestApp, ownerId: string, count: number): Promise<void> => {
  await poll(async () => {
    const saved = await app.storage.history.entries(
      ownerId,
      'minute',
      { from: 0, limit: 99 },
      app.clock.time,
    )
    return saved.reduce((sum, entry) => sum + entry.count, 0) >= count ? true : undefined
  })
}

test('a client sees its usage, though it waits for its quota with everything else', async (t) => {
  const { app, key, store } = await setUp(t)
  for (let n = 0; n < 3; n += 1) await store.pets.list({ limit: 1 })
  const { windows, ban, deprecatedCalls } = await store.usage()
  const shown = windows.map(({ name, used, remaining }) => `${name} ${used} ${remaining}`)
  assert.deepEqual(shown, ['minute 3 0', 'day 3 7'])
  assert.deepEqual([ban, deprecatedCalls], [undefined, 0n])
  for (let n = 0; n < 3; n += 1) await app.call('/pets', { key })
  assert.equal((await store.usage()).ban?.until, '2026-11-20T12:05:30.000Z')
})

test('a client sees what it sent, from a moment on too', async (t) => {
  const { app, record, store } = await setUp(t)
  await store.pets.list()
  await untilSaved(app, record.ownerId, 1)
  const expected = { operation: 'listPets', status: 200, count: 1n }
  const start = '2026-11-20T12:00:00.000Z'
  const from = new Date(start)
  for (const options of [
    {},
    { interval: 'minute', from },
    { interval: 'hour', from: start },
  ] as const) {
    const entries = await Array.fromAsync(store.usageHistory(options))
    const lists = entries.filter(({ operation }) => operation === 'listPets')
    assert.deepEqual(lists, [{ start, ...expected }])
  }
  const later = new Date(app.clock.time + 60_000)
  const page = await store.usageHistory({ interval: 'minute', from: later })
  assert.deepEqual([page.items, page.hasNext], [[], false])
  const all = await Array.fromAsync(store.usageHistory({ interval: 'minute' }))
  assert.deepEqual(await Array.fromAsync(store.usageHistory({ interval: 'minute', limit: 1 })), all)
})

test('petstore usage prints what a key has used: for people as tables, for programs as JSON', async (t) => {
  const { app, key, record, store } = await setUp(t)
  for (let n = 0; n < 3; n += 1) await store.pets.list()
  for (let n = 0; n < 3; n += 1) await app.call('/pets', { key })
  await untilSaved(app, record.ownerId, 6)
  const { prints, fails, shows } = commandsOf({ ...app, key })
  const scopes = namesOf(defaultScopes).join(', ')
  await shows(
    'usage',
    `Key ${record.id} (A enterprise key, enterprise, never expires), with the scopes ${scopes}:

WINDOW  LIMIT  USED  REMAINING  ENDS
minute  3      3     0          2026-11-20T12:01:00.000Z
day     10     3     7          2026-11-21T00:00:00.000Z

It is banned since 2026-11-20T12:00:30.000Z, until 2026-11-20T12:05:30.000Z.
Orders placed: 0 of 500.
Calls of deprecated operations in 90 days: 0.
`,
  )
  const ban = '"ban":{"since":"2026-11-20T12:00:30.000Z","until":"2026-11-20T12:05:30.000Z"}'
  await prints('usage', new RegExp(RegExp.escape(ban)))
  await shows(
    'usage --history day',
    /^START +OPERATION +STATUS +CODE +WINDOW +COUNT\n[^]*^2026-11-20T00:00:00.000Z +listPets +429 +rate_limit_exceeded +minute +3$/m,
  )
  await shows(
    'usage --history day --json',
    /^\{"start":"2026-11-20T00:00:00.000Z","operation":"listPets","status":200,"count":3\}$/m,
  )
  await fails('usage --history week', /./, 2)
})
