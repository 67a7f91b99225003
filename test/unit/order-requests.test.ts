import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scopesOf } from '../../src/access/keys/scopes.ts'
import { type Refused, unconditional } from '../../src/base/data/change.ts'
import { contentsOf } from '../../src/base/data/contents.ts'
import { dateTimeText } from '../../src/base/date-time.ts'
import { contactCreate } from '../../src/resources/contacts/changes.ts'
import { contactResource } from '../../src/resources/contacts/operations.ts'
import { contacts } from '../../src/resources/contacts/table.ts'
import {
  orderExpire,
  orderPlace,
  orderRemove,
  orderUpdate,
  type Placer,
} from '../../src/resources/orders/changes.ts'
import { orderResource } from '../../src/resources/orders/operations.ts'
import type { NewOrder, OrderPatch } from '../../src/resources/orders/order.ts'
import { type OrderRow, orders } from '../../src/resources/orders/table.ts'
import { petCreate, petRemove } from '../../src/resources/pets/changes.ts'
import { petResource } from '../../src/resources/pets/operations.ts'
import { pets } from '../../src/resources/pets/table.ts'
import { MemoryRows } from '../helpers/memory-rows.ts'

const staff = { ownerId: 'staff', scopes: scopesOf(['orders:manage']) }
const noon = Date.parse('2026-11-20T12:00:00Z')
const day = 86_400_000
const ann: Placer = { ownerId: 'ann', keyName: 'Ann', openOrders: 2 }
const bob: Placer = { ownerId: 'bob', keyName: 'Bob', openOrders: 1 }

/** The code of a refusal, followed by its message; the outcome if there is none. */
const told = (result: { readonly outcome: string } | Refused): string =>
  'refusal' in result ? `${result.refusal.code}: ${result.refusal.message}` : result.outcome

/** Rows, with a contact of yesterday and three animals. */
const store = () => {
  const rows = new MemoryRows(contentsOf([petResource, orderResource, contactResource]).rules)
  for (const name of ['Rex', 'Tom', 'Kim'])
    rows.apply(petCreate({ name, categoryId: 3n, status: 'available' }))
  rows.apply(contactCreate({ name: 'Jo' }, noon - day))
  return {
    rows,
    place: (petId: bigint, more: Partial<NewOrder> = {}, placer = ann, now = noon) =>
      told(rows.apply(orderPlace({ petId, ...more }, placer, now))),
    patch: (id: bigint, patch: OrderPatch, now = noon) =>
      told(rows.apply(orderUpdate(id, patch, unconditional, staff, now))),
    order: (id = 1n) => rows.row(orders, id) as OrderRow | undefined,
    activeAt: () => rows.row(contacts, 1n)?.['activeAt'],
  }
}

test('the orders of one owner count towards the limit of nobody else', () => {
  const { place } = store()
  assert.deepEqual([place(3n, {}, bob), place(1n), place(2n)], ['placed', 'placed', 'placed'])
})

test('an order keeps its word and its contact, and what is done with it is activity of the contact', () => {
  const { place, patch, order, activeAt } = store()
  const yesterday = dateTimeText(noon - day)
  const missing = 'There is no contact with the id 9.'
  assert.ok(place(1n, { contactId: 9n }).endsWith(missing))
  assert.equal(place(1n, { reference: 'A7' }), 'placed')
  assert.deepEqual([order()?.reference, 'contactId' in (order() ?? {})], ['A7', false])
  assert.equal(place(2n), 'placed')
  assert.equal('reference' in (order(2n) ?? {}), false)
  assert.equal(activeAt(), yesterday)
  const at = (ms: number) => dateTimeText(noon + ms)
  assert.ok(patch(1n, { contactId: 9n }, noon + 1).endsWith(missing))
  for (const [time, change, active] of [
    [2, { reference: 'B8' }, yesterday],
    [3, { contactId: 1n }, at(3)],
    [4, { contactId: 1n }, at(3)],
    [5, { reference: 'C9' }, at(3)],
    [6, { status: 'approved' }, at(6)],
    [7, { contactId: null }, at(6)],
    [8, { status: 'cancelled' }, at(6)],
  ] as const) {
    assert.equal(patch(1n, change, noon + time), 'updated')
    assert.equal(activeAt(), active)
  }
  assert.equal(place(3n, { contactId: 1n }, bob, noon + 9), 'placed')
  assert.deepEqual([order(3n)?.contactId, activeAt()], [1n, at(9)])
})

test('the end of a hold is activity of its contact, whoever finds it, and what follows is shown', () => {
  const { rows, place, patch, activeAt } = store()
  place(1n, { contactId: 1n })
  place(2n)
  const late = rows.apply(orderUpdate(1n, { reference: 'A' }, unconditional, staff, noon + day))
  assert.ok(late.outcome === 'updated')
  const { status, reference } = late.row
  assert.deepEqual([status, reference], ['expired', 'A'])
  assert.equal(activeAt(), dateTimeText(noon + day))
  assert.ok(patch(2n, { status: 'approved' }, noon + day).includes('that is expired cannot become'))
  assert.equal(rows.apply(orderExpire(2n, noon + 2 * day)).outcome, 'not_due')
})

test('who deletes an order that has ended leaves its animal to the order that holds it now', () => {
  const { rows, place, patch } = store()
  place(1n)
  patch(1n, { status: 'cancelled' })
  assert.equal(place(1n, {}, bob), 'placed')
  const held = rows.row(pets, 1n)
  assert.equal(told(rows.apply(orderRemove(1n, unconditional, staff))), 'removed')
  assert.deepEqual(rows.row(pets, 1n), held)
  assert.equal(held?.['orderId'], 2n)
})

test('an order that was cancelled stays so, though its animal was deleted', () => {
  const { rows, place, patch } = store()
  place(1n)
  patch(1n, { status: 'cancelled' })
  assert.equal(told(rows.apply(petRemove(1n, unconditional))), 'removed')
  assert.match(patch(1n, { status: 'approved' }), /cannot become approved. Place a new order.$/)
})

test('nobody deletes an order without the right to it, or by another version', () => {
  const { rows, place, order } = store()
  place(1n)
  for (const [editor, condition, code] of [
    [{ ...staff, scopes: scopesOf([]) }, unconditional, 'insufficient_scope'],
    [staff, { match: [9n], noneMatch: undefined }, 'precondition_failed'],
  ] as const) {
    assert.equal(told(rows.apply(orderRemove(1n, condition, editor))).split(':')[0], code)
    assert.equal(order()?.status, 'placed')
  }
})
