import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test, type TestContext } from 'node:test'
import { unconditional } from '../../src/data/precondition.ts'
import { orderUpdate } from '../../src/orders/changes.ts'
import type { OrderStatus } from '../../src/orders/order.ts'
import { orderPlace } from '../../src/orders/place.ts'
import { act } from '../helpers/act.ts'
import { temporaryFolder } from '../helpers/app.ts'
import { addPet, openStorage } from '../helpers/storage.ts'
import { type OrderFaults, OrderLedger } from '../torture/order-ledger.ts'

const noon = Date.parse('2026-11-20T12:00:00Z')
const staff = { chainId: 'staff', manages: true }
const answer = { method: 'GET', target: '', status: 200 }

/** A store with three orders: placed, approved, delivered. Everybody was told of them. */
const setUp = async (t: TestContext) => {
  const path = join(temporaryFolder(t), 'staging.sqlite')
  const storage = openStorage(path)
  const ledger = new OrderLedger()
  const statuses: readonly OrderStatus[] = ['placed', 'approved', 'delivered']
  for (const [at, status] of statuses.entries()) {
    const id = BigInt(at + 1)
    await addPet(storage, { name: 'Rex', categoryId: 3n, status: 'available' })
    const placer = { chainId: 'any', keyName: 'Any', openOrders: 5 }
    await storage.data.apply(orderPlace({ petId: id, reference: `order ${id}` }, placer, noon), act)
    await storage.data.apply(orderUpdate(id, { status }, unconditional, staff, noon), act)
    const version = status === 'placed' ? 1 : 2
    ledger.told({
      ...answer,
      headers: { etag: `"r-${version}"` },
      text: JSON.stringify({ id: at + 1, status }),
    })
  }
  await storage.close()
  const database = new DatabaseSync(path)
  database.exec('DROP INDEX governing_orders')
  t.after(() => database.close())
  /** The faults that a ledger sees. */
  const faults = (most = 5): Partial<OrderFaults> => {
    ledger.check(path, noon, { available: 0, pending: 2, sold: 1 }, { Any: most })
    return Object.fromEntries(Object.entries(ledger.faults).filter(([, count]) => count > 0))
  }
  return { database, ledger, faults }
}

test('a store that is as it must be has no faults', async (t) => {
  const { faults } = await setUp(t)
  assert.deepEqual(faults(), {})
})

const insert = (status: string, petId: number, reference: string): string =>
  `INSERT INTO orders (pet_id, status, reference, "by", placed_at, chain_id, row_version)
  VALUES (${petId}, '${status}', '${reference}', 'Any', '', 'any', 1)`

for (const [what, sql, fault] of [
  [
    'an order that is gone',
    'DELETE FROM orders WHERE id = 3; UPDATE pets SET order_id = NULL WHERE id = 3',
    'lost',
  ],
  ['an older state of an order', 'UPDATE orders SET row_version = 1 WHERE id = 2', 'lost'],
  [
    'another status in the same version',
    "UPDATE orders SET status = 'delivered' WHERE id = 2",
    'altered',
  ],
  [
    'a step that does not exist',
    "UPDATE orders SET status = 'expired', row_version = 3 WHERE id = 3",
    'altered',
  ],
  ['two orders for one request', insert('cancelled', 1, 'order 1'), 'altered'],
  ['two orders for one animal', insert('placed', 1, 'order 4'), 'doubled'],
  [
    'an animal that is not what its order says',
    "UPDATE pets SET status = 'sold' WHERE id = 2",
    'mismatched',
  ],
  ['an animal without its order', 'UPDATE pets SET order_id = NULL WHERE id = 2', 'mismatched'],
  ['an order without its animal', 'DELETE FROM pets WHERE id = 1', 'mismatched'],
  [
    'an animal more than the inventory says',
    "INSERT INTO pets (name, category_id, status) VALUES ('Rex', 3, 'available')",
    'miscounted',
  ],
] as const) {
  test(`the ledger of the torture sees ${what}`, async (t) => {
    const { database, faults } = await setUp(t)
    database.exec(sql)
    assert.ok(fault in faults(), JSON.stringify(faults()))
  })
}

test('the ledger of the torture sees a caller with more orders than it may have placed, and what came back', async (t) => {
  const { ledger, faults } = await setUp(t)
  assert.deepEqual(faults(0), { overLimit: 1 })
  ledger.deleting(1)
  ledger.deleted(1)
  assert.equal(faults(0).lost, 1)
})
