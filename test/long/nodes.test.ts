import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { test } from 'node:test'
import { runHere } from '../helpers/command.ts'
import { http } from '../../src/base/node-http.ts'
import { type Answer, call, errorOf } from '../helpers/http.ts'
import { needsNodes, type Node, type Nodes, startNodes } from '../helpers/nodes.ts'
import { poll } from '../helpers/poll.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { atOnce } from '../helpers/fragile-service.ts'

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

/** What a request with a key came to, and the end of the minute in which it was counted, as the engine's clock has it. */
type Outcome = {
  readonly key: string
  readonly result: 'passed' | 'refused'
  readonly minute: string
}

test(
  'of 10,000 requests at once over three nodes exactly as many pass as the keys allow, and a ban stands on all',
  { skip },
  async (t) => {
    const nodes = await startNodes(t, 1)
    const agent = new http.Agent({ keepAlive: true, maxSockets: 200 })
    t.after(() => agent.destroy())
    const send = async ({ service }: Node, key: string): Promise<Outcome> => {
      const headers = { authorization: `Bearer ${key}` }
      // This request spends quota, and is answered with 400. So it needs the database for its key alone.
      const url = `${service.baseUrl('staging')}/pets?limit=0`
      const { statusCode = 0, headers: given } = await poll(async () => {
        const sent = http.get(url, { agent, headers })
        const [answer] = (await once(sent, 'response')) as [IncomingMessage]
        answer.resume()
        // Who cannot be identified while the database is late spends nothing, and asks again.
        return answer.statusCode === 503 ? undefined : answer
      })
      assert.ok([400, 429].includes(statusCode), String(statusCode))
      const result = statusCode === 400 ? 'passed' : 'refused'
      return { key, result, minute: String(given['x-ratelimit-reset']) }
    }
    const limits = new Map<string, number>()
    for (const [plan, limit] of [
      ['free', 60],
      ['pro', 300],
      ['business', 1_000],
    ] as const) {
      limits.set((await makeKey(nodes, plan)).key, limit)
    }
    const keys = [...limits.keys()]
    const outcomes = await atOnce(10_000, async (index) => {
      // Each key goes to each node.
      const node = nodes.nodes[Math.floor(index / keys.length) % nodes.nodes.length]
      return await send(node ?? nodes.nodes[0], keys[index % keys.length] ?? '')
    })
    for (const [key, limit] of limits) {
      const its = Map.groupBy(
        outcomes.filter((outcome) => outcome.key === key),
        ({ minute }) => minute,
      )
      const passedIn = (all: readonly Outcome[]): number =>
        all.filter(({ result }) => result === 'passed').length
      // The minute may have ended meanwhile. While a ban lasts, its end is told, and nothing passes.
      const minutes = [...its.values()].filter((all) => passedIn(all) > 0)
      const full = minutes.filter((all) => passedIn(all) < all.length)
      assert.ok(full.length > 0, 'There was more demand than the key allows.')
      assert.deepEqual(new Set(full.map(passedIn)), new Set([limit]))
      assert.ok(minutes.every((all) => passedIn(all) <= limit))
      await poll(async () => {
        const { text } = await askWith(key)(nodes.nodes[0])
        return text.includes('api_key_banned') || undefined
      })
      for (const node of nodes.nodes) {
        const answer = await askWith(key)(node)
        assert.deepEqual([answer.status, errorOf(answer).code], [429, 'api_key_banned'])
      }
    }
  },
)

/** Asks each node until it refuses a key, and then that it stays refused. */
const untilRefused = async (
  { nodes }: Nodes,
  key: string,
  codes: readonly string[],
): Promise<number> => {
  const revokedAt = performance.now()
  const lasts = nodes.map(async (node) => {
    let last = revokedAt
    const refused = await poll(async () => {
      const begun = performance.now()
      const answer = await askWith(key)(node)
      if (answer.status === 200) last = begun
      return answer.status === 200 ? undefined : answer
    })
    assert.ok(codes.includes(errorOf(refused).code), refused.text)
    for (let again = 0; again < 5; again += 1) {
      assert.notEqual((await askWith(key)(node)).status, 200)
    }
    return last - revokedAt
  })
  return Math.max(...(await Promise.all(lasts)))
}

/** Lets the nodes know a key, and keep the page that it asks for. */
const makeKnown = async ({ nodes }: Nodes, key: string): Promise<void> => {
  for (const node of nodes) {
    await poll(async () => ((await askWith(key)(node)).status === 200 ? true : undefined))
    for (let again = 0; again < 3; again += 1) {
      assert.equal((await askWith(key)(node)).status, 200)
    }
  }
}

/** How often a busy machine may keep a node from what it has to do within a second. */
const mostTries = 5

for (const [what, codes, disturb, mend] of [
  ['all is well', ['invalid_api_key'], async () => {}, async () => {}],
  [
    'the counters are down',
    ['invalid_api_key'],
    async ({ valkey }: Nodes) => await valkey.kill(),
    async ({ valkey }: Nodes) => await valkey.restart(),
  ],
] as const) {
  test(
    `a revoked key is refused by every node within a second while ${what}`,
    { skip },
    async (t) => {
      const nodes = await startNodes(t, 1)
      for (let left = mostTries; ; left -= 1) {
        const { key, revoke } = await makeKey(nodes, 'business')
        await makeKnown(nodes, key)
        await disturb(nodes)
        await revoke()
        const late = await untilRefused(nodes, key, codes)
        if (late <= 1_000) return
        assert.ok(left > 1, `It passed ${late} ms later.`)
        await mend(nodes)
      }
    },
  )
}

test(
  'a revoked key is refused by every node within a second if the database is killed right after it',
  { skip },
  async (t) => {
    const nodes = await startNodes(t, 1)
    const { server } = nodes
    for (let left = mostTries; ; left -= 1) {
      const { key, revoke } = await makeKey(nodes, 'business')
      const other = await makeKey(nodes, 'business')
      await makeKnown(nodes, key)
      await revoke()
      await server.kill()
      const late = await untilRefused(nodes, key, ['invalid_api_key', 'service_unavailable'])
      // Nobody is told that a key is revoked which the database still takes for a good one.
      await assert.rejects(other.revoke)
      if (late <= 1_000) return
      assert.ok(left > 1, `It passed ${late} ms later.`)
      await server.start()
    }
  },
)

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
      await poll(async () => ((await askWith(key)(cut)).status === 503 ? true : undefined))
      await poll(async () => ((await ready(cut)) === 503 ? true : undefined))
      assert.equal((await askWith(key)(other)).status, 200)
      await other.add(`While the first is ${how}`)
      assert.notEqual((await askWith(key)(cut)).status, 200)
      cut.links.store.heal()
      cut.links.counters.heal()
      await poll(async () => ((await ready(cut)) === 200 ? true : undefined))
      await poll(async () => {
        const { status, text } = await askWith(key)(cut, '/pets?sort=-id&limit=1')
        return status === 200 && text.includes(`While the first is ${how}`) ? true : undefined
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
        return known > added || undefined
      })
    }
  },
)
