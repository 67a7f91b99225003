import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scopesOf } from '../../src/access/keys/scopes.ts'
import type { Refused } from '../../src/base/data/change.ts'
import { contentsOf } from '../../src/base/data/contents.ts'
import { unconditional } from '../../src/base/data/precondition.ts'
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
import type { PetStatus } from '../../src/resources/pets/pet.ts'
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
const store = (...statuses: readonly PetStatus[]) => {
  const rows = new MemoryRows(contentsOf([petResource, orderResource, contactResource]).rules)
  for (const status of [...statuses, 'available', 'available', 'available'] as const)
    rows.apply(petCreate({ name: 'Rex', categoryId: 3n, status }))
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

test('an animal that cannot be had is refused with who has it, and until when', () => {
  const { place, patch } = store('pending')
  const refused = (id: bigint, placer = ann) => place(id, {}, placer)
  assert.equal(refused(1n), 'pet_not_available: The animal 1 is pending.')
  assert.equal(refused(9n), 'pet_not_found: There is no animal with the id 9.')
  assert.equal(refused(2n), 'placed')
  const start = 'pet_not_available: The animal 2 is pending: '
  assert.equal(refused(2n), `${start}your own order 1, which is placed, has it.`)
  const end = `${dateTimeText(noon + day)}, unless it is approved before.`
  assert.equal(refused(2n, bob), `${start}the order 1 holds it until ${end}`)
  patch(1n, { status: 'approved' })
  assert.equal(refused(2n, bob), `${start}the order 1, which is approved, has it.`)
})

test('a hold ends from a minute to a week ahead, both included', () => {
  for (const [ahead, outcome] of [
    [59_999, 'invalid_body'],
    [60_000, 'placed'],
    [7 * day, 'placed'],
    [7 * day + 1, 'invalid_body'],
  ] as const) {
    const { place, order } = store()
    const expiresAt = dateTimeText(noon + ahead)
    const result = place(1n, { expiresAt })
    assert.equal(result.split(':')[0], outcome)
    assert.equal(order()?.expiresAt, outcome === 'placed' ? expiresAt : undefined)
    if (outcome === 'placed') continue
    const range = `from ${dateTimeText(noon + 60_000)} to ${dateTimeText(noon + 7 * day)}`
    assert.ok(result.includes(`expiresAt must be ${range}`), result)
  }
})

test('placed orders that have not ended count towards the limit of their owner', () => {
  const { place, patch } = store()
  assert.equal(place(3n, {}, bob), 'placed')
  assert.equal(place(1n), 'placed')
  assert.equal(place(2n), 'placed')
  const limit = 'order_limit_reached: Your keys have reached the limit of orders placed at once'
  const more = store()
  for (const id of [1n, 2n]) more.place(id)
  assert.ok(more.place(3n).startsWith(`${limit}, which is 2 for their plan. `))
  assert.equal(more.place(3n, {}, ann, noon + day), 'placed', 'both have ended')
  const third = store()
  for (const id of [1n, 2n]) third.place(id)
  third.patch(1n, { status: 'approved' })
  assert.equal(third.place(3n), 'placed')
  assert.equal(patch(9n, {}), 'order_not_found: There is no order with the id 9.')
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

test('only a placed order has an end that can change, and the refusal says what it is or would be', () => {
  const { place, patch } = store()
  place(1n)
  const expiresAt = dateTimeText(noon + 2 * day)
  const rest = 'approved; only a placed order has an expiresAt that can change.'
  const start = 'transition_not_allowed: The order 1'
  assert.equal(patch(1n, { status: 'approved', expiresAt }), `${start} would be ${rest}`)
  patch(1n, { status: 'approved' })
  assert.equal(patch(1n, { expiresAt }), `${start} is ${rest}`)
})

test('an order that must stay says what has to come first', () => {
  const { rows, place, patch, order } = store()
  place(1n)
  const remove = (editor = staff, condition = unconditional) =>
    told(rows.apply(orderRemove(1n, condition, editor)))
  assert.match(remove({ ...staff, scopes: scopesOf([]) }), /^insufficient_scope/)
  assert.match(remove(staff, { match: [9n], noneMatch: undefined }), /^precondition_failed/)
  const start = 'order_not_deletable: The order 1 is'
  patch(1n, { status: 'approved' })
  assert.equal(
    remove(),
    `${start} approved. Cancel it first: PATCH it with {"status":"cancelled"}.`,
  )
  patch(1n, { status: 'delivered' })
  const returned = 'mark it as returned first: PATCH it with {"status":"returned"}.'
  assert.equal(remove(), `${start} delivered. If its animal comes back, ${returned}`)
  assert.equal(told(rows.apply(petRemove(1n, unconditional))), 'removed')
  assert.equal(
    remove(),
    `${start} delivered and its animal was deleted, so the order stays as a record.`,
  )
  assert.equal(
    patch(1n, { status: 'returned' }),
    'transition_not_allowed: The animal 1 of the order 1 was deleted, so it cannot come back. The order stays as it is, as a record.',
  )
  assert.equal(order()?.status, 'delivered')
  place(2n)
  patch(2n, { status: 'cancelled' })
  assert.equal(told(rows.apply(petRemove(2n, unconditional))), 'removed')
  assert.match(patch(2n, { status: 'approved' }), /cannot become approved. Place a new order.$/)
})
