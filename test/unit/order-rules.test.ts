import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { dateTimeText } from '../../src/core/date-time.ts'
import { unconditional } from '../../src/data/precondition.ts'
import { shownRow } from '../../src/data/table.ts'
import { type Editor, orderExpire, orderRemove, orderUpdate } from '../../src/orders/changes.ts'
import { holdLength } from '../../src/orders/hold.ts'
import { orders as resource } from '../../src/orders/index.ts'
import { type OrderPatch, orderStatuses } from '../../src/orders/order.ts'
import { orderPlace, type Placer } from '../../src/orders/place.ts'
import { type OrderRow, orders } from '../../src/orders/table.ts'
import { petCreate, petRemove, petUpdate } from '../../src/pets/changes.ts'
import { pets as petResource } from '../../src/pets/index.ts'
import type { PetStatus } from '../../src/pets/pet.ts'
import { type PetRow, pets } from '../../src/pets/table.ts'
import { MemoryRows } from '../helpers/memory-rows.ts'

const staff: Editor = { chainId: 'staff', manages: true }
const noon = Date.parse('2026-11-20T12:00:00Z')
const day = 86_400_000
const ann: Placer = { chainId: 'ann', keyName: 'Ann', openOrders: 5 }
const few: Placer = { ...ann, openOrders: 2 }
const bob: Placer = { chainId: 'bob', keyName: 'Bob', openOrders: 5 }

/** Rows, and short names for what the tests do with them. */
const store = () => {
  const rows = new MemoryRows([...petResource.rules, ...resource.rules])
  return {
    rows,
    add: (status: PetStatus = 'available'): bigint =>
      rows.apply(petCreate({ name: 'Rex', categoryId: 3n, status })).pet.id,
    place: (petId: bigint, now = noon, placer = ann, expiresAt?: string) =>
      rows.apply(orderPlace({ petId, ...(expiresAt && { expiresAt }) }, placer, now)),
    patch: (id: bigint, patch: OrderPatch, now = noon) =>
      rows.apply(orderUpdate(id, patch, unconditional, staff, now)),
    order: (id = 1n) => rows.row(orders, id) as OrderRow | undefined,
    shown: (id = 1n) => shownRow(orders, rows.row(orders, id) as OrderRow),
    pet: (id = 1n) => rows.row(pets, id) as PetRow | undefined,
  }
}

test('placing holds an animal that is available, for 24 hours unless the client says otherwise', () => {
  const { add, place, shown, pet } = store()
  const placed = {
    id: 1n,
    petId: 1n,
    status: 'placed',
    by: 'Ann',
    placedAt: '2026-11-20T12:00:00.000Z',
    expiresAt: '2026-11-21T12:00:00.000Z',
  }
  assert.deepEqual(place(add()), { outcome: 'placed', order: placed })
  assert.deepEqual(shown(), placed)
  assert.deepEqual(pet(), { ...pet(), status: 'pending', orderId: 1n })
})

for (const status of ['pending', 'sold'] as const) {
  test(`an animal that is ${status} without an order cannot be ordered`, () => {
    const { add, place, order } = store()
    const result = place(add(status))
    assert.deepEqual(result, { outcome: 'pet_not_available', status, governor: undefined })
    assert.equal(order(), undefined)
  })
}

test('of two callers one gets the animal, and each is told whose order has it', () => {
  const { add, place } = store()
  add()
  place(1n)
  for (const [placer, isOwn] of [
    [ann, true],
    [bob, false],
  ] as const) {
    const expiresAt = dateTimeText(noon + day)
    assert.deepEqual(place(1n, noon, placer), {
      outcome: 'pet_not_available',
      status: 'pending',
      governor: { id: 1n, status: 'placed', expiresAt, isOwn },
    })
  }
  assert.deepEqual(place(2n), { outcome: 'pet_not_found' })
})

test('a hold ends from 60 seconds to 7 days ahead', () => {
  const { add, place } = store()
  add()
  const bounds = { earliest: dateTimeText(noon + 60_000), latest: dateTimeText(noon + 7 * day) }
  for (const ahead of [-1, 0, 59_999, 7 * day + 1]) {
    const result = place(1n, noon, ann, dateTimeText(noon + ahead))
    assert.deepEqual(result, { outcome: 'not_ahead', ...bounds })
  }
  for (const ahead of [60_000, 7 * day]) {
    const id = add()
    assert.equal(place(id, noon, ann, dateTimeText(noon + ahead)).outcome, 'placed')
  }
})

test('a hold that is overdue is ended by the next order, in the same change', () => {
  const { add, place, order, pet } = store()
  add()
  place(1n)
  assert.equal(place(1n, noon + day - 1, bob).outcome, 'pet_not_available')
  const placed = place(1n, noon + day, bob)
  assert.ok(placed.outcome === 'placed')
  assert.equal(placed.order.id, 2n)
  assert.equal(order(1n)?.status, 'expired')
  assert.equal(order(1n)?.closedAt, dateTimeText(noon + day))
  assert.equal(order(1n)?.expiresAt, dateTimeText(noon + day))
  assert.deepEqual([pet()?.status, pet()?.orderId], ['pending', 2n])
})

test('the orders that are placed are limited for all keys of a chain; overdue and approved ones do not count', () => {
  const { add, place, patch } = store()
  for (const _ of 'ab') assert.equal(place(add(), noon, few).outcome, 'placed')
  const other = add()
  assert.deepEqual(place(other, noon, { ...few, keyName: 'Next' }), {
    outcome: 'order_limit_reached',
  })
  assert.equal(place(other, noon, bob).outcome, 'placed')
  patch(1n, { status: 'approved' })
  const third = add()
  assert.equal(place(third, noon + 1, few).outcome, 'placed')
  // The second has ended, the third has not.
  assert.equal(place(add(), noon + day, few).outcome, 'placed')
  assert.equal(place(add(), noon + day, few).outcome, 'order_limit_reached')
})

/** What a patch of each status comes to, from each status, and what the animal is then. */
const table = {
  placed: { approved: 'pending', delivered: 'sold', cancelled: 'available', placed: 'pending' },
  approved: { delivered: 'sold', cancelled: 'available', approved: 'pending' },
  delivered: { returned: 'available', delivered: 'sold' },
  expired: { expired: 'available' },
  cancelled: { cancelled: 'available' },
  returned: { returned: 'available' },
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
      const { rows, add, place, patch, order, shown, pet } = store()
      place(add())
      for (const status of ways[from]) patch(1n, { status })
      if (from === 'expired') rows.apply(orderExpire(1n, noon + day))
      const [before, petBefore] = [order(), pet()]
      assert.equal(before?.status, from)
      const result = patch(1n, { status: to })
      if (petStatus === undefined) {
        assert.deepEqual(result, { outcome: 'not_allowed', from, to })
        assert.deepEqual([order(), pet()], [before, petBefore])
        return
      }
      assert.ok(result.outcome === 'stands')
      assert.deepEqual(result.order, shown())
      assert.equal(result.version, rows.version(orders, 1n))
      assert.equal(order()?.status, to)
      const isGoverned = ['placed', 'approved', 'delivered'].includes(to)
      assert.deepEqual([pet()?.status, pet()?.orderId], [petStatus, isGoverned ? 1n : undefined])
      if (from === to) assert.deepEqual([order(), pet()], [before, petBefore])
      assert.equal('expiresAt' in (order() ?? {}), to === 'placed' || to === 'expired')
      assert.equal('closedAt' in (order() ?? {}), to !== 'placed' && to !== 'approved')
    })
  }
}

test('the end of a hold can be moved while the order is placed, and no longer', () => {
  const { add, place, patch, order } = store()
  place(add())
  const later = dateTimeText(noon + 3 * day)
  assert.equal(patch(1n, { expiresAt: later }, noon + 1).outcome, 'stands')
  assert.equal(order()?.expiresAt, later)
  const bounds = { earliest: dateTimeText(noon + 60_000), latest: dateTimeText(noon + 7 * day) }
  for (const ahead of [59_999, 7 * day + 1]) {
    const result = patch(1n, { expiresAt: dateTimeText(noon + ahead) })
    assert.deepEqual(result, { outcome: 'not_ahead', ...bounds })
  }
  // What it is already is no change, however close.
  assert.equal(patch(1n, { expiresAt: later }, noon + 3 * day - 1).outcome, 'stands')
  const notHeld = { outcome: 'not_held', status: 'approved' }
  const both = patch(1n, { status: 'approved', expiresAt: dateTimeText(noon + 2 * day) })
  assert.deepEqual(both, { ...notHeld, isSo: false })
  assert.equal(order()?.status, 'placed')
  assert.equal(patch(1n, { status: 'approved', expiresAt: later }).outcome, 'stands')
  assert.deepEqual([order()?.status, order()?.expiresAt], ['approved', undefined])
  assert.deepEqual(patch(1n, { expiresAt: later }), { ...notHeld, isSo: true })
})

test('a reference can be changed whatever the order is, and the animal stays as it is', () => {
  for (const status of ['placed', 'approved', 'delivered', 'cancelled'] as const) {
    const { rows, add, place, patch, order } = store()
    place(add())
    patch(1n, { status })
    const version = rows.version(pets, 1n)
    assert.equal(patch(1n, { reference: 'walk-in 12' }).outcome, 'stands')
    assert.equal(order()?.reference, 'walk-in 12')
    assert.equal(rows.version(pets, 1n), version)
  }
})

test('whatever is asked of a hold that is overdue comes after its end', () => {
  for (const [patched, outcome] of [
    [{ status: 'approved' }, 'not_allowed'],
    [{ expiresAt: dateTimeText(noon + 2 * day) }, 'not_held'],
    [{ status: 'expired' }, 'stands'],
    [{ reference: 'late' }, 'stands'],
    [{}, 'stands'],
  ] as const) {
    const { add, place, patch, order, pet } = store()
    place(add())
    assert.equal(patch(1n, patched, noon + day).outcome, outcome)
    assert.equal(order()?.status, 'expired')
    assert.deepEqual([pet()?.status, pet()?.orderId], ['available', undefined])
  }
})

test('an order expires at its instant and not before, once', () => {
  const { rows, add, place, order, pet } = store()
  place(add())
  assert.equal(rows.apply(orderExpire(1n, noon + day - 1)).outcome, 'stands')
  assert.equal(order()?.status, 'placed')
  assert.equal(rows.apply(orderExpire(1n, noon + day)).outcome, 'expired')
  assert.equal(pet()?.status, 'available')
  assert.equal(rows.apply(orderExpire(1n, noon + 2 * day)).outcome, 'stands')
  assert.equal(order()?.closedAt, dateTimeText(noon + day))
  assert.equal(rows.apply(orderExpire(2n, noon + day)).outcome, 'stands')
})

for (const status of orderStatuses) {
  const isDeletable = status !== 'approved' && status !== 'delivered'
  test(`an order that is ${status} ${isDeletable ? 'can' : 'cannot'} be deleted`, () => {
    const { rows, add, place, patch, order, pet } = store()
    place(add())
    for (const step of ways[status]) patch(1n, { status: step })
    if (status === 'expired') rows.apply(orderExpire(1n, noon + day))
    const result = rows.apply(orderRemove(1n, unconditional, staff))
    if (isDeletable) {
      assert.deepEqual(result, { outcome: 'removed' })
      assert.equal(order(), undefined)
      assert.deepEqual([pet()?.status, pet()?.orderId], ['available', undefined])
      assert.equal(rows.apply(orderRemove(1n, unconditional, staff)).outcome, 'not_found')
    } else {
      assert.deepEqual(result, { outcome: 'not_deletable', status, isPetDeleted: false })
      assert.equal(order()?.status, status)
    }
  })
}

test('while an order has the animal, the order alone moves its status', () => {
  for (const status of ['placed', 'approved', 'delivered'] as const) {
    const { rows, add, place, patch, pet } = store()
    place(add())
    patch(1n, { status })
    const patchPet = (fields: object) => rows.apply(petUpdate(1n, fields, unconditional))
    const standing = pet()?.status
    for (const to of ['available', 'pending', 'sold'] as const) {
      const result = patchPet({ status: to, name: 'Max' })
      const expected = to === standing ? 'stands' : 'has_order'
      assert.equal(result.outcome, expected)
      if (result.outcome === 'has_order') assert.equal(result.orderId, 1n)
    }
    assert.equal(patchPet({ name: 'Zoë', categoryId: 4n }).outcome, 'stands')
    assert.deepEqual([pet()?.status, pet()?.name, pet()?.orderId], [standing, 'Zoë', 1n])
  }
})

test('an animal that is held cannot be deleted; one that was handed over can, and cannot come back', () => {
  const { rows, add, place, patch, order } = store()
  place(add())
  const removePet = () => rows.apply(petRemove(1n, unconditional))
  assert.deepEqual(removePet(), { outcome: 'has_order', orderId: 1n })
  patch(1n, { status: 'approved' })
  assert.deepEqual(removePet(), { outcome: 'has_order', orderId: 1n })
  patch(1n, { status: 'delivered' })
  assert.deepEqual(removePet(), { outcome: 'removed' })
  assert.deepEqual(patch(1n, { status: 'returned' }), { outcome: 'pet_deleted', petId: 1n })
  assert.equal(order()?.status, 'delivered')
  assert.equal(patch(1n, { reference: 'gone' }).outcome, 'stands')
})

test('whatever is done in whatever order, no animal has two open orders and is what its order says', () => {
  const id = fc.bigInt({ min: 1n, max: 4n })
  const orderId = fc.bigInt({ min: 1n, max: 12n })
  const petStatus = fc.constantFrom('available', 'pending', 'sold')
  const step = fc.oneof(
    fc.record({ kind: fc.constant('place'), id, who: fc.constantFrom(few, bob) }),
    fc.record({ kind: fc.constant('status'), id: orderId, to: fc.constantFrom(...orderStatuses) }),
    fc.record({
      kind: fc.constant('extend'),
      id: orderId,
      hours: fc.integer({ max: 200, min: 0 }),
    }),
    fc.record({ kind: fc.constant('delete'), id: orderId }),
    fc.record({ kind: fc.constant('sweep'), id: orderId }),
    fc.record({ kind: fc.constant('pet'), id, to: petStatus }),
    fc.record({ kind: fc.constant('wait'), hours: fc.integer({ max: 30, min: 0 }) }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const { rows, add, place, patch } = store()
      for (const _ of 'abcd') add()
      let now = noon
      for (const one of steps) {
        if (one.kind === 'place') place(one.id, now, one.who)
        else if (one.kind === 'status') patch(one.id, { status: one.to }, now)
        else if (one.kind === 'extend')
          patch(one.id, { expiresAt: dateTimeText(now + one.hours * 3_600_000) }, now)
        else if (one.kind === 'delete') rows.apply(orderRemove(one.id, unconditional, staff))
        else if (one.kind === 'sweep') rows.apply(orderExpire(one.id, now))
        else if (one.kind === 'pet')
          rows.apply(petUpdate(one.id, { status: one.to }, unconditional))
        else now += one.hours * 3_600_000
        const all = rows.all(orders) as readonly OrderRow[]
        for (const pet of rows.all(pets) as readonly PetRow[]) {
          const governing = all.filter(
            ({ petId, status }) =>
              petId === pet.id && ['placed', 'approved', 'delivered'].includes(status),
          )
          assert.ok(governing.length <= 1)
          const [governor] = governing
          assert.equal(pet.orderId, governor?.id)
          if (governor === undefined) continue
          assert.equal(pet.status, governor.status === 'delivered' ? 'sold' : 'pending')
        }
        const open = all.filter(
          ({ status, expiresAt = '', chainId }) =>
            chainId === 'ann' && status === 'placed' && expiresAt > dateTimeText(now),
        )
        assert.ok(open.length <= few.openOrders)
      }
    }),
  )
})

test('the lengths of a hold are those of the documents', () => {
  assert.deepEqual(holdLength, { least: 60_000, most: 7 * day, usual: day })
})
