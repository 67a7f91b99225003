import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { resultOf } from '../../src/base/data/store.ts'
import { slotOf } from '../../src/base/data/table.ts'
import { unconditional } from '../../src/base/data/change.ts'
import { orderExpire, orderPlace } from '../../src/resources/orders/changes.ts'
import { arriving, petRemove, petsCreate, petUpdate } from '../../src/resources/pets/changes.ts'
import { pets } from '../../src/resources/pets/table.ts'
import type { Storage } from '../../src/store/port.ts'
import { inPostgres } from '../../src/store/sql/schema.ts'
import { earlierSums } from '../../src/store/sql/steps.ts'
import { act } from '../helpers/act.ts'
import { temporaryFolder } from '../helpers/app.ts'
import { importRows } from '../helpers/import-rows.ts'
import { noPostgres } from '../helpers/postgres.ts'
import { openStorage } from '../helpers/storage.ts'
import { newDatabase } from './postgres-server.ts'

const day = 86_400_000

/** As a version before the sums left it, whose log has all that happened. */
const forgotten =
  'DELETE FROM sums; UPDATE pets SET arrived_at = NULL; UPDATE orders SET category_id = NULL;'

const fill = async ({ data, bulk }: Storage): Promise<void> => {
  let at = act.at
  const rex = { name: 'Rex', status: 'available' } as const
  const added = [1n, 1n, 2n, 2n].map((categoryId) => ({ ...rex, categoryId }))
  await data.apply(petsCreate(added), { at })
  at += day / 2
  await importRows(bulk, pets, [arriving({ ...rex, categoryId: 3n }, at)], at)
  const set = async (id: bigint, status: 'available' | 'pending' | 'sold') => {
    at += 1.3 * day
    await data.apply(petUpdate(id, { status }, unconditional), { at })
  }
  for (const status of ['pending', 'sold', 'available', 'sold'] as const) await set(1n, status)
  await set(5n, 'sold')
  await data.apply(petUpdate(5n, { name: 'Max' }, unconditional), { at })
  await set(3n, 'sold')
  await set(3n, 'available')
  const placer = { ownerId: 'key_1', keyName: 'Front desk', openOrders: 9 }
  const placed = resultOf(await data.apply(orderPlace({ petId: 3n }, placer, at), { at }))
  assert.equal(placed.outcome, 'placed')
  at += 2 * day
  await data.apply(orderExpire(1n, at), { at })
  await data.apply(petRemove(2n, unconditional), { at })
}

/** Everything that was counted, and what the next changes count from. */
const countedBy = async (storage: Storage): Promise<readonly unknown[]> => {
  const ranges = Array.from({ length: 40 }, (_, n) => {
    const first = slotOf(act.at) + n * 48
    return { first, end: first + 48 }
  })
  const parts = await Promise.all(
    [undefined, 1n, 2n, 3n].map(async (part) => await storage.data.sums({ part, ranges })),
  )
  const arrivals = [1n, 3n, 4n, 5n].map(
    async (id) => (await storage.whole.find(pets, id))?.row.arrivedAt,
  )
  assert.deepEqual(
    new Set(parts[0]?.map(({ name }) => name)),
    new Set(['added', 'adopted', 'returned', 'deleted', 'placed', 'expired']),
  )
  return [...parts, ...(await Promise.all(arrivals))]
}

test('the sums of an earlier version are derived from its log, in SQLite', async (t) => {
  const file = `${temporaryFolder(t)}/staging.sqlite`
  const storage = openStorage(file)
  t.after(() => storage.close())
  await fill(storage)
  const counted = await countedBy(storage)
  using database = new DatabaseSync(file)
  database.exec(forgotten + earlierSums)
  await storage.poll()
  assert.deepEqual(await countedBy(storage), counted)
})

test(
  'the sums of an earlier version are derived from its log, in PostgreSQL',
  { skip: noPostgres() },
  async (t) => {
    const { open, client } = await newDatabase(t)
    const storage = await open()
    await fill(storage)
    const counted = await countedBy(storage)
    await (await client()).query(forgotten + inPostgres(earlierSums))
    assert.deepEqual(await countedBy(storage), counted)
  },
)
