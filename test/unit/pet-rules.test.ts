import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Refused } from '../../src/base/data/change.ts'
import { contentsOf } from '../../src/base/data/contents.ts'
import { isMet, unconditional } from '../../src/base/data/precondition.ts'
import { orderPlace, orderUpdate } from '../../src/resources/orders/changes.ts'
import { orderResource } from '../../src/resources/orders/operations.ts'
import {
  petCreate,
  petRemove,
  petsCreate,
  petsUpdate,
  petUpdate,
} from '../../src/resources/pets/changes.ts'
import { petResource } from '../../src/resources/pets/operations.ts'
import { type PetPatch, type PetStatus, petStatuses } from '../../src/resources/pets/pet.ts'
import { type PetRow, pets } from '../../src/resources/pets/table.ts'
import { scopesOf } from '../../src/access/keys/scopes.ts'
import { MemoryRows } from '../helpers/memory-rows.ts'

const staff = { ownerId: 'staff', scopes: scopesOf(['orders:manage']) }
const ann = { ownerId: 'ann', keyName: 'Ann', openOrders: 5 }
/** The code of a refusal and its message; undefined if there is none. */
const faultOf = (result: { readonly outcome: string } | Refused) =>
  'refusal' in result ? [result.refusal.code, result.refusal.message] : undefined

const store = () => {
  const rows = new MemoryRows(contentsOf([petResource, orderResource]).rules)
  rows.at = 1_000
  return {
    rows,
    add: (status: PetStatus) =>
      rows.apply(petCreate({ name: 'Rex', categoryId: 3n, status })).pet.id,
    patch: (patch: PetPatch) => {
      rows.at = 2_000
      return rows.apply(petUpdate(1n, patch, unconditional))
    },
    pet: (id = 1n) => rows.row(pets, id) as PetRow | undefined,
  }
}

for (const from of petStatuses) {
  for (const to of petStatuses) {
    const isFar = from === 'sold' && to === 'pending'
    test(`an animal that is ${from} ${isFar ? 'does not become' : 'becomes'} ${to}`, () => {
      const { add, patch, pet } = store()
      add(from)
      const fault = 'The animal 1 is sold, which cannot become pending. Set it to available first.'
      const result = patch({ status: to, name: 'Max' })
      assert.deepEqual(faultOf(result), isFar ? ['transition_not_allowed', fault] : undefined)
      assert.deepEqual([pet()?.status, pet()?.name], isFar ? [from, 'Rex'] : [to, 'Max'])
      const isBack = from === 'sold' && to === 'available'
      assert.equal(pet()?.arrivedAt, isBack ? 2_000n : 1_000n)
    })
  }
}

test('a patch without a status keeps the day on which a sold animal came, and one of another version changes nothing', () => {
  const { rows, add, patch, pet } = store()
  add('sold')
  const stale = { match: [9n], noneMatch: undefined }
  const refused = rows.apply(petUpdate(1n, { name: 'Tom' }, stale))
  assert.deepEqual([faultOf(refused)?.[0], pet()?.name], ['precondition_failed', 'Rex'])
  assert.equal(patch({ name: 'Max' }).outcome, 'updated')
  assert.equal(pet()?.arrivedAt, 1_000n)
  assert.deepEqual(faultOf(store().patch({})), [
    'pet_not_found',
    'There is no animal with the id 1.',
  ])
})

test('an order alone decides the status of its animal, and holds it back until it is sold', () => {
  const { rows, add, patch } = store()
  add('available')
  rows.apply(orderPlace({ petId: 1n }, ann, rows.at))
  const decides = (what: string) => [
    'pet_has_order',
    `The animal 1 has the order 1, which alone decides ${what}. Change that order: PATCH /store/orders/1.`,
  ]
  assert.deepEqual(faultOf(patch({ status: 'available' })), decides('its status'))
  assert.equal(patch({ status: 'pending', name: 'Max' }).outcome, 'updated')
  const remove = () => faultOf(rows.apply(petRemove(1n, unconditional)))
  assert.deepEqual(remove(), decides('whether it may be deleted'))
  rows.apply(orderUpdate(1n, { status: 'delivered' }, unconditional, staff, rows.at))
  assert.deepEqual(faultOf(patch({ status: 'available' })), decides('its status'))
  assert.equal(remove(), undefined)
  assert.equal(remove()?.[0], 'pet_not_found')
})

test('several animals are added and changed together, or none is', () => {
  const { rows, pet } = store()
  const pair = [
    { name: 'Rex', categoryId: 3n, status: 'sold' },
    { name: 'Tom', categoryId: 2n, status: 'available' },
  ] as const
  const added = rows.apply(petsCreate(pair))
  assert.deepEqual(added, { outcome: 'created', ids: [1n, 2n] })
  assert.deepEqual([pet(1n)?.arrivedAt, pet(2n)?.name], [1_000n, 'Tom'])
  rows.at = 2_000
  const change = (ids: readonly bigint[], patch: PetPatch) => rows.apply(petsUpdate(ids, patch))
  assert.deepEqual(faultOf(change([2n, 1n, 9n], { status: 'pending' })), [
    'transition_not_allowed',
    'None of the animals was changed: 1 is sold, which cannot become pending; 9 does not exist.',
  ])
  assert.equal(faultOf(change([9n], {}))?.[0], 'pet_not_found')
  assert.equal(pet(2n)?.status, 'available')
  const changed = change([1n, 2n], { status: 'available' })
  assert.ok(changed.outcome === 'updated')
  assert.deepEqual(
    changed.pets.map(({ id, status }) => [id, status]),
    [
      [1n, 'available'],
      [2n, 'available'],
    ],
  )
  assert.deepEqual([pet(1n)?.arrivedAt, pet(2n)?.arrivedAt], [2_000n, 1_000n])
})

test('a precondition is met by the versions that it names, and one that names none by all', () => {
  const stored = { row: {}, version: 3n }
  for (const [match, noneMatch, ofRow, ofNone] of [
    [undefined, undefined, true, true],
    ['any', undefined, true, false],
    [[2n, 3n], undefined, true, false],
    [[2n], undefined, false, false],
    [[], undefined, false, false],
    [undefined, 'any', false, true],
    [undefined, [3n], false, true],
    [undefined, [2n], true, true],
    [[3n], [3n], false, false],
    [[3n], [2n], true, false],
  ] as const) {
    const met = [stored, undefined].map((row) => isMet({ match, noneMatch }, row))
    assert.deepEqual(met, [ofRow, ofNone], `${String(match)} and ${String(noneMatch)}`)
  }
})
