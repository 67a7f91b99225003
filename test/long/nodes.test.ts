import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { test } from 'node:test'
import { runHere } from '../helpers/command.ts'
import { http } from '../../src/core/node-http.ts'
import { type Answer, call, errorOf } from '../helpers/http.ts'
import { needsNodes, type Node, type Nodes, startNodes } from '../helpers/nodes.ts'
import { poll } from '../helpers/poll.ts'
import { atOnce } from '../helpers/threads.ts'

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

test(
  'of 10,000 requests at once over two nodes exactly as many pass as the keys allow, and a ban stands on both',
  { skip },
  async (t) => {
    const nodes = await startNodes(t)
    const agent = new http.Agent({ keepAlive: true, maxSockets: 200 })
    t.after(() => agent.destroy())
    const send = async ({ service }: Node, key: string): Promise<number> => {
      const headers = { authorization: `Bearer ${key}` }
      // It is spent, and answered with 400. It reads no database, which may be late on a busy machine.
      const url = `${service.baseUrl('staging')}/pets?limit=0`
      const sent = http.get(url, { agent, headers })
      const [answer] = (await once(sent, 'response')) as [IncomingMessage]
      answer.resume()
      return answer.statusCode ?? 0
    }
    for (;;) {
      const plans = ['free', 'pro', 'business']
      const keys = await Promise.all(plans.map(async (plan) => await makeKey(nodes, plan)))
      // Both nodes know the keys, and nothing is spent yet.
      for (const { key } of keys) {
        for (const node of nodes.nodes) {
          assert.equal((await askWith(key)(node, '/usage')).status, 200)
        }
      }
      const minute = Math.floor(Date.now() / 60_000)
      const outcomes = await atOnce(10_000, async (index) => {
        const which = index % keys.length
        const node = nodes.nodes[index % 2 === 0 ? 0 : 1]
        return [which, await send(node, keys[which]?.key ?? '')] as const
      })
      const passed = keys.map(
        (_, which) => outcomes.filter(([at, status]) => at === which && status === 400).length,
      )
      // In the next minute as many pass again, so there it says nothing.
      if (Math.floor(Date.now() / 60_000) !== minute) continue
      assert.deepEqual(passed, [60, 300, 1_000])
      for (const { key } of keys) {
        for (const node of nodes.nodes) {
          const answer = await askWith(key)(node)
          assert.deepEqual([answer.status, errorOf(answer).code], [429, 'api_key_banned'])
        }
      }
      return
    }
  },
)

/** Asks until a key is refused, and then that it stays refused. */
const untilRefused = async (
  { nodes }: Nodes,
  key: string,
  codes: readonly string[],
): Promise<void> => {
  for (const node of nodes) {
    const refused = await poll(async () => {
      const answer = await askWith(key)(node)
      return answer.status === 200 ? undefined : answer
    })
    assert.ok(codes.includes(errorOf(refused).code), refused.text)
    for (let again = 0; again < 5; again += 1) {
      assert.notEqual((await askWith(key)(node)).status, 200)
    }
  }
}

/** Lets both nodes know a key, and keep the page that it asks for. */
const makeKnown = async ({ nodes }: Nodes, key: string): Promise<void> => {
  for (const node of nodes) {
    for (let again = 0; again < 3; again += 1) {
      assert.equal((await askWith(key)(node)).status, 200)
    }
  }
}

test(
  'a revoked key is refused by every node, the counters down or the database killed right after it',
  { skip },
  async (t) => {
    const nodes = await startNodes(t)
    const { server, valkey } = nodes
    const both = await makeKey(nodes, 'business')
    await makeKnown(nodes, both.key)
    await both.revoke()
    await untilRefused(nodes, both.key, ['invalid_api_key'])

    const without = await makeKey(nodes, 'business')
    await makeKnown(nodes, without.key)
    await valkey.kill()
    await without.revoke()
    await untilRefused(nodes, without.key, ['invalid_api_key'])
    await valkey.restart()

    const last = await makeKey(nodes, 'business')
    await poll(async () => {
      const all = await Promise.all(nodes.nodes.map((node) => askWith(last.key)(node)))
      return all.every(({ status }) => status === 200) || undefined
    })
    await makeKnown(nodes, last.key)
    await last.revoke()
    await server.kill()
    await untilRefused(nodes, last.key, ['invalid_api_key', 'service_unavailable'])
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
