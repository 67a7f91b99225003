import assert from 'node:assert/strict'
import { emptyBucket } from '../../src/access/quotas/bucket.ts'
import type { StoredCount } from '../../src/access/quotas/counters.ts'
import { issueKey } from '../../src/access/keys/life-cycle.ts'
import { petCreate } from '../../src/resources/pets/changes.ts'
import { Changes } from '../../src/store/changes.ts'
import { act } from '../helpers/act.ts'
import type { Cleanup } from '../helpers/cleanup.ts'
import { testWith } from '../helpers/needs.ts'
import { noPostgres } from '../helpers/postgres.ts'
import { newDatabase } from './postgres-server.ts'

const it = testWith(noPostgres())

/** Opens a new store by two nodes, with the changes that the second notices. It has one key, of 10 requests a day. */
const openTwoNodes = async (t: Cleanup) => {
  const database = await newDatabase(t)
  const changes = new Changes()
  const [one, two] = [await database.open(), await database.open(undefined, changes)]
  const { record: key } = issueKey({
    environment: 'staging',
    name: 'Test',
    plan: 'enterprise',
    limits: { perMinute: 1_000, perDay: 10, openOrders: 5 },
    now: act.at,
  })
  await one.keys.insert(key)
  return { one, two, changes, key }
}

it('an owner is told of a share of the day once, whichever of two nodes saves what it read earlier', async (t) => {
  const { one, two, key } = await openTwoNodes(t)
  const count = (day: number, dayUsed: number): StoredCount => ({
    ...emptyBucket(),
    kind: 'key',
    id: key.ownerId,
    day,
    dayUsed,
  })
  const today = 20_000
  for (const [storage, saved] of [
    [one, count(today, 8)],
    [two, count(today, 10)],
    [one, count(today, 9)],
    [two, count(today, 10)],
    [two, count(today + 1, 9)],
    [one, count(today, 10)],
    [two, count(today + 1, 9)],
  ] as const) {
    await storage.counts.save([saved], [], act.at)
  }
  const events = await one.data.events.after(0n, 100)
  const told = events.map(({ json }) => {
    const { data } = JSON.parse(json)
    return [data.percent, data.used]
  })
  assert.deepEqual(told, [
    [80, 8],
    [100, 10],
    [80, 9],
  ])
  assert.equal((await one.counts.find({ kind: 'key', id: key.ownerId }))?.day, today + 1)
})

it("a node keeps its pages while another one saves counts, uses and history, and drops them at each other's change", async (t) => {
  const { one, two, changes, key } = await openTwoNodes(t)
  /** Whether the second node drops its pages after what the first one did. */
  const drops = async (what: () => Promise<unknown>): Promise<boolean> => {
    const { version } = changes
    await what()
    await two.poll()
    return changes.version !== version
  }
  await two.poll()
  const count = { ...emptyBucket(), kind: 'key', id: key.ownerId, day: 20_000 } as const
  const minute = Math.floor(act.at / 60_000)
  const request = {
    ownerId: key.ownerId,
    minute,
    operation: 'listPets',
    status: 200,
    code: undefined,
    window: undefined,
    isDeprecated: true,
    count: 1,
  } as const
  const bella = { name: 'Bella', categoryId: 1n, status: 'available' } as const
  const save = async (dayUsed: number) => await one.counts.save([{ ...count, dayUsed }], [], act.at)
  const later = act.at + 100 * 86_400_000

  for (const quiet of [
    async () => await save(1),
    async () => await one.counts.save([], [count], act.at),
    async () => await one.counts.liftBan({ id: key.ownerId, at: act.at }),
    async () => await one.counts.forgetLifts(await one.counts.lifts()),
    async () => await one.keys.touch(new Map([[key.id, act.at]])),
    async () => await one.history.add([request]),
    async () => await one.history.forget(later),
  ]) {
    assert.equal(await drops(quiet), false, String(quiet))
  }
  // An owner is told of a share of the day by an event.
  assert.equal(await drops(async () => await save(8)), true)
  assert.equal(await drops(async () => await one.data.apply(petCreate(bella), act)), true)

  // A node that writes looks at the version too.
  await two.data.apply(petCreate(bella), act)
  assert.equal(await drops(async () => await save(9)), false)
  const { version } = changes
  await two.keys.touch(new Map([[key.id, act.at + 1]]))
  assert.equal(changes.version, version)
  await one.data.apply(petCreate(bella), act)
  await two.keys.touch(new Map([[key.id, act.at + 2]]))
  assert.notEqual(changes.version, version)
})
