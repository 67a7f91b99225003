import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { it, type Json, startApp, temporaryFolder } from '../helpers/app.ts'
import { addPets, placeOrder } from '../helpers/orders.ts'
import { idsOn } from '../helpers/pages.ts'
import { poll } from '../helpers/poll.ts'
import { needsFile } from '../helpers/postgres-places.ts'
import { assertRefused } from '../helpers/refusal.ts'
import { addManager, changeKey } from '../helpers/team.ts'
import { addWebhook, hookUrl } from '../helpers/webhooks.ts'

it('a key for somebody is shown once, works at once, and its name is on what it does', async (app) => {
  await addPets(app, 1)
  const manager = await addManager(app)
  const scopes = ['orders:write', 'pets:read', 'orders:read']
  const made = await manager.ask({ name: 'Anna, front desk', scopes })
  assert.equal(made.status, 201)
  const { key, signInUrl, ...shown } = JSON.parse(made.text)
  assert.match(key, /^pets_test_[0-9A-Za-z]{36}$/)
  assert.equal(signInUrl, `${app.origin}/console#key=${key}`)
  assert.deepEqual(shown, {
    id: shown.id,
    name: 'Anna, front desk',
    scopes: ['pets:read', 'orders:read', 'orders:write'],
    createdAt: '2026-11-20T12:00:30.000Z',
    makerId: manager.id,
  })
  assert.equal(made.headers['location'], `${app.baseUrl}/keys/${shown.id}`)
  assert.equal(made.headers['cache-control'], 'no-store')

  const placed = await placeOrder(app, { petId: 1 }, { key })
  assert.equal(JSON.parse(placed.text).by, 'Anna, front desk')
  const [event] = await app.json('/events?type=order.placed')
  assert.equal(event.by, 'Anna, front desk')
  assertRefused(await app.call('/events', { key }), 'insufficient_scope')

  const listed = (await manager.call('/keys')).text + (await manager.call(`/keys/${shown.id}`)).text
  assert.doesNotMatch(listed, /pets_test_|hash/)
  for (const each of await manager.list()) {
    if (each.id === manager.id) assert.equal(each.makerId, undefined)
    else assert.deepEqual(each, shown)
  }
})

test('without a console there is no address that signs in', async (t) => {
  const app = await startApp(t, { console: false })
  const manager = await addManager(app)
  const { text } = await manager.ask({ name: 'Anna', scopes: ['pets:read'] })
  assert.deepEqual([text.includes('"key":'), text.includes('signInUrl')], [true, false])
})

test(
  'no file, no event and no observation has a key or a secret',
  { skip: needsFile },
  async (t) => {
    const dataDir = temporaryFolder(t)
    const app = await startApp(t, { dataDir })
    const manager = await addManager(app)
    const headers = { 'Idempotency-Key': 'once' }
    const made = await manager.ask({ name: 'Anna', scopes: ['pets:read'] }, { headers })
    const { key, id } = JSON.parse(made.text)
    assert.equal((await manager.call('/pets', { key })).status, 200)
    await manager.patch(id, { name: 'Anna A.' })
    await manager.revoke(id)
    const ownSecret = `whsec_${randomBytes(32).toString('base64')}`
    const secrets = [
      await addWebhook(app, {}, { headers }),
      await addWebhook(app, { secret: ownSecret }),
      await app.post('/webhooks/1/secret'),
    ].map(({ text }): string => JSON.parse(text).secret.replace('whsec_', ''))
    const raw = secrets.map((secret) => Buffer.from(secret, 'base64').toString('latin1'))
    const events = (await manager.call('/events')).text
    const read = () =>
      readdirSync(dataDir).map((name) => readFileSync(join(dataDir, name), 'latin1'))
    const files = read()
    await app.close()
    files.push(...read())
    // A control: what is not secret is there.
    for (const known of [id, hookUrl]) assert.ok(files.some((bytes) => bytes.includes(known)))
    for (const text of [...files, events, JSON.stringify(app.observations)]) {
      for (const secret of [key.slice('pets_test_'.length), ...secrets, ...raw]) {
        assert.ok(!text.includes(secret))
      }
    }
  },
)

it('all keys of a team have one quota and one plan', async (app) => {
  const manager = await addManager(app, { plan: 'free' })
  const [anna, ben] = [await manager.make('Anna'), await manager.make('Ben')]
  const left: number[] = []
  for (const member of [manager, anna, ben]) {
    left.push(Number((await member.call('/pets')).headers['x-ratelimit-remaining']))
  }
  assert.deepEqual(left, [57, 56, 55])
  const usage = await app.json('/usage', { key: ben.key })
  assert.partialDeepStrictEqual(usage.key, { name: 'Ben', plan: 'free' })
  const plan = { plan: 'pro', limits: { perMinute: 300, perDay: 10_000, openOrders: 50 } } as const
  await changeKey(app.storage.keys, manager.id, plan)
  const plans = (await app.storage.keys.ofOwner(manager.id)).map((key) => key.plan)
  assert.deepEqual(plans, ['pro', 'pro', 'pro'])
})

it('a rotated key has another secret, shown once, and is otherwise as it was', async (app) => {
  const manager = await addManager(app)
  const anna = await manager.make('Anna')
  const ben = await anna.make('Ben')
  assert.equal((await anna.call('/pets')).status, 200)
  const before = await manager.read(anna.id)
  const headers = { 'Idempotency-Key': 'lost-phone' }
  const rotated = await manager.rotate(anna.id, { headers })
  assert.equal(rotated.status, 201)
  const { key, signInUrl, lastUsedAt: _, ...shown } = JSON.parse(rotated.text)
  assert.deepEqual(shown, before)
  assert.equal(signInUrl, `${app.origin}/console#key=${key}`)
  assert.notEqual(key, anna.key)
  const refused = await poll(async () => {
    const answer = await anna.call('/pets')
    return answer.status === 200 ? undefined : answer
  })
  assertRefused(refused, 'invalid_api_key', /unknown/)
  assert.equal((await anna.call('/pets', { key })).status, 200)
  const again = JSON.parse((await manager.rotate(anna.id, { headers })).text)
  assert.deepEqual([again.id, again.key, again.signInUrl], [anna.id, undefined, undefined])
  assert.equal((await anna.call('/pets', { key })).status, 200)
  // What it made, it manages on.
  assert.equal((await app.patch(`/keys/${ben.id}`, { name: 'B' }, { key })).status, 200)
})

it('of any number of requests at once, the team gets no more keys than it may have', async (app) => {
  const manager = await addManager(app)
  const ask = () => manager.ask({ name: 'Anna', scopes: ['pets:read'] })
  const all = await Promise.all(Array.from({ length: 103 }, ask))
  const made = all.filter(({ status }) => status === 201)
  assert.equal(made.length, 100)
  const full = /^Your team has 100 keys, which is the limit\./
  for (const answer of all.filter((each) => !made.includes(each))) {
    assertRefused(answer, 'key_limit_reached', full)
  }
  const ids = await idsOn(app, '/keys', manager.key)
  assert.deepEqual([ids.length, new Set(ids).size], [101, 101])
  assert.equal((await manager.revoke(JSON.parse(made[0]?.text ?? '').id)).status, 204)
  assert.equal((await ask()).status, 201)
})

it('a team that goes on making and revoking keys keeps the last hundred of those that ended', async (app) => {
  const manager = await addManager(app)
  for (let n = 0; n < 110; n += 1) {
    app.clock.advance(1)
    const { id } = await manager.make(`Key ${n}`)
    assert.equal((await manager.revoke(id)).status, 204)
  }
  const names = (await app.storage.keys.ofOwner(manager.id)).map(({ name }) => name)
  // Since the last key was made, one more has ended.
  assert.deepEqual([names.length, names[0], names[1]], [102, 'A enterprise key', 'Key 9'])
})

it('the team alone is told of a key that is made, changed or revoked, and by whom', async (app) => {
  const manager = await addManager(app)
  const anna = await manager.make('Anna')
  await manager.patch(anna.id, { scopes: ['pets:read'] })
  await manager.patch(anna.id, { scopes: ['pets:read'], name: 'Anna' })
  await manager.rotate(anna.id)
  await manager.revoke(anna.id)
  await manager.revoke(anna.id)
  const events: readonly Json[] = JSON.parse((await manager.call('/events')).text)
  const told = events.map(({ type, by, data }) => `${type} by ${by}: ${data.key.scopes}`)
  const [all, ...narrow] = ['created', 'updated', 'rotated', 'revoked'].map(
    (what) => `key.${what} by A enterprise key: pets:read`,
  )
  assert.deepEqual(told, [`${all},pets:write,keys:manage`, ...narrow])
  const { name, revokedAt } = await manager.read(anna.id)
  assert.partialDeepStrictEqual(events.at(-1)?.data.key, { id: anna.id, name, revokedAt })
  assert.equal((await app.call('/events')).text, '[]')
  // Among events of all, each sees its own, page by page and in either order.
  await addPets(app, 1)
  for (const [key, ids] of [
    [manager.key, [1, 2, 3, 4, 5]],
    [app.key, [5]],
  ] as const) {
    for (const query of ['limit=1', 'limit=100', 'limit=2&sort=-id']) {
      const seen = await idsOn(app, `/events?${query}`, key)
      assert.deepEqual(query.endsWith('-id') ? seen.toReversed() : seen, ids, query)
    }
  }
})
