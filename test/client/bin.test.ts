import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createInterface } from 'node:readline'
import { test, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Webhook } from 'standardwebhooks'
import { PetStore } from '../../client/src/index.ts'
import { startApp } from '../helpers/app.ts'
import { plainDocument } from '../helpers/openapi.ts'
import { poll } from '../helpers/poll.ts'
import { bodyOf, startReceiver } from '../helpers/receiver.ts'

const bin = fileURLToPath(new URL('../../client/src/bin.ts', import.meta.url))

/** Runs the program; its lines come as it prints them. */
const run = (
  t: TestContext,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
) => {
  const child = spawn(process.execPath, [bin, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  t.after(() => child.kill('SIGKILL'))
  let error = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (error += text))
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const ended = once(child, 'close').then(([status]) => ({ status, error }))
  return { next: async () => String((await lines.next()).value), ended }
}

/** An app, and a receiver that keeps the messages that it gets, each held against the document. */
const start = async (t: TestContext) => {
  const app = await startApp(t)
  const got: Array<{ readonly headers: Record<string, string>; readonly body: string }> = []
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await bodyOf(request)
    got.push({ headers: request.headers as Record<string, string>, body })
    response.writeHead(202).end()
  }
  const { port } = await startReceiver(t, (...given) => void take(...given))
  const env = { PETSTORE_API_KEY: app.key, PETSTORE_BASE_URL: app.baseUrl }
  return { app, env, got, url: `http://127.0.0.1:${port}/hooks` }
}

test('it follows the log, signs with the secret that it prints, and shows each answer', async (t) => {
  const { app, env, got, url } = await start(t)
  const { next } = run(t, ['listen', '--forward-to', url, '--types', 'pet.created'], env)
  const [, secret = ''] = /^Secret: (whsec_\S+)$/.exec(await next()) ?? []
  const store = new PetStore({ apiKey: app.key, baseUrl: app.baseUrl })
  // It begins behind the newest event of the moment at which it asks.
  await poll(() => app.requests().some(({ operation }) => operation === 'getUsage'))
  await store.pets.create({ name: 'Ada', categoryId: 1 })
  assert.match(await next(), /^pet\.created evt_\d+: 202$/)
  const [{ headers, body } = assert.fail()] = got
  assert.doesNotThrow(() => new Webhook(secret).verify(body, headers))
  assert.equal(JSON.parse(body).data.pet.name, 'Ada')
})

test('it sends a sample of any type, signed with the secret that it is given', async (t) => {
  const { env, got, url } = await start(t)
  const secret = 'whsec_c2VjcmV0c2VjcmV0c2VjcmV0'
  const types = ['order.placed', 'pets.imported', 'key.expiring', 'webhook.ping']
  for (const type of types) {
    const { next, ended } = run(t, ['sample', type, '--to', url, '--secret', secret], env)
    assert.equal(await next(), `Secret: ${secret}`)
    assert.match(await next(), /: 202$/)
    assert.equal((await ended).status, 0)
  }
  for (const [at, { headers, body }] of got.entries()) {
    new Webhook(secret).verify(body, headers)
    assert.equal(JSON.parse(body).type, types[at])
  }
  assert.equal(got.length, types.length)
  const unknown = await run(t, ['sample', 'constructor', '--to', url], env).ended
  assert.equal(unknown.status, 2)
  assert.ok(unknown.error.includes(Object.keys(plainDocument.webhooks).join(', ')))
})

test('it says how it is used', async (t) => {
  for (const args of [[], ['sample'], ['listen'], ['listen', '--forward-to', 'localhost:3000']])
    assert.deepEqual((await run(t, args).ended).status, 2)
  const typo = await run(t, ['listen', '--forward-to', 'http://localhost', '--type', 'x']).ended
  assert.match(
    typo.error,
    /^Unknown option: --type\. listen takes --forward-to, --types, --secret\.$/m,
  )
  assert.equal((await run(t, ['--help']).ended).status, 0)
})
