import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { temporaryFolder } from '../helpers/app.ts'
import { startHotClients } from '../helpers/hot-clients.ts'
import { call } from '../helpers/http.ts'
import { poll } from '../helpers/poll.ts'
import { startService } from '../helpers/service.ts'

type Outcome =
  | { readonly status: number; readonly text: string; readonly replayed: boolean }
  /** The service was not there, or closed a connection without an answer; the request must be sent again. */
  | 'again'

/** Sends an animal once, as a client does that retries unanswered requests. */
const send = async (base: string, key: string, name: string, agent: Agent): Promise<Outcome> => {
  const creation = request(`${base}/pets`, {
    method: 'POST',
    agent,
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'idempotency-key': name,
    },
  })
  creation.end(JSON.stringify({ name, categoryId: 1 }))
  try {
    const [answer] = await once(creation, 'response')
    let text = ''
    for await (const chunk of answer) text += String(chunk)
    const replayed = answer.headers['idempotent-replayed'] === 'true'
    return { status: answer.statusCode, text, replayed }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    // A kept connection may be closed just as a request leaves. A new one is refused, or answered.
    if (code === 'ECONNREFUSED' || creation.reusedSocket) return 'again'
    throw error
  }
}

test('clients that write through three restarts lose no request and make no animal twice', async (t) => {
  const dataDir = temporaryFolder(t)
  const variables = { PETSTORE_ENVIRONMENTS: 'production', PETSTORE_LOG_LEVEL: 'error' }
  let service = await startService(t, dataDir, variables)
  const base = service.baseUrl('production')
  const figures = ['--plan', 'enterprise', '--per-minute', '1000000', '--per-day', '1000000']
  const key = await service.addKey('production', ...figures)
  const told = new Map<string, string>()
  const ending = new AbortController()

  const write = async (writer: number): Promise<void> => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (let serial = 0; !ending.signal.aborted; serial += 1) {
      const name = `writer-${writer}-pet-${serial}`
      let outcome = await send(base, key, name, agent)
      while (outcome === 'again') {
        await wait(5)
        outcome = await send(base, key, name, agent)
      }
      assert.equal(outcome.status, 201)
      // A connection closed with an answer on its way would show as a replay.
      assert.equal(outcome.replayed, false)
      told.set(name, outcome.text)
    }
    agent.destroy()
  }
  const writers = Array.from({ length: 6 }, (_, writer) => write(writer))
  const written = Promise.all(writers)
  written.catch(() => ending.abort())

  for (let restart = 0; restart < 3; restart += 1) {
    const before = told.size
    await Promise.race([written, poll(() => told.size > before + 100 || undefined)])
    const { status } = await service.stop()
    assert.equal(status, 0)
    service = await startService(t, dataDir, {
      ...variables,
      PETSTORE_PRODUCTION_PORT: new URL(base).port,
    })
  }
  ending.abort()
  await written
  const ids = [...told.values()].map((text) => JSON.parse(text).id)
  assert.equal(new Set(ids).size, told.size)
  // The ids have no gap, so the store has only animals that clients know of.
  assert.equal(Math.max(...ids), told.size)
  const answer = await call(`${base}/pets/${told.size}`, { key })
  assert.equal(answer.status, 200)
})

for (const keeps of [true, false]) {
  const kind = keeps ? 'keep their connections' : 'take a new connection each time'
  test(`of 32 clients that never pause and ${kind}, none loses a request over three restarts`, async (t) => {
    const dataDir = temporaryFolder(t)
    const variables = {
      PETSTORE_ENVIRONMENTS: 'staging',
      PETSTORE_LOG_LEVEL: 'error',
    }
    let service = await startService(t, dataDir, variables)
    const { port } = new URL(service.baseUrl('staging'))
    const clients = startHotClients(Number(port), 32, keeps)
    t.after(clients.end)
    for (let restart = 0; restart < 3; restart += 1) {
      const before = clients.outcomes.answered
      await poll(() => clients.outcomes.answered > before + 500 || undefined)
      assert.equal((await service.stop()).status, 0)
      service = await startService(t, dataDir, { ...variables, PETSTORE_STAGING_PORT: port })
    }
    const { answered, refused, ...lost } = await clients.end()
    assert.deepEqual(lost, { lostOnNew: 0, lostOnKept: 0 })
    assert.ok(answered > 1_500 && refused > 0)
  })
}
