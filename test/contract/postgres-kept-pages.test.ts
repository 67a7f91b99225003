import assert from 'node:assert/strict'
import { petCreate } from '../../src/resources/pets/changes.ts'
import { emptyBucket } from '../../src/access/quotas/bucket.ts'
import { act } from '../helpers/act.ts'
import { testWith } from '../helpers/needs.ts'
import { noPostgres } from '../helpers/postgres.ts'
import { openTwoNodes } from '../helpers/two-nodes.ts'

const it = testWith(noPostgres())

it("a node keeps its pages while another one saves counts, uses and history, and drops them at each other's change", async (t) => {
  const { key, ...nodes } = await openTwoNodes(t)
  const { storage: one } = nodes.one
  const { storage: two, changes } = nodes.two
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
