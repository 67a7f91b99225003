import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { InvalidRequestError } from '../../client/src/index.ts'
import { startApp } from '../helpers/app.ts'
import { clientOf } from '../helpers/client.ts'
import { commandsOf } from './commands.ts'

const setUp = async (t: TestContext) => {
  const app = await startApp(t)
  const store = clientOf(app)
  const { id: petId } = await store.pets.create({ name: 'Tom', categoryId: 3 })
  const statusOf = async (): Promise<string | undefined> => (await store.pets.find(petId))?.status
  return { app, store, petId, statusOf }
}

test('a hold ends when the caller says, by a date or its text', async (t) => {
  const { app, store, petId } = await setUp(t)
  const end = new Date(app.clock.time + 3_600_000)
  const { id, expiresAt } = await store.orders.place({ petId, expiresAt: end })
  assert.equal(expiresAt, end.toISOString())
  const later = new Date(app.clock.time + 7_200_000).toISOString()
  assert.equal((await store.orders.update(id, { expiresAt: later })).expiresAt, later)
  const past = store.orders.update(id, { expiresAt: '2020-01-01T00:00:00Z' })
  await assert.rejects(past, InvalidRequestError)
})

test('staff place, list and move orders at a terminal', async (t) => {
  const { app, statusOf } = await setUp(t)
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
  const { app, store, petId } = await setUp(t)
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
