import assert from 'node:assert/strict'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { startFragileService } from '../helpers/fragile-service.ts'
import { poll } from '../helpers/poll.ts'
import { bodyOf, startReceiver } from '../helpers/receiver.ts'
import { createPet, startService } from '../helpers/service.ts'

/** As many messages as are under way to one webhook at most. */
const underWay = 4

test('a webhook is sent a signed ping, then every event as GET /events shows it; if the thread that sends fails, requests go on, and neither that nor a kill loses a message, or repeats one that was not under way', async (t) => {
  const fragile = await startFragileService(t, {
    PETSTORE_METRICS_PORT: '0',
    PETSTORE_WEBHOOK_ALLOW: '127.0.0.0/8',
  })
  let ask = fragile.call
  const got = new Map<string, string[]>()
  /** Answers that the receiver holds back, until it has so many. */
  const held: ServerResponse[] = []
  let maxHeld = 0
  const secret = Promise.withResolvers<string>()
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await bodyOf(request)
    new Webhook(await secret.promise).verify(body, request.headers as Record<string, string>)
    const id = String(request.headers['webhook-id'])
    got.set(id, [...(got.get(id) ?? []), body])
    if (held.length < maxHeld) held.push(response)
    else response.writeHead(204).end()
  }
  const { port } = await startReceiver(t, (request, response) => void take(request, response))
  const url = `http://127.0.0.1:${port}/hook`
  const added = JSON.parse((await ask('/webhooks', { method: 'POST', body: { url } })).text)
  secret.resolve(added.secret)
  await poll(async () => (await ask('/webhooks/1')).text.includes('"enabled"'))
  assert.match([...got.keys()].join(), /^ping_\d+$/)

  let animals = 0
  const addAnimals = async (): Promise<void> => {
    for (let n = 0; n < 10; n += 1) assert.equal((await createPet(ask)).status, 201)
    animals += 10
  }
  /** Holds messages back while animals are added, which may go on without the thread. */
  const beginRound = async (): Promise<{ readonly adding: Promise<void> }> => {
    for (const response of held.splice(0)) response.destroy()
    maxHeld = underWay
    const adding = addAnimals()
    await poll(() => held.length === underWay)
    return { adding }
  }
  // Noted as delivered too, with the ping, so the next failure repeats none of them.
  const untilAllAreSent = async (): Promise<unknown> =>
    await poll(async () => {
      const { text } = await ask('/webhooks/1/deliveries?status=delivered&limit=100')
      return JSON.parse(text).length === animals + 1
    })
  for (const [round, how] of (['throw', 'exit'] as const).entries()) {
    const { adding } = await beginRound()
    fragile.fail(how, 'staging-sender')
    await fragile.untilLogged('thread_failed', round + 1)
    await adding
    await addAnimals()
    await fragile.untilLogged('thread_replaced', round + 1)
    await untilAllAreSent()
  }
  await (
    await beginRound()
  ).adding
  await fragile.stop('SIGKILL')
  const next = await startService(t, fragile.dataDir, fragile.env)
  ask = next.asking(fragile.key)
  await untilAllAreSent()
  const delivered = { environment: 'staging', result: 'delivered' }
  await poll(
    async () => (await next.scrape()).sum('petstore_delivery_attempts_total', delivered) === 10,
  )

  const sent = [...got]
    .filter(([id]) => id.startsWith('evt_'))
    .map(([id, bodies]) => ({ id: Number(id.slice(4)), bodies: [...new Set(bodies)] }))
    .toSorted((one, other) => one.id - other.id)
  const page = await ask(`/events?after=${Number(sent[0]?.id) - 1}&limit=100`)
  assert.equal(page.text, `[${sent.flatMap(({ bodies }) => bodies).join(',')}]`)
  assert.equal(sent.length, animals)
  const times = [...got.values()].map(({ length }) => length).filter((length) => length > 1)
  assert.deepEqual(times, Array(3 * underWay).fill(2), 'those that were under way, each time')
  assert.equal((await next.stop()).status, 0)
})
