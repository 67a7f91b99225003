import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isMet, unconditional } from '../../src/base/data/change.ts'
import { petCreate, petUpdate } from '../../src/resources/pets/changes.ts'
import { petResource } from '../../src/resources/pets/operations.ts'
import { petStatuses } from '../../src/resources/pets/pet.ts'
import { type PetRow, pets } from '../../src/resources/pets/table.ts'
import { MemoryRows } from '../helpers/memory-rows.ts'

for (const from of petStatuses) {
  for (const to of [...petStatuses, undefined]) {
    const isBack = from === 'sold' && to === 'available'
    test(`the days of an animal that is ${from} ${isBack ? 'count anew' : 'go on'} with a patch to ${to ?? 'no status'}`, () => {
      const rows = new MemoryRows(petResource.rules ?? [])
      rows.at = 1_000
      rows.apply(petCreate({ name: 'Rex', categoryId: 3n, status: from }))
      rows.at = 2_000
      rows.apply(petUpdate(1n, { name: 'Max', ...(to && { status: to }) }, unconditional))
      const pet = rows.row(pets, 1n) as PetRow | undefined
      assert.equal(pet?.arrivedAt, isBack ? 2_000n : 1_000n)
    })
  }
}

test('a patch of an animal that is not there is refused', () => {
  const result = new MemoryRows(petResource.rules ?? []).apply(petUpdate(1n, {}, unconditional))
  assert.equal('refusal' in result && result.refusal.code, 'pet_not_found')
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
