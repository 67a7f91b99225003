import assert from 'node:assert/strict'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { startCollector } from '../helpers/collector.ts'
import { runHere } from '../helpers/command.ts'
import { exactPets } from '../helpers/exact-json.ts'
import { testWith } from '../helpers/needs.ts'
import { needsNodes, type Node, startNodes } from '../helpers/nodes.ts'
import { png } from '../helpers/pictures.ts'
import { poll } from '../helpers/poll.ts'
import { addWebhook, bodyOf, startReceiver } from '../helpers/receiver.ts'

const it = testWith(needsNodes)

const lastName = async ({ ask }: Node): Promise<string | undefined> => {
  const page = await ask('/pets?limit=1&sort=-id')
  assert.equal(page.status, 200, page.text)
  return exactPets(page.text)[0]?.name
}

it('two nodes over one database', async (t) => {
  const collector = await startCollector(t)
  const { nodes, valkey, env } = await startNodes(t, collector.variables)
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

  await t.test(
    'after an answer of one node, another one shows the state of before no more, nor a photo that is deleted',
    async () => {
      await takeTurns('Up', 40)
      const headers = { 'Content-Type': 'image/png' }
      const upload = { method: 'POST', headers, body: png(8, 6) }
      const photo = JSON.parse((await first.ask('/pets/1/photos', upload)).text)
      const { pathname } = new URL(photo.urls.card)
      const shown = async ({ service }: Node): Promise<number> =>
        (await fetch(new URL(pathname, service.baseUrl('staging')))).status
      for (const node of nodes) assert.equal(await shown(node), 200)
      await first.ask(`/pets/1/photos/${photo.id}`, { method: 'DELETE' })
      for (const node of nodes) assert.equal(await shown(node), 404)
    },
  )

  await t.test(
    'a key of a team that one node revokes is refused by the other one, even if that one loses the database at once',
    async () => {
      const plan = ['--plan', 'business', '--name', 'Manager', '--scopes', 'all,keys:manage']
      const create = ['keys', 'create', '--environment', 'staging', '--json', ...plan]
      const manager = { key: JSON.parse((await runHere(create, env)).out).key }
      for (const isCut of [false, true]) {
        const body = { name: `Cut ${isCut}`, scopes: ['pets:read', 'keys:manage'] }
        const made = await first.ask('/keys', { method: 'POST', body, ...manager })
        const { id, key } = JSON.parse(made.text)
        const statusAt = async ({ ask }: Node): Promise<number> =>
          (await ask('/pets?limit=3', { key })).status
        // Both nodes remember the key, and keep the page.
        for (const node of nodes) {
          for (let n = 0; n < 3; n += 1) assert.equal(await statusAt(node), 200)
        }
        if (isCut) second.links.store.cut()
        const revoked = await first.ask(`/keys/${id}`, { method: 'DELETE', ...manager })
        assert.equal(revoked.status, 204, revoked.text)
        const refused = await poll(async () => {
          const status = await statusAt(second)
          return status !== 200 && status
        })
        assert.equal(refused, isCut ? 503 : 401)
        // The node that revoked it knows at least as soon.
        await poll(async () => (await statusAt(first)) === 401)
      }
      second.links.store.heal()
      await poll(async () => (await second.ask('/pets')).status === 200)
    },
  )

  const received: Array<{ readonly name: string; readonly traceparent: unknown }> = []
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { type, data } = JSON.parse(await bodyOf(request))
    const { traceparent } = request.headers
    if (type === 'pet.created') received.push({ name: data.pet.name, traceparent })
    response.writeHead(204).end()
  }
  const { port } = await startReceiver(t, (request, response) => void take(request, response))

  await t.test(
    'of two nodes one sends a message, once, and it is one trace with its create, whichever node sends it',
    async () => {
      await addWebhook(first.ask, port, 'secret?of=hook')
      const sent = Array.from({ length: 20 }, (_, at) => `Pet ${at}`)
      for (const [at, name] of sent.entries()) await (at % 2 === 0 ? first : second).add(name)
      await poll(() => received.length >= sent.length)
      assert.deepEqual(received.map(({ name }) => name).toSorted(), sent.toSorted())

      const instances = { creates: new Set<unknown>(), attempts: new Set<unknown>() }
      for (const { traceparent } of received) {
        const [, traceId, spanId] = /^00-(\w{32})-(\w{16})-01$/.exec(String(traceparent)) ?? []
        const attempt = await collector.until((span) => span.spanId === spanId)
        assert.deepEqual([attempt.name, attempt.kind, attempt.traceId], ['POST', 3, traceId])
        assert.equal(attempt.attributes['http.response.status_code'], 204)
        const create = await collector.until((span) => span.spanId === attempt.parentSpanId)
        assert.deepEqual([create.name, create.traceId], ['POST /v1/pets', traceId])
        for (const name of ['counters.spend', 'data.apply'])
          await collector.until((span) => span.parentSpanId === create.spanId && span.name === name)
        instances.creates.add(create.resource['service.instance.id'])
        instances.attempts.add(attempt.resource['service.instance.id'])
      }
      assert.deepEqual([instances.creates.size, instances.attempts.size], [2, 1])
      assert.doesNotMatch(JSON.stringify(collector.spans), /secret|of=/)
    },
  )

  await t.test(
    'while the counters are away, no state of before is shown either; of a node that is killed the other one sends on',
    async () => {
      await valkey.kill()
      await takeTurns('Down', 10)
      await first.service.stop('SIGKILL')
      await second.add('After')
      await poll(() => received.some(({ name }) => name === 'After'))
      assert.equal(received.filter(({ name }) => name === 'After').length, 1)
    },
  )
})
