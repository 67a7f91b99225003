import assert from 'node:assert/strict'
import { runHere } from '../helpers/command.ts'
import { exactPets } from '../helpers/exact-json.ts'
import { testWith } from '../helpers/needs.ts'
import { needsNodes, type Node, startNodes } from '../helpers/nodes.ts'
import { png } from '../helpers/pictures.ts'
import { poll } from '../helpers/poll.ts'
import { startReceiverOfPets } from '../helpers/receiver.ts'

const it = testWith(needsNodes)

const lastName = async ({ ask }: Node): Promise<string | undefined> => {
  const page = await ask('/pets?limit=1&sort=-id')
  assert.equal(page.status, 200, page.text)
  return exactPets(page.text)[0]?.name
}

it('after an answer of one node, another one shows the state of before no more, nor a photo that is deleted', async (t) => {
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
  const headers = { 'Content-Type': 'image/png' }
  const upload = { method: 'POST', headers, body: png(8, 6) }
  const photo = JSON.parse((await first.ask('/pets/1/photos', upload)).text)
  const { pathname } = new URL(photo.urls.card)
  const shown = async ({ service }: Node): Promise<number> =>
    (await fetch(new URL(pathname, service.baseUrl('staging')))).status
  for (const node of nodes) assert.equal(await shown(node), 200)
  await first.ask(`/pets/1/photos/${photo.id}`, { method: 'DELETE' })
  for (const node of nodes) assert.equal(await shown(node), 404)
  await valkey.kill()
  await takeTurns('Down', 10)
})

it('of two nodes one sends a message, once, and the other one goes on if it is killed', async (t) => {
  const { nodes } = await startNodes(t)
  const [first, second] = nodes
  const { port, received } = await startReceiverOfPets(t)
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
})

it('a key of a team that one node revokes is refused by the other one, even if that one loses the database at once', async (t) => {
  const { nodes, env } = await startNodes(t)
  const [first, second] = nodes
  const plan = ['--plan', 'business', '--name', 'Manager', '--scopes', 'all,keys:manage']
  const made = await runHere(['keys', 'create', '--environment', 'staging', '--json', ...plan], env)
  const manager = { key: JSON.parse(made.out).key }
  const makeKey = async (name: string): Promise<{ id: string; key: string }> => {
    const body = { name, scopes: ['pets:read', 'keys:manage'] }
    return JSON.parse((await first.ask('/keys', { method: 'POST', body, ...manager })).text)
  }
  for (const isCut of [false, true]) {
    const { id, key } = await makeKey(`Cut ${isCut}`)
    // Both nodes remember the key, and keep the page.
    for (const { ask } of nodes) {
      for (let n = 0; n < 3; n += 1) assert.equal((await ask('/pets?limit=3', { key })).status, 200)
    }
    if (isCut) second.links.store.cut()
    const revoked = await first.ask(`/keys/${id}`, { method: 'DELETE', ...manager })
    assert.equal(revoked.status, 204, revoked.text)
    const refused = await poll(async () => {
      const answer = await second.ask('/pets?limit=3', { key })
      return answer.status === 200 ? undefined : answer.status
    })
    assert.equal(refused, isCut ? 503 : 401)
    // The node that revoked it knows at least as soon.
    await poll(async () => (await first.ask('/pets?limit=3', { key })).status === 401 || undefined)
  }
})
