import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unconditional } from '../../src/base/data/change.ts'
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
