import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../helpers/app.ts'

const hour = 3_600_000

for (const [what, back] of [
  ['30 seconds', 30_000],
  ['an hour', hour],
  ['a year', 365 * 24 * hour],
] as const) {
  test(`after the clock was set back by ${what} requests are answered and no animal is made twice`, async (t) => {
    const app = await startApp(t)
    const create = () =>
      app.call('/pets', {
        method: 'POST',
        body: { name: 'Rex', categoryId: 3 },
        headers: { 'idempotency-key': 'order-1' },
      })
    const first = await create()
    app.clock.advance(-back)
    const again = await create()
    assert.equal(again.status, 201)
    assert.equal(again.text, first.text)
    assert.equal(again.headers['idempotent-replayed'], 'true')
    const list = await app.call('/pets')
    assert.equal(JSON.parse(list.text).length, 1)
    assert.ok(Number(list.headers['x-ratelimit-reset']) * 1_000 > app.clock.time)
  })
}
