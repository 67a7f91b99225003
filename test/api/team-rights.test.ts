import assert from 'node:assert/strict'
import { test } from 'node:test'
import { it, startApp } from '../helpers/app.ts'
import { assertRefused } from '../helpers/refusal.ts'
import { addManager, type Member } from '../helpers/team.ts'

/** What a key of a team cannot get, give or reach. */

const day = 86_400_000
const scopes = ['pets:read']

it('a key gives no scope that it lacks, neither to a new key nor to an old one', async (app) => {
  const manager = await addManager(app, { scopes: ['pets:read', 'orders:read'] })
  const below = await manager.make('Anna', { scopes: ['pets:read', 'keys:manage'] })
  const reader = await below.make('Ben', { scopes })
  const wider = { scopes: ['pets:read', 'orders:read'] }
  const asked = await below.ask({ name: 'Cleo', ...wider })
  for (const answer of [asked, await below.patch(reader.id, wider)]) {
    assert.equal(
      assertRefused(answer, 'insufficient_scope'),
      'Giving a key the scope orders:read needs the scope orders:read, which this API key does not have; it has pets:read, keys:manage. Use another key, or ask the operator to give this one the scope.',
    )
  }
  assertRefused(await reader.ask({ name: 'Cleo', scopes }), 'insufficient_scope')
  assertRefused(await reader.call('/keys'), 'insufficient_scope')
  assert.equal((await manager.patch(reader.id, wider)).status, 200)
  // What it had before it keeps, whatever the changing key lacks.
  assert.equal((await below.patch(reader.id, { name: 'Ben B.' })).status, 200)
  assert.deepEqual((await manager.read(reader.id)).scopes, wider.scopes)
})

it('a key outlives neither the one that makes it nor the one that changes it', async (app) => {
  const start = app.clock.time
  const at = (days: number, more = 0): string => new Date(start + days * day + more).toISOString()
  const manager = await addManager(app, { expiresAt: start + 2 * day })
  const anna = await manager.make('Anna')
  assert.equal((await manager.list()).at(-1)?.expiresAt, at(2))
  const tooLate = `expiresAt must be ${at(2)} or earlier, since the key that gives it expires then.`
  const past = `expiresAt must be in the future, not ${at(0)}.`
  for (const [answer, message] of [
    [await manager.ask({ name: 'Ben', scopes, expiresAt: at(2, 1) }), tooLate],
    [await manager.patch(anna.id, { expiresAt: at(2, 1) }), tooLate],
    [await manager.patch(anna.id, { expiresAt: null }), tooLate],
    [await manager.ask({ name: 'Ben', scopes, expiresAt: at(0) }), past],
    [await manager.patch(anna.id, { expiresAt: at(0) }), past],
  ] as const) {
    assert.equal(assertRefused(answer, 'invalid_body'), message)
  }
  const soon = await manager.patch(anna.id, { expiresAt: at(1) })
  assert.equal(JSON.parse(soon.text).expiresAt, at(1))
  app.clock.advance(day)
  assertRefused(await anna.call('/pets'), 'invalid_api_key', /expired/)
  const late = await manager.patch(anna.id, { expiresAt: at(2) })
  assertRefused(late, 'key_not_manageable', /is expired/)

  const endless = await addManager(app)
  const made = await endless.make('Dora')
  assert.equal((await endless.patch(made.id, { expiresAt: at(2) })).status, 200)
  const forGood = await endless.patch(made.id, { expiresAt: null })
  assert.equal(JSON.parse(forGood.text).expiresAt, undefined)
})

/** Every way to change a key. */
const changesOf = async (caller: Member, id: string) => [
  await caller.patch(id, { name: 'Mine' }),
  await caller.rotate(id),
  await caller.revoke(id),
]

it('a key manages what it made, one of the operator all that was made, and none itself', async (app) => {
  const manager = await addManager(app)
  const anna = await manager.make('Anna')
  const ben = await manager.make('Ben')
  const cleo = await anna.make('Cleo')
  const stranger = await addManager(app)
  const theirs = await stranger.make('Theirs')
  const before = JSON.stringify(await manager.list())

  const madeBy = (maker: Member): string => `by the key ${maker.id}, which manages it.`
  const byOperator = 'by the operator, who manages it.'
  for (const [caller, { id }, maker] of [
    [manager, manager, byOperator],
    [anna, manager, byOperator],
    [anna, anna, madeBy(manager)],
    [anna, ben, madeBy(manager)],
    [cleo, anna, madeBy(manager)],
    [ben, cleo, madeBy(anna)],
  ] as const) {
    for (const answer of await changesOf(caller, id)) {
      assert.equal(assertRefused(answer, 'key_not_manageable'), `The key ${id} was made ${maker}`)
    }
  }
  for (const id of [stranger.id, theirs.id, 'key_nonesuch', 'key-1', '7']) {
    for (const answer of await changesOf(manager, id)) assertRefused(answer, 'key_not_found')
    assertRefused(await manager.call(`/keys/${id}`), 'key_not_found')
  }
  assert.equal(JSON.stringify(await manager.list()), before)
  assert.equal(before.includes('Theirs'), false)

  assert.equal((await anna.patch(cleo.id, { name: 'Cleo C.' })).status, 200)
  assert.equal((await manager.revoke(cleo.id)).status, 204)
  const made = (await manager.list()).filter(({ id }) => id !== manager.id)
  assert.deepEqual(
    made.map(({ name, makerId, revokedAt }) => `${name} by ${makerId}: ${revokedAt}`).toSorted(),
    [
      `Anna by ${manager.id}: undefined`,
      `Ben by ${manager.id}: undefined`,
      `Cleo C. by ${anna.id}: 2026-11-20T12:00:30.000Z`,
    ],
  )
})

it('what a revoked key made goes on, and a key of the operator manages it', async (app) => {
  const manager = await addManager(app)
  const anna = await manager.make('Anna')
  const ben = await anna.make('Ben')
  assert.equal((await manager.revoke(anna.id)).status, 204)
  assert.equal((await ben.call('/pets')).status, 200)
  assert.equal((await manager.patch(ben.id, { name: 'Ben B.' })).status, 200)
  // Once revoked it stays so, at the time of the first.
  const shown = await manager.read(anna.id)
  app.clock.advance(5_000)
  assert.equal((await manager.revoke(anna.id)).status, 204)
  assert.deepEqual(await manager.read(anna.id), shown)
  assertRefused(await manager.patch(anna.id, { name: 'A.' }), 'key_not_manageable', /is revoked/)
  assertRefused(await manager.rotate(anna.id), 'key_not_manageable', /is revoked/)
})

it('nobody gets more than his own key has by rotating another', async (app) => {
  const manager = await addManager(app)
  const anna = await manager.make('Anna', { scopes: ['pets:read', 'keys:manage'] })
  const ben = await anna.make('Ben', { scopes })
  const wider = { scopes: ['pets:read', 'orders:manage'] }
  assert.equal((await manager.patch(ben.id, wider)).status, 200)
  assertRefused(await anna.rotate(ben.id), 'insufficient_scope', /orders:manage/)
  assert.equal((await ben.call('/pets')).status, 200)

  await manager.patch(ben.id, { scopes })
  const expiresAt = new Date(app.clock.time + day).toISOString()
  await manager.patch(anna.id, { expiresAt })
  assert.equal(JSON.parse((await anna.rotate(ben.id)).text).expiresAt, expiresAt)
})

test('a revoked key makes no other key, even while a node still remembers it', async (t) => {
  const app = await startApp(t, {
    // A node that never notices that a key changed.
    wrapStorage: (storage) => ({ ...storage, keys: { ...storage.keys, revision: async () => 1 } }),
  })
  const manager = await addManager(app)
  const thief = await manager.make('Thief')
  assert.equal((await thief.call('/pets')).status, 200)
  assert.equal((await manager.revoke(thief.id)).status, 204)
  assert.equal((await thief.call('/pets')).status, 200)
  const lasting = { name: 'Lasting', scopes: ['pets:read', 'keys:manage'] }
  assertRefused(await thief.ask(lasting), 'invalid_api_key', /^The API key is revoked\.$/)
  for (const answer of await changesOf(thief, thief.id)) assertRefused(answer, 'invalid_api_key')
  assert.equal((await manager.list()).length, 2)

  // Nor does one that has lost the scope, or would outlive its new end.
  const clerk = await manager.make('Clerk')
  await manager.patch(clerk.id, { scopes })
  assertRefused(await clerk.ask(lasting), 'insufficient_scope')
})
