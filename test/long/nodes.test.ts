import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runHere } from '../helpers/command.ts'
import { type Answer, call } from '../helpers/http.ts'
import { needsNodes, type Node, type Nodes, startNodes } from '../helpers/nodes.ts'
import { poll } from '../helpers/poll.ts'
import { startReceiver } from '../helpers/receiver.ts'

const skip = needsNodes

/** Makes a key by a command, as an operator does beside the nodes. */
const makeKey = async (
  { env }: Nodes,
  ...plan: readonly string[]
): Promise<{ readonly key: string; readonly revoke: () => Promise<void> }> => {
  const command = async (...args: readonly string[]) => {
    const done = await runHere(['keys', ...args, '--environment', 'staging', '--json'], env)
    assert.equal(done.status, 0, done.error)
    return JSON.parse(done.out)
  }
  const { id, key } = await command('create', '--name', 'Test', '--plan', ...plan)
  return { key, revoke: async () => void (await command('revoke', id)) }
}

const askWith =
  (key: string) =>
  async ({ service }: Node, path = '/pets?limit=3'): Promise<Answer> =>
    await call(service.baseUrl('staging') + path, { key })

/** Lets the nodes know a key, and keep the page that it asks for. */
const makeKnown = async ({ nodes }: Nodes, key: string): Promise<void> => {
  for (const node of nodes) {
    await poll(async () => (await askWith(key)(node)).status === 200)
    for (let again = 0; again < 3; again += 1) {
      assert.equal((await askWith(key)(node)).status, 200)
    }
  }
}

test(
  'a node that is cut off from both engines serves nothing that it keeps, and the other one goes on',
  { skip },
  async (t) => {
    const nodes = await startNodes(t)
    const { key } = await makeKey(nodes, 'business')
    await makeKnown(nodes, key)
    const [cut, other] = nodes.nodes
    const ready = async ({ service }: Node): Promise<number> =>
      (await call(service.baseUrl('staging').replace('/v1', '/readyz'))).status
    for (const how of ['cut', 'stall'] as const) {
      cut.links.store[how]()
      cut.links.counters[how]()
      await poll(async () => (await askWith(key)(cut)).status === 503)
      await poll(async () => (await ready(cut)) === 503)
      assert.equal((await askWith(key)(other)).status, 200)
      await other.add(`While the first is ${how}`)
      assert.notEqual((await askWith(key)(cut)).status, 200)
      cut.links.store.heal()
      cut.links.counters.heal()
      await poll(async () => (await ready(cut)) === 200)
      await poll(async () => {
        const { status, text } = await askWith(key)(cut, '/pets?sort=-id&limit=1')
        return status === 200 && text.includes(`While the first is ${how}`)
      })
    }
  },
)

test(
  'what one node tells of a delivery, another one does not tell otherwise afterwards',
  { skip },
  async (t) => {
    const { nodes } = await startNodes(t)
    const [first, second] = nodes
    const { port } = await startReceiver(t, (request, response) => {
      request.resume()
      response.writeHead(204).end()
    })
    const webhook = { url: `http://127.0.0.1:${port}/hook`, types: ['pet.created'] }
    const { status, text } = await first.ask('/webhooks', { method: 'POST', body: webhook })
    assert.equal(status, 201, text)
    /** How many deliveries a node knows of that arrived. Asked twice, it keeps the page. */
    const delivered = async ({ ask }: Node): Promise<number> => {
      const page = await ask('/webhooks/1/deliveries?limit=100')
      assert.equal(page.status, 200, page.text)
      return page.text.split('"status":"delivered"').length - 1
    }
    let known = 0
    const look = async (node: Node, other: Node): Promise<void> => {
      const now = await delivered(node)
      assert.ok(now >= known)
      known = now
      assert.ok((await delivered(other)) >= known)
    }
    // The ping comes first: what happens before it has arrived is not sent.
    for (let added = 0; added <= 10; added += 1) {
      if (added > 0) await first.add(`Pet ${added}`)
      await poll(async () => {
        await look(first, second)
        await look(second, first)
        return known > added
      })
    }
  },
)
