import { type Change, insert, remove, type Rule, update } from '../data/change.ts'
import { isMet, type Precondition } from '../data/precondition.ts'
import type { NewPet, Pet, PetPatch, PetStatus } from './pet.ts'
import { mayBecome } from './status.ts'
import { type PetRow, pets } from './table.ts'

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

/** Adds animals under the next ids, in one transaction. Its result has their ids alone, since the rest is in the change. */
export type PetsCreate = Change<{
  readonly outcome: 'created'
  readonly ids: readonly bigint[]
}> & {
  readonly kind: 'pets.create'
  readonly rows: number
  readonly pets: readonly NewPet[]
}

export const petsCreate = (added: readonly NewPet[]): PetsCreate => ({
  kind: 'pets.create',
  rows: added.length,
  pets: added,
})

export const petsCreateRule: Rule<PetsCreate> = {
  kind: 'pets.create',
  rows: () => [],
  decide: ({ pets: added }) => ({
    writes: added.map((pet) => insert(pets, pet)),
    result: (written) => ({
      outcome: 'created',
      // The rows are from the table that was written to.
      ids: written.map(({ row }) => (row as Pet).id),
    }),
  }),
}

/** Changes fields of an animal. */
export type PetUpdate = Change<
  | { readonly outcome: 'stands'; readonly pet: Pet; readonly version: bigint }
  | { readonly outcome: 'not_found' | 'precondition_failed' }
  | { readonly outcome: 'not_allowed'; readonly from: PetStatus; readonly to: PetStatus }
  | { readonly outcome: 'has_order'; readonly orderId: bigint }
> & {
  readonly kind: 'pet.update'
  readonly id: bigint
  readonly patch: PetPatch
  readonly precondition: Precondition
}

export const petUpdate = (id: bigint, patch: PetPatch, precondition: Precondition): PetUpdate => ({
  kind: 'pet.update',
  id,
  patch,
  precondition,
})

export const petUpdateRule: Rule<PetUpdate> = {
  kind: 'pet.update',
  rows: ({ id }) => [{ table: pets, id }],
  decide: ({ id, patch, precondition }, [found]) => {
    if (found === undefined) return { refused: { outcome: 'not_found' } }
    if (!isMet(precondition, found)) return { refused: { outcome: 'precondition_failed' } }
    // The row is of the table that was asked for.
    const { status: from, orderId } = found.row as PetRow
    const { status: to = from } = patch
    if (to !== from && orderId !== undefined) return { refused: { outcome: 'has_order', orderId } }
    if (!mayBecome(from, to)) return { refused: { outcome: 'not_allowed', from, to } }
    return {
      writes: [update(pets, id, patch)],
      // The row is from the table that was written to.
      result: ([{ row, version } = found]) => ({ outcome: 'stands', pet: row as Pet, version }),
    }
  },
}

/** Removes an animal. Its id is never given again. */
export type PetRemove = Change<
  | { readonly outcome: 'removed' }
  | { readonly outcome: 'not_found' | 'precondition_failed' }
  | { readonly outcome: 'has_order'; readonly orderId: bigint }
> & {
  readonly kind: 'pet.remove'
  readonly id: bigint
  readonly precondition: Precondition
}

export const petRemove = (id: bigint, precondition: Precondition): PetRemove => ({
  kind: 'pet.remove',
  id,
  precondition,
})

export const petRemoveRule: Rule<PetRemove> = {
  kind: 'pet.remove',
  rows: ({ id }) => [{ table: pets, id }],
  decide: ({ id, precondition }, [found]) => {
    if (found === undefined) return { refused: { outcome: 'not_found' } }
    if (!isMet(precondition, found)) return { refused: { outcome: 'precondition_failed' } }
    const { status, orderId } = found.row as PetRow
    // An order that handed the animal over needs it no more.
    if (orderId !== undefined && status !== 'sold') {
      return { refused: { outcome: 'has_order', orderId } }
    }
    return { writes: [remove(pets, id)], result: () => ({ outcome: 'removed' }) }
  },
}
