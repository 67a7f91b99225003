import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { contentsOf } from '../../src/base/data/contents.ts'
import { dateTimeText } from '../../src/base/date-time.ts'
import { contactCreate } from '../../src/resources/contacts/changes.ts'
import { contactResource } from '../../src/resources/contacts/operations.ts'
import { contacts } from '../../src/resources/contacts/table.ts'
import { type Refused, unconditional } from '../../src/base/data/change.ts'
import { publicRow } from '../../src/base/data/table.ts'
import {
  type Editor,
  orderExpire,
  orderPlace,
  orderRemove,
  orderUpdate,
  type Placer,
} from '../../src/resources/orders/changes.ts'
import { scopesOf } from '../../src/access/keys/scopes.ts'
import { orderResource } from '../../src/resources/orders/operations.ts'
import { type NewOrder, type OrderPatch, orderStatuses } from '../../src/resources/orders/order.ts'
import { type OrderRow, orders } from '../../src/resources/orders/table.ts'
import { petCreate, petRemove, petUpdate } from '../../src/resources/pets/changes.ts'
import { petResource } from '../../src/resources/pets/operations.ts'
import { type PetStatus, petStatuses } from '../../src/resources/pets/pet.ts'
import { type PetRow, pets } from '../../src/resources/pets/table.ts'
import { MemoryRows } from '../helpers/memory-rows.ts'

const staff: Editor = { ownerId: 'staff', scopes: scopesOf(['orders:manage']) }
const refusalOf = (result: { readonly outcome: string } | Refused) =>
  'refusal' in result ? result.refusal : undefined
const codeOf = (result: { readonly outcome: string }) => refusalOf(result)?.code
const messageOf = (result: { readonly outcome: string }) => refusalOf(result)?.message ?? ''
const noon = Date.parse('2026-11-20T12:00:00Z')
const day = 86_400_000
const ann: Placer = { ownerId: 'ann', keyName: 'Ann', openOrders: 5 }
const few: Placer = { ...ann, openOrders: 2 }
const bob: Placer = { ownerId: 'bob', keyName: 'Bob', openOrders: 5 }

/** Rows, with four animals and a contact of yesterday, and short names for what the tests do with them. */
const store = () => {
  const rows = new MemoryRows(contentsOf([petResource, orderResource, contactResource]).rules)
  for (const name of ['Rex', 'Tom', 'Kim', 'Zoe'])
    rows.apply(petCreate({ name, categoryId: 3n, status: 'available' }))
  rows.apply(contactCreate({ name: 'Jo' }, noon - day))
  return {
    rows,
    place: (petId = 1n, now = noon, placer = ann, more: Partial<NewOrder> = {}) =>
      rows.apply(orderPlace({ petId, ...more }, placer, now)),
    patch: (id: bigint, patch: OrderPatch, now = noon) =>
      rows.apply(orderUpdate(id, patch, unconditional, staff, now)),
    order: (id = 1n) => rows.row(orders, id) as OrderRow | undefined,
    shown: (id = 1n) => publicRow(orders, rows.row(orders, id) as OrderRow),
    pet: (id = 1n) => rows.row(pets, id) as PetRow | undefined,
    activeAt: () => rows.row(contacts, 1n)?.['activeAt'],
  }
}

/** What a patch of each status comes to, from each status, and what the animal is then. */
const table = {
  placed: { approved: 'pending', delivered: 'sold', cancelled: 'available', placed: 'pending' },
  approved: { delivered: 'sold', cancelled: 'available', approved: 'pending' },
  delivered: { returned: 'available', delivered: 'sold' },
  expired: { expired: 'available' },
  cancelled: { cancelled: 'available' },
  returned: { returned: 'available' },
} as const

/** The advice of a refusal, by the status that there is. */
const advice = {
  placed: 'It can become approved, delivered or cancelled.',
  approved: 'It can become delivered or cancelled.',
  delivered: 'It can become returned.',
  expired: 'Place a new order.',
  cancelled: 'Place a new order.',
  returned: 'Place a new order.',
} as const

/** The way to each status. */
const ways = {
  placed: [],
  approved: ['approved'],
  delivered: ['delivered'],
  expired: [],
  cancelled: ['cancelled'],
  returned: ['delivered', 'returned'],
} as const

for (const from of orderStatuses) {
  for (const to of orderStatuses) {
    const expected: Readonly<Record<string, PetStatus>> = table[from]
    const petStatus = expected[to]
    test(`an order that is ${from} ${petStatus ? 'becomes' : 'does not become'} ${to}`, () => {
      const { rows, place, patch, order, shown, pet } = store()
      place()
      for (const status of ways[from]) patch(1n, { status })
      if (from === 'expired') rows.apply(orderExpire(1n, noon + day))
      const [before, petBefore] = [order(), pet()]
      assert.equal(before?.status, from)
      const result = patch(1n, { status: to })
      if (petStatus === undefined) {
        const reason = to === 'expired' ? 'Only the clock makes an order expire.' : advice[from]
        assert.equal(codeOf(result), 'transition_not_allowed')
        assert.equal(messageOf(result), `An order that is ${from} cannot become ${to}. ${reason}`)
        assert.deepEqual([order(), pet()], [before, petBefore])
        return
      }
      assert.ok(result.outcome === 'updated')
      assert.deepEqual(result.row, shown())
      assert.equal(result.version, rows.version(orders, 1n))
      assert.equal(order()?.status, to)
      const isGoverned = ['placed', 'approved', 'delivered'].includes(to)
      assert.deepEqual([pet()?.status, pet()?.orderId], [petStatus, isGoverned ? 1n : undefined])
      if (from === to) assert.deepEqual([order(), pet()], [before, petBefore])
      // From then on the days of its stay count anew.
      assert.equal(pet()?.arrivedAt, to === 'returned' ? BigInt(noon) : 0n)
      assert.equal('expiresAt' in (order() ?? {}), to === 'placed' || to === 'expired')
      assert.equal('closedAt' in (order() ?? {}), to !== 'placed' && to !== 'approved')
    })
  }
}

test('the end of a hold can be moved while the order is placed, and no longer', () => {
  const { place, patch, order } = store()
  place()
  const later = dateTimeText(noon + 3 * day)
  assert.equal(patch(1n, { expiresAt: later }, noon + 1).outcome, 'updated')
  assert.equal(order()?.expiresAt, later)
  for (const ahead of [59_999, 7 * day + 1]) {
    const result = patch(1n, { expiresAt: dateTimeText(noon + ahead) })
    assert.equal(codeOf(result), 'invalid_body')
  }
  // What it is already is no change, however close.
  assert.equal(patch(1n, { expiresAt: later }, noon + 3 * day - 1).outcome, 'updated')
  const both = patch(1n, { status: 'approved', expiresAt: dateTimeText(noon + 2 * day) })
  assert.equal(codeOf(both), 'transition_not_allowed')
  assert.equal(order()?.status, 'placed')
  assert.equal(patch(1n, { status: 'approved', expiresAt: later }).outcome, 'updated')
  assert.deepEqual([order()?.status, order()?.expiresAt], ['approved', undefined])
  assert.equal(codeOf(patch(1n, { expiresAt: later })), 'transition_not_allowed')
})

test('whatever is asked of a hold that is overdue comes after its end', () => {
  for (const [patched, outcome] of [
    [{ status: 'approved' }, 'refused'],
    [{ expiresAt: dateTimeText(noon + 2 * day) }, 'refused'],
    [{ status: 'expired' }, 'updated'],
    [{ reference: 'late' }, 'updated'],
    [{}, 'updated'],
  ] as const) {
    const { place, patch, order, pet } = store()
    place()
    assert.equal(patch(1n, patched, noon + day).outcome, outcome)
    assert.equal(order()?.status, 'expired')
    assert.deepEqual([pet()?.status, pet()?.orderId], ['available', undefined])
  }
})

test('an order expires at its instant and not before, once, and can be deleted then', () => {
  const { rows, place, order, pet } = store()
  place()
  assert.equal(rows.apply(orderExpire(1n, noon + day - 1)).outcome, 'not_due')
  assert.equal(order()?.status, 'placed')
  assert.equal(rows.apply(orderExpire(1n, noon + day)).outcome, 'expired')
  assert.equal(pet()?.status, 'available')
  assert.equal(rows.apply(orderExpire(1n, noon + 2 * day)).outcome, 'not_due')
  assert.equal(order()?.closedAt, dateTimeText(noon + day))
  assert.equal(rows.apply(orderExpire(2n, noon + day)).outcome, 'not_due')
  assert.equal(rows.apply(orderRemove(1n, unconditional, staff)).outcome, 'removed')
})

test('with orders:manage alone an own order takes the steps of the store, and is changed in no other way', () => {
  for (const [status, fields, lacking] of [
    ['placed', { status: 'approved' }, undefined],
    ['approved', { status: 'approved' }, undefined],
    ['placed', { status: 'cancelled' }, 'orders:write'],
    ['approved', { reference: 'mine' }, 'orders:write'],
  ] as const) {
    const { rows, place, patch } = store()
    place()
    patch(1n, { status })
    const result = rows.apply(
      orderUpdate(1n, fields, unconditional, { ...staff, ownerId: 'ann' }, noon),
    )
    assert.equal(result.outcome, lacking === undefined ? 'updated' : 'refused')
    if (lacking) assert.match(messageOf(result), new RegExp(` needs the scope ${lacking}, `))
  }
})

test('the orders of one owner count towards the limit of nobody else', () => {
  const { place } = store()
  const bobs = { ...bob, openOrders: 1 }
  for (const [petId, placer] of [
    [3n, bobs],
    [1n, few],
    [2n, few],
  ] as const)
    assert.equal(place(petId, noon, placer).outcome, 'placed')
})

test('what is done with an order is activity of its contact, but for its reference', () => {
  const { place, patch, order, activeAt } = store()
  place(1n)
  const [yesterday, at] = [activeAt(), (ms: number) => dateTimeText(noon + ms)]
  for (const [time, change, active] of [
    [2, { reference: 'B8' }, yesterday],
    [3, { contactId: 1n }, at(3)],
    [4, { contactId: 1n }, at(3)],
    [5, { reference: 'C9' }, at(3)],
    [6, { status: 'approved' }, at(6)],
    [7, { contactId: null }, at(6)],
    [8, { status: 'cancelled' }, at(6)],
  ] as const) {
    assert.equal(patch(1n, change, noon + time).outcome, 'updated')
    assert.equal(activeAt(), active)
  }
  place(3n, noon + 9, bob, { contactId: 1n })
  assert.deepEqual([order(2n)?.contactId, activeAt()], [1n, at(9)])
})

test('the end of a hold is activity of its contact, whoever finds it, and what follows is shown', () => {
  const { rows, place, patch, activeAt } = store()
  place(1n, noon, ann, { contactId: 1n })
  place(2n)
  const late = patch(1n, { reference: 'A' }, noon + day)
  assert.ok(late.outcome === 'updated')
  const { status, reference } = late.row
  assert.deepEqual([status, reference], ['expired', 'A'])
  assert.equal(activeAt(), dateTimeText(noon + day))
  assert.match(messageOf(patch(2n, { status: 'approved' }, noon + day)), /that is expired cannot/)
  assert.equal(rows.apply(orderExpire(2n, noon + 2 * day)).outcome, 'not_due')
})

test('who deletes an order that has ended leaves its animal to the order that holds it now', () => {
  const { rows, place, patch } = store()
  place(1n)
  patch(1n, { status: 'cancelled' })
  place(1n, noon, bob)
  const held = rows.row(pets, 1n)
  assert.equal(rows.apply(orderRemove(1n, unconditional, staff)).outcome, 'removed')
  assert.deepEqual(rows.row(pets, 1n), held)
  assert.equal(held?.['orderId'], 2n)
})

test('an order that was cancelled stays so, though its animal was deleted', () => {
  const { rows, place, patch } = store()
  place(1n)
  patch(1n, { status: 'cancelled' })
  assert.equal(rows.apply(petRemove(1n, unconditional)).outcome, 'removed')
  const again = patch(1n, { status: 'approved' })
  assert.match(messageOf(again), /cannot become approved. Place a new order.$/)
})

test('no sequence of changes gives an animal two open orders, or a status other than its order says', () => {
  const step = fc.record({
    kind: fc.constantFrom('place', 'move', 'extend', 'delete', 'sweep', 'set', 'wait'),
    petId: fc.bigInt({ min: 1n, max: 4n }),
    orderId: fc.bigInt({ min: 1n, max: 12n }),
    who: fc.constantFrom(few, bob),
    to: fc.constantFrom(...orderStatuses),
    status: fc.constantFrom(...petStatuses),
    hours: fc.nat(200),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const { rows, place, patch } = store()
      let now = noon
      for (const { kind, petId, orderId, who, to, status, hours } of steps) {
        const later = now + hours * 3_600_000
        if (kind === 'place') place(petId, now, who)
        else if (kind === 'move') patch(orderId, { status: to }, now)
        else if (kind === 'extend') patch(orderId, { expiresAt: dateTimeText(later) }, now)
        else if (kind === 'delete') rows.apply(orderRemove(orderId, unconditional, staff))
        else if (kind === 'sweep') rows.apply(orderExpire(orderId, now))
        else if (kind === 'set') rows.apply(petUpdate(petId, { status }, unconditional))
        else now += (later - now) / 8
        const all = rows.all(orders) as readonly OrderRow[]
        for (const pet of rows.all(pets) as readonly PetRow[]) {
          const [governor, another] = all.filter(
            (one) =>
              one.petId === pet.id && ['placed', 'approved', 'delivered'].includes(one.status),
          )
          assert.equal(another, undefined)
          assert.equal(pet.orderId, governor?.id)
          if (governor === undefined) continue
          assert.equal(pet.status, governor.status === 'delivered' ? 'sold' : 'pending')
        }
        const open = all.filter(
          ({ ownerId, ...one }) =>
            ownerId === 'ann' &&
            one.status === 'placed' &&
            (one.expiresAt ?? '') > dateTimeText(now),
        )
        assert.ok(open.length <= few.openOrders)
      }
    }),
  )
})
