import assert from 'node:assert/strict'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { temporaryFolder } from '../helpers/app.ts'
import { atOnce } from '../helpers/fragile-service.ts'
import { poll } from '../helpers/poll.ts'
import { bodyOf, startReceiver } from '../helpers/receiver.ts'
import { createPet, startService, wide } from '../helpers/service.ts'

const variables = { PETSTORE_METRICS_PORT: '0', PETSTORE_WEBHOOK_ALLOW: '127.0.0.0/8' }

test('a webhook is sent a signed ping, then every event as GET /events shows it; killed between, the service loses none and repeats at most what was under way', async (t) => {
  const dataDir = temporaryFolder(t)
  let service = await startService(t, dataDir, variables)
  const key = await service.addKey('staging', ...wide)
  const addPets = async (count: number): Promise<void> => {
    const ask = service.asking(key)
    const answers = await atOnce(count, async () => await createPet(ask))
    assert.ok(answers.every(({ status }) => status === 201))
  }
  const got: Array<{ readonly id: string; readonly body: string }> = []
  const secret = Promise.withResolvers<string>()
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await bodyOf(request)
    new Webhook(await secret.promise).verify(body, request.headers as Record<string, string>)
    got.push({ id: String(request.headers['webhook-id']), body })
    response.writeHead(204).end()
  }
  const { port } = await startReceiver(t, (request, response) => void take(request, response))
  const body = { url: `http://127.0.0.1:${port}/hook` }
  const added = await service.asking(key)('/webhooks', { method: 'POST', body })
  assert.equal(added.status, 201)
  secret.resolve(JSON.parse(added.text).secret)
  await poll(async () => (await service.asking(key)('/webhooks/1')).text.includes('"enabled"'))
  assert.match(got[0]?.id ?? '', /^ping_\d+$/)

  await addPets(20)
  const events = () => got.filter(({ id }) => id.startsWith('evt_'))
  await poll(() => events().length === 20)
  const numbered = events().map((event) => ({ ...event, number: Number(event.id.slice(4)) }))
  const sent = numbered.toSorted((one, other) => one.number - other.number)
  const after = Number(sent[0]?.number) - 1
  const page = await service.asking(key)(`/events?after=${after}&limit=20`)
  assert.equal(page.text, `[${sent.map((event) => event.body).join(',')}]`)
  const delivered = { environment: 'staging', result: 'delivered' }
  await poll(
    async () => (await service.scrape()).sum('petstore_delivery_attempts_total', delivered) === 21,
  )

  const rounds = 2
  for (let round = 1; round <= rounds; round += 1) {
    await addPets(40)
    await service.stop('SIGKILL')
    service = await startService(t, dataDir, variables)
    await poll(() => new Set(events().map(({ id }) => id)).size === 20 + 40 * round)
  }
  // Under way are at most four attempts, and those that ended and were not recorded yet.
  const repeats = events().length - (20 + 40 * rounds)
  assert.ok(repeats <= rounds * 36, `${repeats} repeats`)
  assert.equal((await service.stop()).status, 0)
})
