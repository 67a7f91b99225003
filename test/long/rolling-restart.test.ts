import assert from 'node:assert/strict'
import { Agent } from 'node:http'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { temporaryFolder } from '../helpers/app.ts'
import { call } from '../helpers/http.ts'
import { poll } from '../helpers/poll.ts'
import { startService } from '../helpers/service.ts'

test('of 32 clients that never pause, half of which keep their connections, none loses a request over three restarts', async (t) => {
  const dataDir = temporaryFolder(t)
  const variables = { PETSTORE_LOG_LEVEL: 'error' }
  let service = await startService(t, dataDir, variables)
  const { port } = new URL(service.baseUrl('staging'))
  const ending = new AbortController()
  t.after(() => ending.abort())
  const outcomes = { answered: 0, refused: 0, lost: [] as string[] }
  /** Sends one request after the other. Nothing was sent over a connection that was refused. */
  const hurry = async (_: unknown, at: number): Promise<void> => {
    const agent = new Agent({ keepAlive: at % 2 === 0, maxSockets: 1 })
    while (!ending.signal.aborted) {
      try {
        await call(`http://127.0.0.1:${port}/healthz`, { agent })
        outcomes.answered += 1
      } catch (error) {
        if (String(error).includes('ECONNREFUSED')) outcomes.refused += 1
        else outcomes.lost.push(String(error))
        // Leaves the processor to the service that starts.
        await wait(5)
      }
    }
    agent.destroy()
  }
  const clients = Promise.all(Array.from({ length: 32 }, hurry))
  for (let restart = 0; restart < 3; restart += 1) {
    const before = outcomes.answered
    await poll(() => outcomes.answered > before + 500)
    assert.equal((await service.stop()).status, 0)
    service = await startService(t, dataDir, { ...variables, PETSTORE_STAGING_PORT: port })
  }
  ending.abort()
  await clients
  assert.deepEqual(outcomes.lost, [])
  assert.ok(outcomes.answered > 1_500 && outcomes.refused > 0)
})
