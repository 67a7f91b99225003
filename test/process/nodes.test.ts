import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { after, test, type TestContext } from 'node:test'
import { temporaryFolder } from '../helpers/app.ts'
import { exactPets } from '../helpers/exact-json.ts'
import { type Answer, type Call, call } from '../helpers/http.ts'
import { poll } from '../helpers/poll.ts'
import { noPostgres, type PostgresServer, startPostgres } from '../helpers/postgres.ts'
import { bodyOf, startReceiver } from '../helpers/receiver.ts'
import { type Service, startService } from '../helpers/service.ts'
import { needsValkey, startValkey } from '../helpers/valkey.ts'

const skip = noPostgres() === false ? needsValkey : noPostgres()

let started: Promise<PostgresServer> | undefined
after(async () => await (await started)?.close())

/** One of the nodes that serve the same data and count together. */
type Node = {
  readonly service: Service
  readonly ask: (path: string, options?: Call) => Promise<Answer>
  readonly add: (name: string) => Promise<void>
}

/** Two nodes, and what stops the counters of both. */
const startNodes = async (t: TestContext) => {
  const server = await (started ??= startPostgres())
  const valkey = await startValkey(t)
  const variables = {
    PETSTORE_ENVIRONMENTS: 'staging',
    PETSTORE_STAGING_STORE: server.url(await server.newDatabase()),
    PETSTORE_STAGING_COUNTERS: `valkey://127.0.0.1:${valkey.port}/nodes`,
    PETSTORE_SECRET_KEY: randomBytes(32).toString('base64'),
    PETSTORE_WEBHOOK_ALLOW: '127.0.0.0/8',
    PETSTORE_THREADS: '1',
  }
  const services = [
    await startService(t, temporaryFolder(t), variables),
    await startService(t, temporaryFolder(t), variables),
  ] as const
  const figures = ['--plan', 'enterprise', '--per-minute', '1000000', '--per-day', '1000000']
  const key = await services[0].addKey('staging', ...figures)
  const nodeOf = (service: Service): Node => {
    const ask: Node['ask'] = async (path, options = {}) =>
      await call(service.baseUrl('staging') + path, { key, ...options })
    return {
      service,
      ask,
      add: async (name) => {
        const { status, text } = await ask('/pets', {
          method: 'POST',
          body: { name, categoryId: 1 },
        })
        assert.equal(status, 201, text)
      },
    }
  }
  return { nodes: [nodeOf(services[0]), nodeOf(services[1])] as const, valkey }
}

const lastName = async ({ ask }: Node): Promise<string | undefined> => {
  const page = await ask('/pets?limit=1&sort=-id')
  assert.equal(page.status, 200, page.text)
  return exactPets(page.text)[0]?.name
}

test(
  'after an answer of one node, another one shows the state of before no more, the counters up or down',
  { skip },
  async (t) => {
    const { nodes, valkey } = await startNodes(t)
    const [first, second] = nodes
    const takeTurns = async (label: string, times: number): Promise<void> => {
      for (let turn = 0; turn < times; turn += 1) {
        const [writer, reader] = turn % 2 === 0 ? [first, second] : [second, first]
        // The second time it is a page that the node keeps.
        await lastName(reader)
        await lastName(reader)
        await writer.add(`${label} ${turn}`)
        assert.equal(await lastName(reader), `${label} ${turn}`)
      }
    }
    await takeTurns('Up', 100)
    await valkey.kill()
    await takeTurns('Down', 10)
  },
)

test(
  'of two nodes one sends a message, once, and the other one goes on if it is killed',
  { skip },
  async (t) => {
    const { nodes } = await startNodes(t)
    const [first, second] = nodes
    const received: string[] = []
    const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      const { type, data } = JSON.parse(await bodyOf(request))
      if (type === 'pet.created') received.push(data.pet.name)
      response.writeHead(204).end()
    }
    const { port } = await startReceiver(t, (request, response) => void take(request, response))
    const webhook = { url: `http://127.0.0.1:${port}/hook`, types: ['pet.created'] }
    const { status, text } = await first.ask('/webhooks', { method: 'POST', body: webhook })
    assert.equal(status, 201, text)
    await poll(async () => {
      const { text: now } = await second.ask('/webhooks/1')
      return JSON.parse(now).state === 'enabled' || undefined
    })
    const sent = Array.from({ length: 20 }, (_, at) => `Pet ${at}`)
    for (const [at, name] of sent.entries()) await (at % 2 === 0 ? first : second).add(name)
    await poll(() => received.length >= sent.length || undefined)
    assert.deepEqual(received.toSorted(), sent.toSorted())

    await first.service.stop('SIGKILL')
    await second.add('After')
    await poll(() => received.includes('After') || undefined)
    assert.equal(received.filter((name) => name === 'After').length, 1)
  },
)
