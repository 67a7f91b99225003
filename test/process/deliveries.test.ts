import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { resultOf } from '../../src/base/data/store.ts'
import { openSealer } from '../../src/delivery/secret-key.ts'
import { webhookCreate } from '../../src/resources/webhooks/changes.ts'
import { aboutSecret } from '../../src/resources/webhooks/table.ts'
import { secretText } from '../helpers/delivery.ts'
import { webhooks } from '../../src/resources/webhooks/table.ts'
import { temporaryFolder } from '../helpers/app.ts'
import { freePort } from '../helpers/free-port.ts'
import { call } from '../helpers/http.ts'
import { poll } from '../helpers/poll.ts'
import { bodyOf, startReceiver } from '../helpers/receiver.ts'
import { type Service, startService } from '../helpers/service.ts'
import { openStorage } from '../helpers/storage.ts'

const variables = { PETSTORE_ENVIRONMENTS: 'staging', PETSTORE_WEBHOOK_ALLOW: '127.0.0.0/8' }

type Shop = {
  readonly dataDir: string
  readonly key: string
  readonly secret: string
  service: Service
}

const open = async (t: TestContext, more: Readonly<Record<string, string>> = {}): Promise<Shop> => {
  const dataDir = join(temporaryFolder(t), 'data')
  const service = await startService(t, dataDir, { ...variables, ...more })
  const key = await service.addKey(
    'staging',
    '--plan',
    'enterprise',
    '--per-minute',
    '1000000',
    '--per-day',
    '1000000',
  )
  return { dataDir, key, secret: secretText(randomBytes(32)), service }
}

/** Adds a webhook of the key that was made last, beside the running service. */
const addWebhook = async ({ dataDir, secret }: Shop, url: string): Promise<bigint> => {
  const storage = openStorage(join(dataDir, 'staging.sqlite'), { busyTimeout: 5_000 })
  try {
    const ownerId = (await storage.keys.list()).at(-1)?.ownerId ?? ''
    const sealed = openSealer({ dataDir, secretKey: undefined }).seal(
      secret,
      aboutSecret({ ownerId }),
    )
    const now = Date.now()
    const change = webhookCreate({ webhook: { url }, ownerId, secret: sealed, now })
    const result = resultOf(await storage.data.apply(change, { at: now }))
    assert.equal(result.outcome, 'created')
    return result.outcome === 'created' ? result.webhook.id : 0n
  } finally {
    await storage.close()
  }
}

const stateOf = async ({ dataDir }: Shop, id: bigint): Promise<string | undefined> => {
  const storage = openStorage(join(dataDir, 'staging.sqlite'))
  try {
    return (await storage.data.find(webhooks, id))?.row.state
  } finally {
    await storage.close()
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

/** A receiver that verifies each message, and answers what the test says. */
const receiverOf = async (
  t: TestContext,
  secret: string,
  answer: (id: string, response: ServerResponse) => void = (_, response) =>
    response.writeHead(204).end(),
) => {
  const got: Got[] = []
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await bodyOf(request)
    new Webhook(secret).verify(body, request.headers as Record<string, string>)
    const id = String(request.headers['webhook-id'])
    got.push({ id, body })
    answer(id, response)
  }
  const { port } = await startReceiver(t, (request, response) => void take(request, response))
  return { got, url: `http://127.0.0.1:${port}/hook` }
}

const eventIds = (got: readonly Got[]): readonly string[] =>
  got.map(({ id }) => id).filter((id) => id.startsWith('evt_'))

test('a webhook is sent a ping, then every event as GET /events shows it', async (t) => {
  const port = await freePort()
  const shop = await open(t, { PETSTORE_METRICS_PORT: String(port) })
  const { got, url } = await receiverOf(t, shop.secret)
  const id = await addWebhook(shop, url)
  await poll(async () => ((await stateOf(shop, id)) === 'enabled' ? true : undefined))
  assert.match(got[0]?.id ?? '', /^ping_\d+$/)
  for (let count = 0; count < 20; count += 1) await addPet(shop)
  await poll(() => (eventIds(got).length === 20 ? true : undefined))
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
  const { got, url } = await receiverOf(t, shop.secret)
  const id = await addWebhook(shop, url)
  await poll(async () => ((await stateOf(shop, id)) === 'enabled' ? true : undefined))
  const rounds = 2
  let repeats = 0
  for (let round = 1; round <= rounds; round += 1) {
    const adding = Array.from({ length: 40 }, async () => await addPet(shop))
    await Promise.all(adding)
    shop.service.process.kill('SIGKILL')
    shop.service = await startService(t, shop.dataDir, variables)
    await poll(() => (new Set(eventIds(got)).size === 40 * round ? true : undefined))
    repeats = eventIds(got).length - 40 * round
  }
  // Under way are at most four attempts, and those that ended and were not recorded yet.
  assert.ok(repeats <= rounds * 36, `${repeats} repeats`)
})

test('a service stops in order while a receiver hangs, and the next one sends what had no answer', async (t) => {
  const shop = await open(t)
  let hangs = true
  const { got, url } = await receiverOf(t, shop.secret, (id, response) => {
    if (id.startsWith('ping_') || !hangs) response.end()
  })
  const id = await addWebhook(shop, url)
  await poll(async () => ((await stateOf(shop, id)) === 'enabled' ? true : undefined))
  for (let count = 0; count < 6; count += 1) await addPet(shop)
  await poll(() => (eventIds(got).length === 4 ? true : undefined))
  const { status, error } = await shop.service.stop()
  assert.equal(status, 0, error)
  hangs = false
  shop.service = await startService(t, shop.dataDir, variables)
  await poll(() => (new Set(eventIds(got)).size === 6 ? true : undefined))
  assert.deepEqual(eventIds(got).length, 10, 'four of them twice')
})

test('a webhook that is added through the interface is pinged with the secret that was shown', async (t) => {
  const shop = await open(t)
  const messages: Array<{ readonly body: string; readonly headers: Record<string, string> }> = []
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await bodyOf(request)
    messages.push({ body, headers: request.headers as Record<string, string> })
    response.end()
  }
  const { port } = await startReceiver(t, (request, response) => void take(request, response))
  const url = `${shop.service.baseUrl('staging')}/webhooks`
  const added = await call(url, {
    method: 'POST',
    key: shop.key,
    body: { url: `http://127.0.0.1:${port}/hook` },
  })
  assert.equal(added.status, 201)
  const { id, secret } = JSON.parse(added.text)
  const [ping] = await poll(() => (messages.length > 0 ? messages : undefined))
  new Webhook(secret).verify(ping?.body ?? '', ping?.headers ?? {})
  await poll(async () => {
    const shown = await call(`${url}/${id}`, { key: shop.key })
    return JSON.parse(shown.text).state === 'enabled' ? true : undefined
  })
})
