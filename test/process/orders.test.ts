import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { temporaryFolder } from '../helpers/app.ts'
import { call, type Call } from '../helpers/http.ts'
import { orderOf, patchOrder, petStatusOf, placeOrder } from '../helpers/orders.ts'
import { poll } from '../helpers/poll.ts'
import { type Service, startService } from '../helpers/service.ts'

const movable = new URL('../helpers/movable-clock.ts', import.meta.url).href

const rex = { name: 'Rex', categoryId: 3 }

/** Milliseconds until a hold of these hours ends, by a service whose clock is the machine's. */
const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString()

test('killed and started again a day later, the service ends the holds that ended meanwhile, and no others', async (t) => {
  const dataDir = temporaryFolder(t)
  const start = async (ahead: number): Promise<Service> =>
    await startService(t, dataDir, {
      PETSTORE_ENVIRONMENTS: 'staging',
      NODE_OPTIONS: `--import=${movable}`,
      CLOCK_AHEAD: String(ahead),
    })
  let service = await start(0)
  const key = await service.addKey('staging')
  const caller = {
    call: (path: string, options: Call = {}) =>
      call(service.baseUrl('staging') + path, { key, ...options }),
  }
  const placed: number[] = []
  for (const hours of [1, 24, 26, 24]) {
    const pet = await caller.call('/pets', { method: 'POST', body: rex })
    const { id: petId } = JSON.parse(pet.text)
    const order = await placeOrder(caller, { petId, expiresAt: inHours(hours) })
    placed.push(JSON.parse(order.text).id)
  }
  const [first = 0, second = 0, third = 0, fourth = 0] = placed
  assert.equal((await patchOrder(caller, fourth, { status: 'approved' })).status, 200)
  service.process.kill('SIGKILL')
  await once(service.process, 'close')

  service = await start(25 * 3_600_000)
  for (const id of [first, second]) {
    await poll(async () => ((await orderOf(caller, id))['status'] === 'expired' ? true : undefined))
    const { petId } = await orderOf(caller, id)
    assert.equal(await petStatusOf(caller, Number(petId)), 'available')
  }
  assert.equal((await orderOf(caller, third))['status'], 'placed')
  assert.equal((await orderOf(caller, fourth))['status'], 'approved')
})
