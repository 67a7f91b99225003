import assert from 'node:assert/strict'
import { testWith } from '../helpers/needs.ts'
import { needsNodes, type Node, startNodes } from '../helpers/nodes.ts'
import { poll } from '../helpers/poll.ts'
import { addWebhook, startReceiver } from '../helpers/receiver.ts'

const it = testWith(needsNodes)

it('two nodes over one database', async (t) => {
  const { nodes } = await startNodes(t)
  const [first, second] = nodes

  await t.test(
    'what one node tells of a delivery, another one does not tell otherwise afterwards',
    async () => {
      const { port } = await startReceiver(t, (_, response) => void response.writeHead(204).end())
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
      await addWebhook(first.ask, port)
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

  for (const how of ['cut', 'stall'] as const) {
    await t.test(
      `a node that is ${how} off from both engines serves nothing that it keeps, and the other one goes on`,
      async () => {
        const key = await first.service.addKey('staging')
        const statusOf = async ({ ask }: Node): Promise<number> =>
          (await ask('/pets?limit=3', { key })).status
        const isReady = async (): Promise<boolean> => (await first.service.ready()).status === 200
        // Both know the key, and keep the page that it asks for.
        for (const node of nodes) {
          await poll(async () => (await statusOf(node)) === 200)
          for (let again = 0; again < 3; again += 1) assert.equal(await statusOf(node), 200)
        }
        const links = Object.values(first.links)
        for (const link of links) link[how]()
        await poll(async () => (await statusOf(first)) === 503)
        await poll(async () => !(await isReady()))
        assert.equal(await statusOf(second), 200)
        await second.add(`While the first is ${how}`)
        assert.notEqual(await statusOf(first), 200)
        for (const link of links) link.heal()
        await poll(isReady)
        await poll(async () => {
          const { status, text } = await first.ask('/pets?sort=-id&limit=1', { key })
          return status === 200 && text.includes(`While the first is ${how}`)
        })
      },
    )
  }
})
