import assert from 'node:assert/strict'
import { join } from 'node:path'
import { StatementSync } from 'node:sqlite'
import { test, type TestContext } from 'node:test'
import { orders } from '../../src/orders/table.ts'
import { pets } from '../../src/pets/table.ts'
import { contents } from '../../src/resources.ts'
import { Changes } from '../../src/storage/changes.ts'
import { openSqliteReads } from '../../src/storage/sqlite/reads.ts'
import { temporaryFolder } from '../helpers/app.ts'
import { addPet, openStorage } from '../helpers/storage.ts'

/** The store of the thread that writes, and the reading connection of another thread. */
const setUp = (t: TestContext) => {
  const path = join(temporaryFolder(t), 'staging.sqlite')
  const changes = new Changes()
  const storage = openStorage(path, { changes })
  t.after(() => storage.close())
  const reads = openSqliteReads(path, contents, 0, changes)
  t.after(() => reads.close())
  return { storage, reads }
}

const count = {
  table: orders,
  where: { ownerId: 'key_1', status: 'placed' },
  above: { field: 'expiresAt', value: '2026-11-20T12:00:00.000Z' },
  most: 10,
}
const now = Date.parse('2026-11-20T12:00:00Z')
const day = 86_400_000

const call = (at: number, isDeprecated: boolean) => ({
  ownerId: 'key_1',
  minute: at / 60_000,
  operation: 'getPet',
  status: 200,
  code: undefined,
  window: undefined,
  isDeprecated,
  count: 1,
})

test('a standing is read once, until something changes', async (t) => {
  const { storage, reads } = setUp(t)
  const statements = t.mock.method(StatementSync.prototype, 'get')
  const isRead = async (): Promise<boolean> => {
    const before = statements.mock.callCount()
    await reads.standings.of('key_1', count, now)
    return statements.mock.callCount() > before
  }
  assert.deepEqual([await isRead(), await isRead(), await isRead()], [true, false, false])
  await addPet(storage, { name: 'Rex', categoryId: 1n, status: 'available' })
  assert.deepEqual([await isRead(), await isRead()], [true, false])
  await storage.history.add([call(now, false)])
  assert.equal(await isRead(), false, 'a standing shows no other calls')
  await storage.history.add([call(now, true)])
  assert.deepEqual([await isRead(), await isRead()], [true, false])
})

test('a deprecated call that was saved shows at once, also in a turn that has read before', async (t) => {
  const { storage, reads } = setUp(t)
  for (let calls = 1; calls <= 3; calls += 1) {
    await reads.data.find(pets, 1n)
    await storage.history.add([call(now, true)])
    const standing = await reads.standings.of('key_1', count, now)
    assert.equal(standing.deprecatedCalls, BigInt(calls))
  }
})

test('a day that is no longer kept counts no more, although nothing changes', async (t) => {
  const { storage, reads } = setUp(t)
  await storage.history.add([call(now - 89 * day, true)])
  const callsAt = async (at: number): Promise<bigint> =>
    (await reads.standings.of('key_1', count, at)).deprecatedCalls
  assert.deepEqual([await callsAt(now), await callsAt(now + day), await callsAt(now)], [1n, 0n, 1n])
})
