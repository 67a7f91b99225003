import { type Decision, defineChange, insert, remove, update } from '../data/change.ts'
import { isMet, type Precondition } from '../data/precondition.ts'
import type { NewPet, Pet, PetPatch, PetStatus } from './pet.ts'
import { mayBecome } from './status.ts'
import { type PetRow, pets } from './table.ts'

/** Adds an animal under the next id. */
export const petCreate = defineChange({
  kind: 'pet.create',
  parts: (pet: NewPet) => ({ pet }),
  rows: () => [],
  decide: ({ pet }): Decision<{ readonly outcome: 'created'; readonly pet: Pet }> => ({
    writes: [insert(pets, pet)],
    // The row is from the table that was written to.
    result: ([written]) => ({ outcome: 'created', pet: written?.row as Pet }),
  }),
})

/** Adds animals under the next ids, in one transaction. Its result has their ids alone, since the rest is in the change. */
export const petsCreate = defineChange({
  kind: 'pets.create',
  parts: (added: readonly NewPet[]) => ({ rows: added.length, pets: added }),
  rows: () => [],
  decide: ({
    pets: added,
  }): Decision<{ readonly outcome: 'created'; readonly ids: readonly bigint[] }> => ({
    writes: added.map((pet) => insert(pets, pet)),
    result: (written) => ({
      outcome: 'created',
      // The rows are from the table that was written to.
      ids: written.map(({ row }) => (row as Pet).id),
    }),
  }),
})

export type PetUpdateRefusal =
  | { readonly outcome: 'not_found' | 'precondition_failed' }
  | { readonly outcome: 'not_allowed'; readonly from: PetStatus; readonly to: PetStatus }
  | { readonly outcome: 'has_order'; readonly orderId: bigint }

type PetUpdated =
  | { readonly outcome: 'updated'; readonly pet: Pet; readonly version: bigint }
  | PetUpdateRefusal

/** Changes fields of an animal. */
export const petUpdate = defineChange({
  kind: 'pet.update',
  parts: (id: bigint, patch: PetPatch, precondition: Precondition) => ({ id, patch, precondition }),
  rows: ({ id }) => [{ table: pets, id }],
  decide: ({ id, patch, precondition }, [found]): Decision<PetUpdated> => {
    if (found === undefined) return { refused: { outcome: 'not_found' } }
    if (!isMet(precondition, found)) return { refused: { outcome: 'precondition_failed' } }
    // The row is of the table that was read.
    const { status: from, orderId } = found.row as PetRow
    const { status: to = from } = patch
    if (to !== from && orderId !== undefined) return { refused: { outcome: 'has_order', orderId } }
    if (!mayBecome(from, to)) return { refused: { outcome: 'not_allowed', from, to } }
    return {
      writes: [update(pets, id, patch)],
      result: ([{ row, version } = found]) => ({ outcome: 'updated', pet: row as Pet, version }),
    }
  },
})

type PetRemoved =
  | { readonly outcome: 'removed' }
  | Exclude<PetUpdateRefusal, { readonly outcome: 'not_allowed' }>

/** Removes an animal. Its id is never assigned again. */
export const petRemove = defineChange({
  kind: 'pet.remove',
  parts: (id: bigint, precondition: Precondition) => ({ id, precondition }),
  rows: ({ id }) => [{ table: pets, id }],
  decide: ({ id, precondition }, [found]): Decision<PetRemoved> => {
    if (found === undefined) return { refused: { outcome: 'not_found' } }
    if (!isMet(precondition, found)) return { refused: { outcome: 'precondition_failed' } }
    const { status, orderId } = found.row as PetRow
    // The order of a sold animal has ended, so it does not hold the animal back.
    if (orderId !== undefined && status !== 'sold') {
      return { refused: { outcome: 'has_order', orderId } }
    }
    return { writes: [remove(pets, id)], result: () => ({ outcome: 'removed' }) }
  },
})
