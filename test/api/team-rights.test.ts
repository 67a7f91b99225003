import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../helpers/app.ts'
import { assertRefused } from '../helpers/refusal.ts'
import { addManager } from '../helpers/team.ts'

/** What a key of a team cannot get, give or reach. */

test('a key gives no scope that it lacks, neither to a new key nor to an old one', async (t) => {
  const app = await startApp(t)
  const manager = await addManager(app, { scopes: ['pets:read', 'orders:read'] })
  const below = await manager.make('Anna', { scopes: ['pets:read', 'keys:manage'] })
  const reader = await below.make('Ben', { scopes: ['pets:read'] })
  const wider = { scopes: ['pets:read', 'orders:read'] }
  for (const answer of [
    await below.ask({ name: 'Cleo', ...wider }),
    await below.patch(reader.id, wider),
  ]) {
    assert.equal(
      assertRefused(answer, 'insufficient_scope'),
      'Giving a key the scope orders:read needs the scope orders:read, which this API key does not have; it has pets:read, keys:manage. Use another key, or ask the operator to give this one the scope.',
    )
    assert.equal(
      answer.headers['www-authenticate'],
      'Bearer error="insufficient_scope", scope="orders:read"',
    )
  }
  assertRefused(await reader.ask({ name: 'Cleo', scopes: ['pets:read'] }), 'insufficient_scope')
  assertRefused(await reader.call('/keys'), 'insufficient_scope')
  assert.equal((await manager.patch(reader.id, wider)).status, 200)
  // What it had before it keeps, whatever the changing key lacks.
  assert.equal((await below.patch(reader.id, { name: 'Ben B.' })).status, 200)
  assert.deepEqual((await manager.read(reader.id)).scopes, wider.scopes)
})

test('a key outlives neither the one that makes it nor the one that changes it', async (t) => {
  const app = await startApp(t)
  const day = 86_400_000
  const ends = new Date(app.clock.time + 2 * day).toISOString()
  const later = new Date(app.clock.time + 2 * day + 1).toISOString()
  const manager = await addManager(app, { expiresAt: app.clock.time + 2 * day })
  const anna = await manager.make('Anna')
  const scopes = ['pets:read']
  assert.equal((await manager.list()).at(-1)?.expiresAt, ends)
  for (const answer of [
    await manager.ask({ name: 'Ben', scopes, expiresAt: later }),
    await manager.patch(anna.id, { expiresAt: later }),
    await manager.patch(anna.id, { expiresAt: null }),
  ]) {
    const message = `expiresAt must be ${ends} or earlier, since the key that gives it expires then.`
    assert.equal(assertRefused(answer, 'invalid_body'), message)
  }
  const past = new Date(app.clock.time).toISOString()
  for (const answer of [
    await manager.ask({ name: 'Ben', scopes, expiresAt: past }),
    await manager.patch(anna.id, { expiresAt: past }),
  ]) {
    assert.equal(
      assertRefused(answer, 'invalid_body'),
      `expiresAt must be in the future, not ${past}.`,
    )
  }
  const soon = new Date(app.clock.time + day).toISOString()
  assert.equal(JSON.parse((await manager.patch(anna.id, { expiresAt: soon })).text).expiresAt, soon)
  app.clock.advance(day)
  assertRefused(await anna.call('/pets'), 'invalid_api_key', /expired/)
  assertRefused(
    await manager.patch(anna.id, { expiresAt: ends }),
    'key_not_manageable',
    /is expired/,
  )

  const endless = await addManager(app)
  const made = await endless.make('Dora')
  assert.equal((await endless.patch(made.id, { expiresAt: ends })).status, 200)
  const forGood = await endless.patch(made.id, { expiresAt: null })
  assert.equal(JSON.parse(forGood.text).expiresAt, undefined)
})

test('a key manages what it made, one of the operator all that was made, and none itself', async (t) => {
  const app = await startApp(t)
  const manager = await addManager(app)
  const anna = await manager.make('Anna')
  const ben = await manager.make('Ben')
  const cleo = await anna.make('Cleo')
  const stranger = await addManager(app)
  const theirs = await stranger.make('Theirs')
  const before = JSON.stringify(await manager.list())

  const byOperator = `The key ${manager.id} was made by the operator, who manages it.`
  const refusals: ReadonlyArray<readonly [caller: typeof anna, id: string, reason: string]> = [
    [manager, manager.id, byOperator],
    [anna, manager.id, byOperator],
    [anna, anna.id, `The key ${anna.id} was made by the key ${manager.id}, which manages it.`],
    [anna, ben.id, `The key ${ben.id} was made by the key ${manager.id}, which manages it.`],
    [cleo, anna.id, `The key ${anna.id} was made by the key ${manager.id}, which manages it.`],
    [ben, cleo.id, `The key ${cleo.id} was made by the key ${anna.id}, which manages it.`],
  ]
  for (const [caller, id, reason] of refusals) {
    for (const answer of [
      await caller.patch(id, { name: 'Mine' }),
      await caller.rotate(id),
      await caller.revoke(id),
    ])
      assert.equal(assertRefused(answer, 'key_not_manageable'), reason)
  }
  for (const id of [stranger.id, theirs.id, 'key_nonesuch', 'key-1', '7']) {
    assertRefused(await manager.patch(id, { name: 'Mine' }), 'key_not_found')
    assertRefused(await manager.rotate(id), 'key_not_found')
    assertRefused(await manager.revoke(id), 'key_not_found')
    assertRefused(await manager.call(`/keys/${id}`), 'key_not_found')
  }
  assert.equal(JSON.stringify(await manager.list()), before)
  assert.equal(before.includes('Theirs'), false)

  assert.equal((await anna.patch(cleo.id, { name: 'Cleo C.' })).status, 200)
  assert.equal((await manager.revoke(cleo.id)).status, 204)
  const all = await manager.list()
  const made = all.filter(({ id }) => id !== manager.id)
  assert.deepEqual(
    made.map(({ name, makerId, revokedAt }) => `${name} by ${makerId}: ${revokedAt}`).toSorted(),
    [
      `Anna by ${manager.id}: undefined`,
      `Ben by ${manager.id}: undefined`,
      `Cleo C. by ${anna.id}: 2026-11-20T12:00:30.000Z`,
    ],
  )
})

test('what a revoked key made goes on, and a key of the operator manages it', async (t) => {
  const app = await startApp(t)
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

test('nobody gets more than his own key has by rotating another', async (t) => {
  const app = await startApp(t)
  const end = app.clock.time + 86_400_000
  const manager = await addManager(app)
  const anna = await manager.make('Anna', { scopes: ['pets:read', 'keys:manage'] })
  const ben = await anna.make('Ben', { scopes: ['pets:read'] })
  assert.equal(
    (await manager.patch(ben.id, { scopes: ['pets:read', 'orders:manage'] })).status,
    200,
  )
  assertRefused(await anna.rotate(ben.id), 'insufficient_scope', /orders:manage/)
  assert.equal((await ben.call('/pets')).status, 200)

  await manager.patch(ben.id, { scopes: ['pets:read'] })
  await manager.patch(anna.id, { expiresAt: new Date(end).toISOString() })
  const rotated = JSON.parse((await anna.rotate(ben.id)).text)
  assert.equal(rotated.expiresAt, new Date(end).toISOString())
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
  assertRefused(await thief.patch(thief.id, { name: 'A' }), 'invalid_api_key')
  assertRefused(await thief.rotate(thief.id), 'invalid_api_key')
  assertRefused(await thief.revoke(thief.id), 'invalid_api_key')
  assert.equal((await manager.list()).length, 2)

  // Nor does one that has lost the scope, or would outlive its new end.
  const clerk = await manager.make('Clerk')
  await manager.patch(clerk.id, { scopes: ['pets:read'] })
  assertRefused(await clerk.ask(lasting), 'insufficient_scope')
})
