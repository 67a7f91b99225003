import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp, type TestApp } from '../helpers/app.ts'
import { fastClient, startFastStore } from '../helpers/client.ts'

const statusesOf = (app: TestApp): readonly number[] => app.requests().map(({ status }) => status)

test('a job of 500 creates at 60 a minute, all started at once, ends without one 429', async (t) => {
  const limits = { perMinute: 60, perDay: 1_000 }
  const { app, store } = await startFastStore(t, { paceToQuota: true }, limits)
  const started = app.clock.time
  const create = async (_: unknown, n: number) =>
    await store.pets.create({ name: `Pet ${n}`, categoryId: n })
  await Promise.all(Array.from({ length: 500 }, create))
  assert.deepEqual(new Set(statusesOf(app)), new Set([201]))
  assert.equal(statusesOf(app).length, 500)
  // 60 in what is left of the first minute, then 60 in each of eight more: no minute was wasted.
  assert.ok(app.clock.time - started <= 8 * 60_000)
})

test('a quota that others draw on too is kept to as the answers tell it', async (t) => {
  const app = await startApp(t)
  const { key } = await app.addKey('enterprise', { perMinute: 10, perDay: 1_000 })
  const paced = { baseUrl: app.baseUrl, apiKey: key, paceToQuota: true }
  const clients = [fastClient(paced, app.clock), fastClient(paced, app.clock)]
  for (let n = 0; n < 15; n += 1) for (const { store } of clients) await store.pets.list()
  assert.ok(statusesOf(app).filter((status) => status === 429).length <= 3)
})

test('a call that is given up in the queue leaves the others their turns', async (t) => {
  const { store } = await startFastStore(t, { paceToQuota: true })
  const reason = new Error('Enough.')
  const controller = new AbortController()
  const first = store.pets.create({ name: 'First', categoryId: 1 })
  const second = store.pets.create({ name: 'Second', categoryId: 1 }, { signal: controller.signal })
  const third = store.pets.create({ name: 'Third', categoryId: 1 })
  controller.abort(reason)
  await assert.rejects(second, reason)
  assert.equal((await first).name, 'First')
  assert.equal((await third).name, 'Third')
})
