import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import type { ValkeyPlace } from '../../src/base/config/valkey-place.ts'
import type { Observation } from '../../src/base/observation.ts'
import { petCreate } from '../../src/resources/pets/changes.ts'
import { pets } from '../../src/resources/pets/table.ts'
import { valkeyCounters } from '../../src/access/quotas/valkey/valkey-counters.ts'
import { contents } from '../../src/resources/index.ts'
import { openPostgresStorage } from '../../src/store/postgres/storage.ts'
import { act } from '../helpers/act.ts'
import { TestCountStore } from '../helpers/count-store.ts'
import { exactPets } from '../helpers/exact-json.ts'
import { type Answer, errorOf } from '../helpers/http.ts'
import { testWith } from '../helpers/needs.ts'
import { needsNodes, type Node, startNodes } from '../helpers/nodes.ts'
import { poll } from '../helpers/poll.ts'
import { startPostgres } from '../helpers/postgres.ts'
import { needsSentinels, startSentinels } from '../helpers/sentinels.ts'
import { addWebhook, startReceiver } from '../helpers/receiver.ts'
import { createPet } from '../helpers/service.ts'
import { startProxy } from '../helpers/tcp-proxy.ts'

const it = testWith(needsNodes)

// Links that are cut, stand still, or whose other side is gone without a word: no FIN, no RST, no packet. Only a deadline
// notices the last.

/** Adds an animal. No answer at all is undefined: the outcome is unknown. */
const add = async ({ ask }: Node, name: string, once?: string): Promise<Answer | undefined> =>
  await createPet(ask, name, once).catch(() => undefined)

/** Adds animals of a name until one is acknowledged; each of the others was refused with 503, or has no answer. */
const addUntilDone = async (node: Node, name: string): Promise<{ readonly unknown: number }> => {
  let unknown = 0
  await poll(async () => {
    const answer = await add(node, name)
    if (answer === undefined) unknown += 1
    else if (answer.status !== 201) {
      assert.deepEqual([answer.status, errorOf(answer).code], [503, 'service_unavailable'])
    }
    return answer?.status === 201
  })
  return { unknown }
}

const countOf = async (node: Node, name: string): Promise<number> => {
  const { status, text } = await node.ask(`/pets?limit=100&name=${name}`)
  assert.equal(status, 200, text)
  return exactPets(text).length
}

const isReady = async ({ service }: Node): Promise<boolean> =>
  (await service.ready()).status === 200

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
        // Both know the key, and keep the page that it asks for.
        for (const node of nodes) {
          await poll(async () => (await statusOf(node)) === 200)
          for (let again = 0; again < 3; again += 1) assert.equal(await statusOf(node), 200)
        }
        const links = Object.values(first.links)
        for (const link of links) link[how]()
        await poll(async () => (await statusOf(first)) === 503)
        await poll(async () => !(await isReady(first)))
        assert.equal(await statusOf(second), 200)
        await second.add(`While the first is ${how}`)
        assert.notEqual(await statusOf(first), 200)
        for (const link of links) link.heal()
        await poll(async () => await isReady(first))
        await poll(async () => {
          const { status, text } = await first.ask('/pets?sort=-id&limit=1', { key })
          return status === 200 && text.includes(`While the first is ${how}`)
        })
      },
    )
  }

  await t.test(
    'a node whose links to the database lost their other side goes over to new ones, and the other nodes notice nothing',
    async () => {
      assert.equal((await add(first, 'Before'))?.status, 201)
      first.links.store.vanish()
      const [{ unknown }] = await Promise.all([
        addUntilDone(first, 'Again'),
        (async () => {
          for (let turn = 0; turn < 10; turn += 1) {
            assert.equal((await add(second, `Beside ${turn}`))?.status, 201)
          }
        })(),
      ])
      const found = await poll(async () => await countOf(first, 'Again').catch(() => undefined))
      assert.ok(found >= 1 && found <= 1 + unknown, 'What was refused was not added.')
      await poll(async () => await isReady(first))
    },
  )

  await t.test(
    'a node that the database does not reach any more says so in time, holds up the others for a moment, and goes on by itself',
    async () => {
      assert.equal((await add(first, 'Before'))?.status, 201)
      first.links.store.mute()
      // Its lock may have reached the database, which gives the node up then.
      const [, { unknown }] = await Promise.all([
        poll(async () => {
          const answer = await add(first, 'Never')
          return answer?.status === 503
        }),
        addUntilDone(second, 'Meanwhile'),
      ])
      assert.equal((await first.ask('/pets?limit=7')).status, 503)
      await poll(async () => !(await isReady(first)))
      const found = await countOf(second, 'Meanwhile')
      assert.ok(found >= 1 && found <= 1 + unknown)
      assert.equal(await countOf(second, 'Never'), 0)
      first.links.store.heal()
      await poll(async () => await isReady(first))
      await addUntilDone(first, 'After')
      assert.ok((await countOf(second, 'After')) >= 1)
    },
  )

  await t.test(
    'a write that was committed and whose answer was lost is told as unknown, and made once',
    async () => {
      assert.equal((await add(first, 'Before'))?.status, 201)
      let attempts = 0
      const name = await poll(async () => {
        attempts += 1
        first.links.store.mute('COMMIT')
        const answer = await add(first, `Once${attempts}`, `once-${attempts}`)
        first.links.store.heal()
        // Other work of the node may have lost the answer to its commit instead.
        return answer === undefined ? `Once${attempts}` : undefined
      })
      await poll(async () => (await countOf(second, name)) === 1)
      for (const node of [second, first]) {
        const again = await poll(async () => {
          const answer = await add(node, name, `once-${attempts}`)
          return answer?.status === 503 ? undefined : answer
        })
        assert.deepEqual([again.status, again.headers['idempotent-replayed']], [201, 'true'])
      }
      assert.equal(await countOf(second, name), 1)
    },
  )
})

it('a node whose link to the primary is half open writes to the standby once that is promoted', async (t) => {
  const old = await startPostgres()
  t.after(async () => await old.close())
  const database = await old.newDatabase()
  const rex = { name: 'Rex', categoryId: 1n, status: 'available' } as const
  const open = async (address: ReturnType<typeof old.address>) => {
    const patience = { read: 1_000, lock: 1_000, write: 2_000 }
    const storage = await openPostgresStorage({
      address,
      environment: 'staging',
      contents,
      patience,
    })
    t.after(async () => await storage.close())
    return storage
  }
  const before = await open(old.address(database))
  await before.data.apply(petCreate(rex), act)
  await before.close()
  const next = await old.standby()
  t.after(async () => await next.close())
  const links = [await startProxy(t, old.port), await startProxy(t, next.port)] as const
  const node = await open({
    ...old.address(database),
    hosts: links.map(({ port }) => ({ host: '127.0.0.1', port })),
  })
  assert.equal((await node.data.find(pets, 1n))?.row.name, 'Rex')
  links[0].mute()
  await next.promote()
  await poll(async () => {
    try {
      await node.data.apply(petCreate({ ...rex, name: 'Bella' }), act)
      return true
    } catch {
      return undefined
    }
  })
  const direct = await open(next.address(database))
  assert.equal((await direct.data.find(pets, 2n))?.row.name, 'Bella')
})

it('a write over a connection that died while it had nothing to do goes over a new one, and does not fail', async (t) => {
  const server = await startPostgres()
  t.after(async () => await server.close())
  const database = await server.newDatabase()
  const link = await startProxy(t, server.port)
  const storage = await openPostgresStorage({
    address: { ...server.address(database), hosts: [{ host: '127.0.0.1', port: link.port }] },
    environment: 'staging',
    contents,
    patience: { read: 2_000, lock: 2_000, write: 5_000 },
  })
  t.after(async () => await storage.close())
  await storage.keys.touch(new Map([['key', 1]]))
  // So long that it counts as idle.
  await wait(1_100)
  link.vanish()
  await storage.keys.touch(new Map([['key', 2]]))
})

/** The counters of a node, with what it observed. */
const count = async (t: TestContext, place: ValkeyPlace) => {
  const seen: Observation[] = []
  const counters = valkeyCounters({
    place,
    times: { deadline: 200, retry: 20 },
    observe: (observation) => seen.push(observation),
  })
  t.after(() => counters.close())
  await counters.load(new TestCountStore())
  return { counters, times: (kind: string) => seen.filter((each) => each.kind === kind).length }
}

test(
  'a node finds the promoted replica of the counters although the old master and a sentinel hang',
  { skip: needsSentinels },
  async (t) => {
    const { master, at, name } = await startSentinels(t)
    const [first, ...rest] = at
    assert.ok(first !== undefined)
    const link = await startProxy(t, first.port)
    const sentinels = { master: name, at: [{ host: '127.0.0.1', port: link.port }, ...rest] }
    const { counters, times } = await count(t, { ...master.place(), at: undefined, sentinels })
    const spend = async () =>
      await counters.spend({ kind: 'key', id: 'a' }, { perMinute: 60, perDay: 1_000 }, Date.now())
    assert.equal((await spend()).verdict.outcome, 'allowed')
    link.mute()
    process.kill(master.pid, 'SIGSTOP')
    await poll(async () => {
      await spend()
      return times('counters_unavailable') > 0
    })
    await poll(() => times('counters_recovered') > 0)
    const before = times('counters_reached')
    assert.notEqual((await spend()).verdict.outcome, undefined)
    assert.equal(times('counters_reached'), before, 'The new master has answered.')
  },
)
