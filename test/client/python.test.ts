import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { Webhook } from 'standardwebhooks'
import { PetStore } from '../../client/src/index.ts'
import { catalogue, errorCodes } from '../../src/base/errors/catalogue.ts'
import { startApp, temporaryFolder } from '../helpers/app.ts'
import { answer, refuse, startFaultyServer, type Step } from '../helpers/client.ts'
import { freePort } from '../helpers/free-port.ts'
import { needs, testWith } from '../helpers/needs.ts'
import { startService } from '../helpers/service.ts'

const it = testWith(needs('python3'))
const folder = fileURLToPath(new URL('../../python', import.meta.url))

/** Starts a program of the client's tests. */
const startPython = (
  name: string,
  env: Readonly<Record<string, string>> = {},
  ...args: readonly string[]
) => {
  const child = spawn('python3', [`tests/${name}.py`, ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'], PYTHONDONTWRITEBYTECODE: '1', ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return { child, line: async (): Promise<string> => String((await lines.next()).value) }
}

it('each fault of the catalogue is met by its class and code', async (t) => {
  const app = await startApp(t, { environment: 'staging' })
  const env = { PETSTORE_API_KEY: app.key, PETSTORE_BASE_URL: app.baseUrl }
  const { child, line } = startPython('faults', env)
  for (const code of errorCodes) {
    child.stdin.write(`${code}\n`)
    assert.equal(await line(), `${code} ${catalogue[code].status}`)
  }
  for (const fault of ['cut-before', 'cut-after']) {
    child.stdin.write(`${fault}\n`)
    assert.equal(await line(), 'ConnectionError')
  }
  child.stdin.end()
  await once(child, 'close')
  assert.equal((await app.call('/store/inventory')).text, '{"available":1,"pending":0,"sold":0}')
})

it('a follower takes streams, pages where it gets none, and each event once', async (t) => {
  const pet = (id: number, name: string): string =>
    `{"id":${id},"type":"pet.created","data":{"pet":{"name":"${name}"}}}`
  const sent = (id: number, name: string): string => `id: ${id}\ndata: ${pet(id, name)}\n\n`
  const stream =
    (text: string, then?: 'ends' | 'cut'): Step =>
    (_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' }).flushHeaders()
      if (then === 'ends') response.end(text)
      else response.write(text, () => then && response.destroy())
    }
  const streams = [
    stream(`${sent(1, 'Ada')}: open\nid: 3\n\n: the service ends\nretry: 10\n\n`, 'ends'),
    stream(sent(3, 'Zed') + sent(4, 'Bo'), 'cut'),
    refuse(409, 'stream_limit_reached'),
    // It falls silent.
    stream(sent(6, 'Dot')),
    // Nothing comes through a proxy that collects whole answers.
    stream(''),
    // An older service knows no streams.
    answer(200, '[]'),
    stream(sent(7, 'Eve')),
  ]
  const taken: string[] = []
  let last = 0
  const server = await startFaultyServer(t, (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost')
    if (pathname === '/v1/usage') return answer(200, `{"lastEventId":${last}}`)(request, response)
    const place = Number(searchParams.get('cursor') ?? searchParams.get('after'))
    if (request.headers.accept === 'text/event-stream') {
      taken.push(`stream ${place}${searchParams.has('limit') ? ' limit' : ''}`)
      last = place + 1
      return streams.shift()?.(request, response)
    }
    if (taken.at(-1) !== 'pages') taken.push('pages')
    const items = place === 4 ? [pet(5, 'Cleo')] : []
    const Link = `</v1/events?cursor=${place + items.length}>; rel="next"`
    answer(200, `[${items.join()}]`, { Link })(request, response)
  })
  const env = { PETSTORE_API_KEY: 'pets_test_any', PETSTORE_BASE_URL: server.baseUrl }
  const { child, line } = startPython('follow', env, 'fast')
  assert.equal(await line(), 'follows')
  for (const name of ['Ada', 'Bo', 'Cleo', 'Dot', 'Eve']) assert.equal(await line(), name)
  child.stdin.end()
  assert.equal(await line(), 'stopped')
  const places = [0, 3, 4, 'pages', 5, 6, 'pages', 6, 'pages', 6]
  const expected = places.map((place) => (place === 'pages' ? place : `stream ${place}`))
  assert.deepEqual(taken, expected)
  await once(child, 'close')
})

it('a mirror equals the store, through a restart', async (t) => {
  const dataDir = temporaryFolder(t)
  const variables = {
    PETSTORE_ENVIRONMENTS: 'staging',
    PETSTORE_STAGING_PORT: String(await freePort()),
  }
  const first = await startService(t, dataDir, variables)
  const apiKey = await first.addKey('staging')
  const baseUrl = first.baseUrl('staging')
  const store = new PetStore({ apiKey, baseUrl })
  const { child, line } = startPython('mirror', {
    PETSTORE_API_KEY: apiKey,
    PETSTORE_BASE_URL: baseUrl,
  })
  const inStep = async (): Promise<string> => {
    const names = (await Array.fromAsync(store.pets.list())).map(({ name }) => name).toSorted()
    child.stdin.write(`${JSON.stringify(names)}\n`)
    return await line()
  }
  assert.equal(await inStep(), 'in step')
  await store.pets.create({ name: 'Ada', categoryId: 1 })
  await store.pets.update(1, { name: 'Max' })
  assert.equal(await inStep(), 'in step')
  await store.pets.delete(2)
  await first.stop()
  await startService(t, dataDir, variables)
  assert.equal(await inStep(), 'in step')
  child.stdin.end()
  assert.equal(await line(), 'stopped')
  await once(child, 'close')
})

it('a message is verified as Standard Webhooks 1.0 says', async () => {
  const secret = `whsec_${randomBytes(24).toString('base64')}`
  const other = `whsec_${randomBytes(24).toString('base64')}`
  const body = '{"id":9007199254740993,"type":"pet.updated","data":{}}'
  const signed = (at: Date, signer = secret) => ({
    'Webhook-Id': 'evt_1',
    'Webhook-Timestamp': String(Math.floor(at.getTime() / 1_000)),
    'Webhook-Signature': new Webhook(signer).sign('evt_1', at, body),
  })
  const now = new Date()
  const { child, line } = startPython('verify')
  for (const [message, outcome] of [
    [{ secret, headers: signed(now), body }, 'pet.updated 9007199254740993'],
    [{ secret: [other, secret], headers: signed(now), body }, 'pet.updated 9007199254740993'],
    [{ secret: other, headers: signed(now), body }, 'WebhookError'],
    [{ secret, headers: signed(now), body: `${body} ` }, 'WebhookError'],
    [{ secret, headers: signed(new Date(now.getTime() - 600_000)), body }, 'WebhookError'],
    [{ secret, headers: {}, body }, 'WebhookError'],
    [{ secret, headers: { ...signed(now), 'Webhook-Id': '\ud800' }, body }, 'WebhookError'],
    [{ secret, headers: signed(now), body: '\ud800' }, 'WebhookError'],
    [{ secret: 'whsec_', headers: signed(now), body }, 'TypeError'],
  ] as const) {
    child.stdin.write(`${JSON.stringify(message)}\n`)
    assert.equal(await line(), outcome)
  }
  child.stdin.end()
  await once(child, 'close')
})
