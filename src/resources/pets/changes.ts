import { preconditionFailed } from '../../kit/entity-tags.ts'
import { type Refusal, refusal } from '../../base/errors/api-error.ts'
import {
  type Decision,
  defineChange,
  insert,
  refuse,
  type Refused,
  remove,
  update,
} from '../../base/data/change.ts'
import { isMet, type Precondition } from '../../base/data/precondition.ts'
import type { NewPet, Pet, PetPatch, PetStatus } from './pet.ts'
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

export const petNotFound = (id: bigint): Refusal =>
  refusal('pet_not_found', `There is no animal with the id ${id}.`)

/** @param what what the order decides */
const hasOrder = (id: bigint, orderId: bigint, what: string): Refusal =>
  refusal(
    'pet_has_order',
    `The animal ${id} has the order ${orderId}, which alone decides ${what}. Change that order: PATCH /store/orders/${orderId}.`,
  )

const transitionNotAllowed = (id: bigint, from: PetStatus, to: PetStatus): Refusal => {
  const between = statusBetween(from, to)
  const advice = between === undefined ? '' : ` Set it to ${between} first.`
  return refusal(
    'transition_not_allowed',
    `The animal ${id} is ${from}, which cannot become ${to}.${advice}`,
  )
}

type PetUpdated =
  | { readonly outcome: 'updated'; readonly pet: Pet; readonly version: bigint }
  | Refused

/** Changes fields of an animal. */
export const petUpdate = defineChange({
  kind: 'pet.update',
  parts: (id: bigint, patch: PetPatch, precondition: Precondition) => ({ id, patch, precondition }),
  rows: ({ id }) => [{ table: pets, id }],
  decide: ({ id, patch, precondition }, [found]): Decision<PetUpdated> => {
    if (found === undefined) return refuse(petNotFound(id))
    if (!isMet(precondition, found))
      return refuse(preconditionFailed(`The animal ${id}`, precondition))
    // The row is of the table that was read.
    const { status: from, orderId } = found.row as PetRow
    const { status: to = from } = patch
    if (to !== from && orderId !== undefined) return refuse(hasOrder(id, orderId, 'its status'))
    if (!mayBecome(from, to)) return refuse(transitionNotAllowed(id, from, to))
    return {
      writes: [update(pets, id, patch)],
      result: ([{ row, version } = found]) => ({ outcome: 'updated', pet: row as Pet, version }),
    }
  },
})

/** Removes an animal. Its id is never assigned again. */
export const petRemove = defineChange({
  kind: 'pet.remove',
  parts: (id: bigint, precondition: Precondition) => ({ id, precondition }),
  rows: ({ id }) => [{ table: pets, id }],
  decide: ({ id, precondition }, [found]): Decision<{ readonly outcome: 'removed' } | Refused> => {
    if (found === undefined) return refuse(petNotFound(id))
    if (!isMet(precondition, found))
      return refuse(preconditionFailed(`The animal ${id}`, precondition))
    const { status, orderId } = found.row as PetRow
    // The order of a sold animal has ended, so it does not hold the animal back.
    if (orderId !== undefined && status !== 'sold') {
      return refuse(hasOrder(id, orderId, 'whether it may be deleted'))
    }
    return { writes: [remove(pets, id)], result: () => ({ outcome: 'removed' }) }
  },
})

/** Which statuses may follow which. What stays as it is may always. */
const followers: Readonly<Record<PetStatus, readonly PetStatus[]>> = {
  available: ['pending', 'sold'],
  pending: ['available', 'sold'],
  // It came back.
  sold: ['available'],
}

const mayBecome = (from: PetStatus, to: PetStatus): boolean =>
  from === to || followers[from].includes(to)

/** The status that an animal must take first to get from one status to another; undefined if there is none. */
const statusBetween = (from: PetStatus, to: PetStatus): PetStatus | undefined =>
  followers[from].find((between) => mayBecome(between, to))
