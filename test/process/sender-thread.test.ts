import assert from 'node:assert/strict'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { test } from 'node:test'
import { poll } from '../helpers/poll.ts'
import { addWebhook, startReceiver } from '../helpers/receiver.ts'
import { startFragileService } from '../helpers/fragile-service.ts'
import { createPet } from '../helpers/service.ts'

/** Animals that are added while the thread fails, and after it. */
const animals = 20

/** As many messages as are under way to one webhook at most. */
const underWay = 4

test('the thread that sends fails alone: requests go on, and no message is lost or sent twice but those under way', async (t) => {
  const service = await startFragileService(t, { PETSTORE_WEBHOOK_ALLOW: '127.0.0.0/8' })
  const got = new Map<string, number>()
  /** Answers that the receiver holds back, until it has so many. */
  const held: ServerResponse[] = []
  let maxHeld = 0
  const take = (request: IncomingMessage, response: ServerResponse): void => {
    const id = String(request.headers['webhook-id'])
    got.set(id, (got.get(id) ?? 0) + 1)
    if (held.length < maxHeld) held.push(response)
    else response.writeHead(204).end()
  }
  const { port } = await startReceiver(t, take)
  await addWebhook(service.call, port)

  const statuses = new Set<number>()
  const addAnimals = async (): Promise<void> => {
    for (let n = 0; n < animals; n += 1) statuses.add((await createPet(service.call)).status)
  }
  const events = (): number => [...got.keys()].filter((id) => id.startsWith('evt_')).length
  for (const [round, how] of (['throw', 'exit'] as const).entries()) {
    maxHeld = underWay
    const adding = addAnimals()
    await poll(() => held.length === underWay)
    service.fail(how, 'staging-sender')
    await service.untilLogged('thread_failed', round + 1)
    await adding
    await addAnimals()
    await service.untilLogged('thread_replaced', round + 1)
    // Noted as delivered too, with the ping, so the next failure repeats none of them.
    const all = 2 * animals * (round + 1)
    await poll(async () => {
      const { text } = await service.call('/webhooks/1/deliveries?status=delivered&limit=100')
      return JSON.parse(text).length === all + 1
    })
    assert.equal(events(), all)
    maxHeld = 0
    for (const response of held.splice(0)) response.destroy()
  }
  assert.deepEqual([...statuses], [201])
  const repeated = [...got.values()].filter((times) => times > 1)
  assert.equal(repeated.length, 2 * underWay, 'those that were under way, each time')
  assert.ok(repeated.every((times) => times === 2))
  assert.equal((await service.stop()).status, 0)
})
