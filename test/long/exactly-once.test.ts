import assert from 'node:assert/strict'
import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import { PetStore } from '../../client/src/index.ts'
import { temporaryFolder } from '../helpers/app.ts'
import { startService } from '../helpers/service.ts'
import { seededRandom } from '../torture/random.ts'

const kinds = ['before', 'after', 'within'] as const
type Killed = Record<(typeof kinds)[number], number>

/**
 * A proxy that kills every fifth connection, at one of three moments, at random. `before`: the request has not reached the
 * service. `after`: the service has committed, and nothing of its answer is passed on. `within`: in the middle of the answer.
 */
const startKillingProxy = async (
  t: TestContext,
  target: string,
): Promise<{ readonly baseUrl: string; readonly killed: Killed }> => {
  const chance = seededRandom(20_261_121)
  const killed: Killed = { before: 0, after: 0, within: 0 }
  const server = createServer((request, response) => {
    const body: Buffer[] = []
    request.on('error', () => {})
    request.on('data', (chunk: Buffer) => body.push(chunk))
    request.on('end', () => {
      const kind = chance() < 0.2 ? kinds[Math.floor(chance() * kinds.length)] : undefined
      if (kind !== undefined) killed[kind] += 1
      if (kind === 'before') {
        request.socket.destroy()
        return
      }
      const { method, headers, url = '' } = request
      const onward = httpRequest(new URL(url, target), { method, headers }, (answer) => {
        const bytes: Buffer[] = []
        answer.on('data', (chunk: Buffer) => bytes.push(chunk))
        answer.on('end', () => {
          const whole = Buffer.concat(bytes)
          if (kind === 'after') {
            request.socket.destroy()
            return
          }
          response.writeHead(answer.statusCode ?? 0, answer.headers)
          if (kind === undefined) response.end(whole)
          else response.write(whole.subarray(0, 10), () => request.socket.destroy())
        })
      })
      onward.on('error', () => request.socket.destroy())
      onward.end(Buffer.concat(body))
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { baseUrl: `http://127.0.0.1:${port}/v1`, killed }
}

test('1,000 creates through a proxy that kills a fifth of the connections make 1,000 animals', async (t) => {
  const service = await startService(t, temporaryFolder(t), { PETSTORE_ENVIRONMENTS: 'production' })
  const limits = ['--per-minute', '1000000', '--per-day', '1000000']
  const apiKey = await service.addKey('production', '--plan', 'enterprise', ...limits)
  const proxy = await startKillingProxy(t, service.baseUrl('production'))
  const store = new PetStore({ baseUrl: proxy.baseUrl, apiKey, retries: 12 })

  const made = new Map<bigint, string>()
  let next = 0
  const work = async (): Promise<void> => {
    while (next < 1_000) {
      const name = `Pet ${next}`
      next += 1
      const pet = await store.pets.create({ name, categoryId: 2n ** 62n })
      assert.equal(pet.name, name)
      made.set(pet.id, name)
    }
  }
  await Promise.all(Array.from({ length: 25 }, work))

  const stored = new Map<bigint, string>()
  const direct = new PetStore({ baseUrl: service.baseUrl('production'), apiKey })
  for await (const { id, name } of direct.pets.list()) stored.set(id, name)
  assert.equal(stored.size, 1_000)
  assert.equal(new Set(stored.values()).size, 1_000)
  assert.deepEqual(new Map([...made].sort(([a], [b]) => Number(a - b))), stored)
  for (const kind of kinds) assert.ok(proxy.killed[kind] > 30, `${kind}: ${proxy.killed[kind]}`)
  t.diagnostic(`killed: ${JSON.stringify(proxy.killed)}`)
})
