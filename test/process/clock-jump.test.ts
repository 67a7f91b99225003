import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startFragileService } from '../helpers/fragile-service.ts'
import { createPet } from '../helpers/service.ts'

const movable = new URL('../helpers/movable-clock.ts', import.meta.url).href

// What a steady clock shows of such times is in test/unit/steady-clock.test.ts.
test('a clock that is 25 hours ahead for a while forgets no stored answer and no count, and ends no hold', async (t) => {
  const run = await startFragileService(t, { NODE_OPTIONS: `--import=${movable}` })
  let settings = 0
  const setClock = async (milliseconds: number): Promise<void> => {
    run.process.stdin?.write(`${milliseconds}\n`)
    settings += 1
    // The main thread, and the one that serves.
    await run.untilLogged('clock_set', settings * 2)
  }
  const create = () => createPet(run.call, 'Rex', 'once')
  const first = await create()
  assert.equal(first.status, 201)
  const hold = await run.call('/store/orders', { method: 'POST', body: { petId: 1 } })
  assert.equal(hold.status, 201)
  const key = await run.addKey('staging')
  const dayLeft = async (): Promise<number> => {
    const { headers } = await run.call('/pets?limit=1', { key })
    return Number(/"day";r=(\d+)/.exec(String(headers['ratelimit']))?.[1])
  }
  const left = await dayLeft()
  for (const [milliseconds, spent] of [
    [25 * 3_600_000, 1],
    [0, 2],
  ] as const) {
    await setClock(milliseconds)
    const again = await create()
    assert.deepEqual([again.text, again.headers['idempotent-replayed']], [first.text, 'true'])
    assert.equal((await run.call('/store/orders/1')).text, hold.text)
    assert.equal(await dayLeft(), left - spent)
  }
})
