import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { dateTimeText } from '../../src/base/date-time.ts'
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
import { type OrderPatch, orderStatuses } from '../../src/resources/orders/order.ts'
import { type OrderRow, orders } from '../../src/resources/orders/table.ts'
import { petCreate, petUpdate } from '../../src/resources/pets/changes.ts'
import { petResource } from '../../src/resources/pets/operations.ts'
import type { PetStatus } from '../../src/resources/pets/pet.ts'
import { type PetRow, pets } from '../../src/resources/pets/table.ts'
import { contentsOf } from '../../src/base/data/contents.ts'
import { MemoryRows } from '../helpers/memory-rows.ts'

const scopes = { writer: scopesOf(['orders:write']), manager: scopesOf(['orders:manage']) }
const staff: Editor = { ownerId: 'staff', scopes: scopes.manager }
const refusalOf = (result: { readonly outcome: string } | Refused) =>
  'refusal' in result ? result.refusal : undefined
const codeOf = (result: { readonly outcome: string }) => refusalOf(result)?.code
const messageOf = (result: { readonly outcome: string }) => refusalOf(result)?.message ?? ''
const noon = Date.parse('2026-11-20T12:00:00Z')
const day = 86_400_000
const ann: Placer = { ownerId: 'ann', keyName: 'Ann', openOrders: 5 }
const few: Placer = { ...ann, openOrders: 2 }
const bob: Placer = { ownerId: 'bob', keyName: 'Bob', openOrders: 5 }

/** Rows, and short names for what the tests do with them. */
const store = () => {
  const rows = new MemoryRows(contentsOf([petResource, orderResource]).rules)
  return {
    rows,
    add: (status: PetStatus = 'available'): bigint =>
      rows.apply(petCreate({ name: 'Rex', categoryId: 3n, status })).pet.id,
    place: (petId: bigint, now = noon, placer = ann, expiresAt?: string) =>
      rows.apply(orderPlace({ petId, ...(expiresAt && { expiresAt }) }, placer, now)),
    patch: (id: bigint, patch: OrderPatch, now = noon) =>
      rows.apply(orderUpdate(id, patch, unconditional, staff, now)),
    order: (id = 1n) => rows.row(orders, id) as OrderRow | undefined,
    shown: (id = 1n) => publicRow(orders, rows.row(orders, id) as OrderRow),
    pet: (id = 1n) => rows.row(pets, id) as PetRow | undefined,
  }
}

test('a hold that is overdue is ended by the next order, in the same change', () => {
  const { add, place, order, pet } = store()
  add()
  place(1n)
  assert.equal(place(1n, noon + day - 1, bob).outcome, 'refused')
  const placed = place(1n, noon + day, bob)
  assert.ok(placed.outcome === 'placed')
  assert.equal(placed.order.id, 2n)
  assert.equal(order(1n)?.status, 'expired')
  assert.equal(order(1n)?.closedAt, dateTimeText(noon + day))
  assert.equal(order(1n)?.expiresAt, dateTimeText(noon + day))
  assert.deepEqual([pet()?.status, pet()?.orderId], ['pending', 2n])
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
      const { rows, add, place, patch, order, shown, pet } = store()
      place(add())
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
  const { add, place, patch, order } = store()
  place(add())
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
  assert.equal(rows.apply(orderExpire(1n, noon + day - 1)).outcome, 'not_due')
  assert.equal(order()?.status, 'placed')
  assert.equal(rows.apply(orderExpire(1n, noon + day)).outcome, 'expired')
  assert.equal(pet()?.status, 'available')
  assert.equal(rows.apply(orderExpire(1n, noon + 2 * day)).outcome, 'not_due')
  assert.equal(order()?.closedAt, dateTimeText(noon + day))
  assert.equal(rows.apply(orderExpire(2n, noon + day)).outcome, 'not_due')
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
      assert.equal(codeOf(rows.apply(orderRemove(1n, unconditional, staff))), 'order_not_found')
    } else {
      assert.equal(codeOf(result), 'order_not_deletable')
      assert.equal(order()?.status, status)
    }
  })
}

/** What an editor asks of an order, and the scope that it lacks for it. */
const rights = [
  ['writer', 'own', 'placed', { reference: 'mine' }, undefined],
  ['writer', 'own', 'placed', { status: 'cancelled' }, undefined],
  ['writer', 'own', 'placed', { status: 'approved' }, 'orders:manage'],
  ['writer', 'own', 'approved', { status: 'approved' }, undefined],
  ['writer', 'other', 'placed', {}, 'orders:manage'],
  ['manager', 'own', 'placed', { status: 'approved' }, undefined],
  ['manager', 'own', 'approved', { status: 'approved' }, undefined],
  ['manager', 'own', 'placed', { status: 'cancelled' }, 'orders:write'],
  ['manager', 'own', 'approved', { reference: 'mine' }, 'orders:write'],
  ['manager', 'other', 'placed', { status: 'cancelled' }, undefined],
  ['manager', 'other', 'approved', { status: 'delivered' }, undefined],
] as const

for (const [who, whose, status, fields, lacking] of rights) {
  const may = lacking === undefined ? 'may patch' : `needs ${lacking} to patch`
  test(`a ${who} ${may} ${whose === 'own' ? 'its own' : "another's"} ${status} order with ${JSON.stringify(fields)}`, () => {
    const { rows, add, place, patch } = store()
    place(add())
    patch(1n, { status })
    const ownerId = whose === 'own' ? 'ann' : 'bob'
    const editor = { ownerId, scopes: scopes[who] }
    const result = rows.apply(orderUpdate(1n, fields, unconditional, editor, noon))
    assert.equal(result.outcome, lacking === undefined ? 'updated' : 'refused')
    if (lacking !== undefined)
      assert.match(messageOf(result), new RegExp(` needs the scope ${lacking}, `))
  })
}

test('no sequence of changes gives an animal two open orders, or a status other than its order says', () => {
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
          ({ status, expiresAt = '', ownerId }) =>
            ownerId === 'ann' && status === 'placed' && expiresAt > dateTimeText(now),
        )
        assert.ok(open.length <= few.openOrders)
      }
    }),
  )
})
