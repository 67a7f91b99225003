import assert from 'node:assert/strict'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { temporaryFolder } from '../helpers/app.ts'
import { freePort } from '../helpers/free-port.ts'
import { call } from '../helpers/http.ts'
import { poll } from '../helpers/poll.ts'
import { bodyOf, startReceiver } from '../helpers/receiver.ts'
import { type Service, startService } from '../helpers/service.ts'

const variables = { PETSTORE_ENVIRONMENTS: 'staging', PETSTORE_WEBHOOK_ALLOW: '127.0.0.0/8' }

type Shop = { readonly dataDir: string; readonly key: string; service: Service }

const open = async (t: TestContext, more: Readonly<Record<string, string>> = {}): Promise<Shop> => {
  const dataDir = join(temporaryFolder(t), 'data')
  const service = await startService(t, dataDir, { ...variables, ...more })
  const limits = ['--per-minute', '1000000', '--per-day', '1000000']
  return {
    dataDir,
    key: await service.addKey('staging', '--plan', 'enterprise', ...limits),
    service,
  }
}

const addPet = async ({ service, key }: Shop): Promise<void> => {
  const { status } = await call(`${service.baseUrl('staging')}/pets`, {
    method: 'POST',
    key,
    body: { name: 'Kira', categoryId: 1 },
  })
  assert.equal(status, 201)
}

type Got = { readonly id: string; readonly body: string }

/**
 * A webhook that is added through the interface, and its receiver, which verifies each message by the secret that was
 * shown, and answers what the test says. Returns once the webhook is enabled.
 */
const receiverOf = async (
  t: TestContext,
  { service, key }: Shop,
  answer: (id: string, response: ServerResponse) => void = (_, response) =>
    response.writeHead(204).end(),
): Promise<readonly Got[]> => {
  const got: Got[] = []
  const shown = Promise.withResolvers<string>()
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await bodyOf(request)
    new Webhook(await shown.promise).verify(body, request.headers as Record<string, string>)
    const id = String(request.headers['webhook-id'])
    got.push({ id, body })
    answer(id, response)
  }
  const { port } = await startReceiver(t, (request, response) => void take(request, response))
  const webhooks = `${service.baseUrl('staging')}/webhooks`
  const body = { url: `http://127.0.0.1:${port}/hook` }
  const added = await call(webhooks, { method: 'POST', key, body })
  assert.equal(added.status, 201)
  const { id, secret } = JSON.parse(added.text)
  shown.resolve(secret)
  await poll(async () => {
    const { text } = await call(`${webhooks}/${id}`, { key })
    return JSON.parse(text).state === 'enabled'
  })
  return got
}

const eventIds = (got: readonly Got[]): readonly string[] =>
  got.map(({ id }) => id).filter((id) => id.startsWith('evt_'))

test('a webhook is sent a ping, then every event as GET /events shows it', async (t) => {
  const port = await freePort()
  const shop = await open(t, { PETSTORE_METRICS_PORT: String(port) })
  const got = await receiverOf(t, shop)
  assert.match(got[0]?.id ?? '', /^ping_\d+$/)
  for (let count = 0; count < 20; count += 1) await addPet(shop)
  await poll(() => eventIds(got).length === 20)
  const first = Number(
    eventIds(got)
      .map((one) => one.slice(4))
      .toSorted((one, other) => Number(one) - Number(other))[0],
  )
  const page = await call(`${shop.service.baseUrl('staging')}/events?after=${first - 1}&limit=20`, {
    key: shop.key,
  })
  const sent = got
    .slice(1)
    .toSorted((one, other) => Number(one.id.slice(4)) - Number(other.id.slice(4)))
  assert.equal(page.text, `[${sent.map(({ body }) => body).join(',')}]`)
  const metrics = await poll(async () => {
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    return text.includes(
      'petstore_delivery_attempts_total{environment="staging",result="delivered"} 21',
    )
      ? text
      : undefined
  })
  assert.match(metrics, /petstore_database_up\{environment="staging"\} 1/)
  const { status } = await shop.service.stop()
  assert.equal(status, 0)
})

test('killed between, the service loses no message and repeats at most what was under way', async (t) => {
  const shop = await open(t)
  const got = await receiverOf(t, shop)
  const rounds = 2
  let repeats = 0
  for (let round = 1; round <= rounds; round += 1) {
    const adding = Array.from({ length: 40 }, async () => await addPet(shop))
    await Promise.all(adding)
    shop.service.process.kill('SIGKILL')
    shop.service = await startService(t, shop.dataDir, variables)
    await poll(() => new Set(eventIds(got)).size === 40 * round)
    repeats = eventIds(got).length - 40 * round
  }
  // Under way are at most four attempts, and those that ended and were not recorded yet.
  assert.ok(repeats <= rounds * 36, `${repeats} repeats`)
})
