import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { temporaryFolder } from '../helpers/app.ts'
import { call } from '../helpers/http.ts'
import { isOnPostgres } from '../helpers/on-postgres.ts'
import { poll } from '../helpers/poll.ts'
import { type Service, startService } from '../helpers/service.ts'

const start = async (t: TestContext, variables: Record<string, string> = {}) => {
  const service = await startService(t, temporaryFolder(t), {
    PETSTORE_ENVIRONMENTS: 'staging',
    ...variables,
  })
  const base = service.baseUrl('staging')
  return { service, base, key: service.facts.staging?.firstKey ?? '' }
}

const body = JSON.stringify({ name: 'Rex', categoryId: 3 })

/** A create whose body the test holds back, so that it stays under way. */
const slowCreation = async (base: string, key: string, agent: Agent): Promise<ClientRequest> => {
  const creation = request(`${base}/pets`, {
    method: 'POST',
    agent,
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'content-length': body.length,
      expect: '100-continue',
    },
  })
  // The service asks for the body once it has begun to handle the request.
  creation.flushHeaders()
  await once(creation, 'continue')
  return creation
}

const answerOf = async (creation: ClientRequest): Promise<IncomingMessage> => {
  const [answer] = await once(creation, 'response')
  answer.resume()
  return answer
}

const exitOf = async ({ process }: Service): Promise<unknown> =>
  process.exitCode ?? process.signalCode ?? (await once(process, 'exit'))[0]

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  test(`${signal} ends an idle service with status 0, nothing to cut off, and nothing left in the log of the database`, async (t) => {
    const { service, base, key } = await start(t)
    const agent = new Agent({ keepAlive: true })
    t.after(() => agent.destroy())
    await call(`${base}/pets`, { key, agent })
    const { status, error } = await service.stop(signal)
    assert.equal(status, 0)
    // Connections that delay the end are closed, and the log says so.
    assert.doesNotMatch(error, /cut_off/)
    if (isOnPostgres) return
    assert.ok(existsSync(join(service.dataDir, 'staging.sqlite')))
    assert.ok(!existsSync(join(service.dataDir, 'staging.sqlite-wal')))
  })
}

test('a service told to stop refuses connections after its grace, and answers what is under way', async (t) => {
  const { service, base, key } = await start(t, { PETSTORE_SHUTDOWN_GRACE: '1s' })
  const agent = new Agent({ keepAlive: true })
  t.after(() => agent.destroy())
  const creation = await slowCreation(base, key, agent)
  service.process.kill('SIGTERM')
  await poll(async () => {
    const socket = connect(Number(new URL(base).port), '127.0.0.1')
    const [outcome] = await Promise.race([
      once(socket, 'connect'),
      once(socket, 'error').catch((error: unknown) => [error]),
    ]).catch((error: unknown) => [error])
    socket.destroy()
    return outcome instanceof Error ? outcome : undefined
  })
  assert.equal(service.process.exitCode, null)
  creation.end(body)
  const answer = await answerOf(creation)
  assert.equal(answer.statusCode, 201)
  assert.equal(answer.headers['connection'], 'close')
  assert.equal(await exitOf(service), 0)
})

test('a second signal ends the service at once, whatever is under way', async (t) => {
  const { service, base, key } = await start(t)
  const agent = new Agent({ keepAlive: true })
  t.after(() => agent.destroy())
  const creation = await slowCreation(base, key, agent)
  creation.on('error', () => undefined)
  service.process.kill('SIGTERM')
  await poll(() => service.output().error.includes('"stopping"'))
  assert.equal(service.process.exitCode, null)
  service.process.kill('SIGINT')
  await exitOf(service)
  // It ended by the signal, and closed no connection early.
  assert.equal(service.process.signalCode, 'SIGINT')
  assert.doesNotMatch(service.output().error, /cut_off|"stopped"/)
})
