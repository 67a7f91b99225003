import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { test, type TestContext } from 'node:test'
import { InvalidRequestError } from '../../client/src/index.ts'
import { defaultScopes, namesOf } from '../../src/access/keys/scopes.ts'
import { startApp, temporaryFolder, type TestApp } from '../helpers/app.ts'
import { clientOf } from '../helpers/client.ts'
import { poll } from '../helpers/poll.ts'
import { answerPing, hookUrl } from '../helpers/webhooks.ts'
import { commandsOf } from './commands.ts'

/** A store with an animal. */
const withPet = async (t: TestContext) => {
  const app = await startApp(t)
  const store = clientOf(app)
  const { id: petId } = await store.pets.create({ name: 'Tom', categoryId: 3 })
  const statusOf = async (): Promise<string | undefined> => (await store.pets.find(petId))?.status
  return { app, store, petId, statusOf }
}

test('a hold ends when the caller says, by a date or its text', async (t) => {
  const { app, store, petId } = await withPet(t)
  const end = new Date(app.clock.time + 3_600_000)
  const { id, expiresAt } = await store.orders.place({ petId, expiresAt: end })
  assert.equal(expiresAt, end.toISOString())
  const later = new Date(app.clock.time + 7_200_000).toISOString()
  assert.equal((await store.orders.update(id, { expiresAt: later })).expiresAt, later)
  const past = store.orders.update(id, { expiresAt: '2020-01-01T00:00:00Z' })
  await assert.rejects(past, InvalidRequestError)
})

test('staff place, list and move orders at a terminal', async (t) => {
  const { app, statusOf } = await withPet(t)
  const { run, prints, fails } = commandsOf(app, { now: () => app.clock.time })
  const placed = await run('orders place 1 --reference walk-in --expires 2h')
  assert.equal(placed.status, 0, placed.error)
  const order = JSON.parse(placed.out)
  assert.deepEqual([order.id, order.petId, order.reference], [1, 1, 'walk-in'])
  assert.equal(order.expiresAt, new Date(app.clock.time + 7_200_000).toISOString())
  await prints('orders list --status placed,approved --pet 1', placed.out)
  await prints('orders list --status returned', '')
  for (const [move, status] of [
    ['approve', 'pending'],
    ['deliver', 'sold'],
    ['return', 'available'],
  ] as const) {
    await prints(`orders ${move} 1`, /^\{"id":1,/)
    assert.equal(await statusOf(), status)
  }
  await fails('orders cancel 1', /\(transition_not_allowed, request/)
  await fails('orders list --status lost', /./, 2)
  const either = /'--expires <span>' cannot be used with option '--idempotency-key/
  await fails('orders place 1 --expires 2h --idempotency-key a', either, 2)
  const first = await run('orders place 1 --idempotency-key b')
  assert.deepEqual(await run('orders place 1 --idempotency-key b'), first)
})

test('a hold at a terminal lasts from 60s to 7d, though the service measures a moment later', async (t) => {
  const { app, store, petId } = await withPet(t)
  const at = (ahead: number) => commandsOf(app, { now: () => app.clock.time + ahead })
  // The clocks of two machines differ, either way.
  for (const [span, ahead] of [
    ['60s', -1_000],
    ['1m', 1_000],
    ['7d', 1_000],
    ['168h', -1_000],
  ] as const) {
    const { status, out, error } = await at(ahead).run(`orders place 1 --expires ${span}`)
    assert.equal(status, 0, `${span}: ${error}`)
    await store.orders.update(JSON.parse(out).id, { status: 'cancelled' })
  }
  for (const span of ['59s', '0s', '8d', '604801s'])
    await at(0).fails(`orders place 1 --expires ${span}`, /A hold lasts from 60s to 7d\./, 2)
  assert.equal((await Array.fromAsync(store.orders.list({ petId }))).length, 4)
})

test('the commands add a webhook with its secret, show its deliveries, and remove it', async (t) => {
  const app = await startApp(t)
  const { run, prints, fails } = commandsOf(app)
  const types = ['pet.updated', 'order.placed']
  const { out } = await run(`webhooks add ${hookUrl} --types ${types.join()} --description Stock`)
  const { secret, ...webhook } = JSON.parse(out)
  assert.match(secret, /^whsec_/)
  assert.deepEqual(webhook.types, types)
  assert.deepEqual(JSON.parse((await run('webhooks list')).out), webhook)
  await prints('webhooks deliveries 1 --status pending', /"type":"webhook\.ping"/)
  await prints('webhooks ping 1', /"status":"pending"/)
  await answerPing(app)
  await prints('webhooks redeliver 1 1', /"status":"pending"/)
  const renewed = JSON.parse((await run('webhooks new-secret 1')).out)
  assert.match(renewed.secret, /^whsec_/)
  assert.notEqual(renewed.secret, secret)
  const instant = '2026-11-20T12:00:00Z'
  await prints('webhooks recover 1 --since-event 0', /^\{"id":1,/)
  await prints(`webhooks recover 1 --since ${instant}`, /^\{"id":1,/)
  const one = /^Give exactly one of --since-event, --since\.$/m
  await fails('webhooks recover 1', one, 2)
  await fails(`webhooks recover 1 --since ${instant} --since-event 0`, one, 2)
  await fails('webhooks remove 1', /use --yes to delete without asking/, 2)
  await prints('webhooks remove 1 --yes', '')
  await prints('webhooks list', '')
  await fails('webhooks ping 1', /webhook_not_found/)
  await fails(`webhooks add ${hookUrl} --types pet.sold`, /./, 2)
})

test('a secret of one’s own comes from a file or standard input, never from an argument', async (t) => {
  const app = await startApp(t)
  const file = join(temporaryFolder(t), 'secret')
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
  writeFileSync(file, `${secret}\n`)
  const add = `webhooks add ${hookUrl}`
  const given = (input: string) => commandsOf(app, { input: Readable.from([input]) })
  const shown = new RegExp(RegExp.escape(`"secret":"${secret}"`))
  await given('').prints(`${add} --secret-file ${file}`, shown)
  await given(`${secret}\r\n`).prints(`${add} --secret-file -`, shown)
  const { fails } = given('')
  await fails(`${add} --secret ${secret}`, /unknown option '--secret'/, 2)
  await fails(`${add} --secret-file ${file}.no`, /There is no file/)
  await fails(`${add} --secret-file -`, /secret .*whsec_/)
  await fails(`${add} --secret-file /dev/zero`, /more than a secret/)
})

test('on a terminal the secret stands alone on its line, and lists are tables', async (t) => {
  const { shows } = commandsOf(await startApp(t))
  await shows(`webhooks add ${hookUrl}`, /\n\n {2}whsec_\S{44}\n\nIt is shown only once/)
  await shows('webhooks list', /^ID {2}STATE +URL +REASON\n1 +unverified +https/)
  await shows('webhooks deliveries 1', /^ID {2}STATUS +TYPE .*\n1 +pending +webhook\.ping/)
})

/** A paced client with a small quota. */
const withQuota = async (t: TestContext) => {
  const app = await startApp(t)
  const { key, record } = await app.addKey('enterprise', { perMinute: 3, perDay: 10 })
  const store = clientOf({ ...app, key }, { paceToQuota: true, retries: 0 })
  return { app, key, record, store }
}

/** Waits until the history has so many requests of a key. */
const untilSaved = async ({ storage, clock }: TestApp, ownerId: string, count: number) =>
  await poll(async () => {
    const all = { from: 0, limit: 99 }
    const saved = await storage.history.entries(ownerId, 'minute', all, clock.time)
    return saved.reduce((sum, entry) => sum + entry.count, 0) >= count
  })

test('a client sees its usage, though it waits for its quota with everything else', async (t) => {
  const { app, key, store } = await withQuota(t)
  for (let n = 0; n < 3; n += 1) await store.pets.list({ limit: 1 })
  const { windows, ban, deprecatedCalls } = await store.usage()
  const shown = windows.map(({ name, used, remaining }) => `${name} ${used} ${remaining}`)
  assert.deepEqual(shown, ['minute 3 0', 'day 3 7'])
  assert.deepEqual([ban, deprecatedCalls], [undefined, 0n])
  for (let n = 0; n < 3; n += 1) await app.call('/pets', { key })
  assert.equal((await store.usage()).ban?.until, '2026-11-20T12:05:30.000Z')
})

test('a client sees what it sent, from a moment on too', async (t) => {
  const { app, record, store } = await withQuota(t)
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
  const { app, key, record, store } = await withQuota(t)
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
