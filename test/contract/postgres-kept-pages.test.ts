import assert from 'node:assert/strict'
import { test } from 'node:test'
import { issueKey } from '../../src/keys/life-cycle.ts'
import { petCreate } from '../../src/pets/changes.ts'
import { emptyBucket } from '../../src/quotas/bucket.ts'
import { contents } from '../../src/resources.ts'
import { Changes } from '../../src/storage/changes.ts'
import { openPostgresStorage } from '../../src/storage/postgres/storage.ts'
import { act } from '../helpers/act.ts'
import { noPostgres, startPostgres } from '../helpers/postgres.ts'

test(
  "a node keeps its pages while another one saves counts, uses and history, and drops them at each other's change",
  { skip: noPostgres() },
  async (t) => {
    const server = await startPostgres()
    t.after(() => server.close())
    const address = server.address(await server.newDatabase())
    const patience = { read: 30_000, lock: 30_000, write: 30_000 }
    const open = async () => {
      const changes = new Changes()
      const parts = { address, environment: 'staging', contents, patience, changes } as const
      return { changes, storage: await openPostgresStorage(parts) }
    }
    const [{ storage: one }, { storage: two, changes }] = [await open(), await open()]
    t.after(async () => {
      await Promise.all([one.close(), two.close()])
    })
    const { record } = issueKey({
      environment: 'staging',
      name: 'Test',
      plan: 'enterprise',
      limits: { perMinute: 1_000, perDay: 10, openOrders: 5 },
      now: act.at,
    })
    await one.keys.insert(record)
    /** Whether the second node drops its pages after what the first one did. */
    const drops = async (what: () => Promise<unknown>): Promise<boolean> => {
      const { version } = changes
      await what()
      await two.poll()
      return changes.version !== version
    }
    await two.poll()
    const count = { ...emptyBucket(), kind: 'key', id: record.chainId, day: 20_000 } as const
    const minute = Math.floor(act.at / 60_000)
    const request = {
      chainId: record.chainId,
      minute,
      operation: 'listPets',
      status: 200,
      code: undefined,
      window: undefined,
      isDeprecated: true,
      count: 1,
    } as const
    const bella = { name: 'Bella', categoryId: 1n, status: 'available' } as const
    const save = async (dayUsed: number) =>
      await one.counts.save([{ ...count, dayUsed }], [], act.at)
    const later = act.at + 100 * 86_400_000

    for (const quiet of [
      async () => await save(1),
      async () => await one.counts.save([], [count], act.at),
      async () => await one.counts.liftBan({ id: record.chainId, at: act.at }),
      async () => await one.counts.forgetLifts(await one.counts.lifts()),
      async () => await one.keys.touch(new Map([[record.id, act.at]])),
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
    await two.keys.touch(new Map([[record.id, act.at + 1]]))
    assert.equal(changes.version, version)
    await one.data.apply(petCreate(bella), act)
    await two.keys.touch(new Map([[record.id, act.at + 2]]))
    assert.notEqual(changes.version, version)
  },
)
