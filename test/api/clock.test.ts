import assert from 'node:assert/strict'
import { it } from '../helpers/app.ts'

const hour = 3_600_000

it('after the clock was set back by seconds, hours or years requests are answered and no animal is made twice', async (app) => {
  for (const [at, back] of [30_000, hour, 365 * 24 * hour].entries()) {
    const create = () =>
      app.post(
        '/pets',
        { name: 'Rex', categoryId: 3 },
        { headers: { 'idempotency-key': `order-${at}` } },
      )
    const first = await create()
    app.clock.advance(-back)
    const again = await create()
    assert.equal(again.status, 201)
    assert.equal(again.text, first.text)
    assert.equal(again.headers['idempotent-replayed'], 'true')
    const list = await app.call('/pets')
    assert.equal(JSON.parse(list.text).length, at + 1)
    assert.ok(Number(list.headers['x-ratelimit-reset']) * 1_000 > app.clock.time)
  }
})
