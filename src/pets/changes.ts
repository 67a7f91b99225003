import { type Change, insert, type Rule } from '../data/change.ts'
import type { NewPet, Pet } from './pet.ts'
import { pets } from './table.ts'

/** Adds an animal under the next id. */
export type PetCreate = Change<{ readonly outcome: 'created'; readonly pet: Pet }> & {
  readonly kind: 'pet.create'
  readonly pet: NewPet
}

export const petCreate = (pet: NewPet): PetCreate => ({ kind: 'pet.create', pet })

export const petCreateRule: Rule<PetCreate> = {
  kind: 'pet.create',
  rows: () => [],
  decide: ({ pet }) => ({
    writes: [insert(pets, pet)],
    // The row is from the table that was written to.
    result: ([written]) => ({ outcome: 'created', pet: written?.row as Pet }),
  }),
}
