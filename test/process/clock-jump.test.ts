import assert from 'node:assert/strict'
import { test } from 'node:test'
import { errorOf } from '../helpers/http.ts'
import { startFragileService } from '../helpers/fragile-service.ts'
import { createPet } from '../helpers/service.ts'

const movable = new URL('../helpers/movable-clock.ts', import.meta.url).href

test('a clock that is 25 hours ahead for a while forgets no stored answer, no ban and no count, and ends no hold', async (t) => {
  const run = await startFragileService(t, { NODE_OPTIONS: `--import=${movable}` })
  let settings = 0
  const setClock = async (milliseconds: number): Promise<void> => {
    run.process.stdin.write(`${milliseconds}\n`)
    settings += 1
    // The main thread, and the one that serves.
    await run.untilLogged('clock_set', settings * 2)
  }
  const create = () => createPet(run.call, 'Rex', 'once')
  const first = await create()
  assert.equal(first.status, 201)
  const hold = await run.call('/store/orders', { method: 'POST', body: { petId: 1 } })
  assert.equal(hold.status, 201)
  const counted = await run.addKey('staging')
  const banned = await run.addKey('staging', '--plan', 'free')
  const dayLeft = async (): Promise<number> => {
    const { headers } = await run.call('/pets?limit=1', { key: counted })
    return Number(/"day";r=(\d+)/.exec(String(headers['ratelimit']))?.[1])
  }
  const isBanned = async (): Promise<boolean> => {
    const answer = await run.call('/pets?limit=1', { key: banned })
    return answer.status === 429 && errorOf(answer).code === 'api_key_banned'
  }
  while (!(await isBanned())) assert.ok(run.process.exitCode === null)
  const left = await dayLeft()

  await setClock(25 * 3_600_000)
  const during = await create()
  const bannedDuring = await isBanned()
  const leftDuring = await dayLeft()
  const heldDuring = await run.call('/store/orders/1')
  await setClock(0)
  const after = await create()

  assert.equal(heldDuring.text, hold.text)
  assert.equal((await run.call('/store/orders/1')).text, hold.text)
  for (const answer of [during, after]) {
    assert.equal(answer.text, first.text)
    assert.equal(answer.headers['idempotent-replayed'], 'true')
  }
  assert.ok(bannedDuring && (await isBanned()))
  assert.deepEqual([leftDuring, await dayLeft()], [left - 1, left - 2])
})
