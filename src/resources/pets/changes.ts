import { unmet } from '../../kit/entity-tags.ts'
import { type Refusal, refusal } from '../../base/errors/api-error.ts'
import {
  type Decision,
  defineChange,
  insert,
  type Precondition,
  refuse,
  type Refused,
  update,
  type Write,
} from '../../base/data/change.ts'
import type { ErrorCode } from '../../base/errors/catalogue.ts'
import { rowOf } from '../../base/data/table.ts'
import { rowRemoval, type Updated, updatedRow } from '../../kit/row-changes.ts'
import type { NewPet, Pet, PetPatch, PetStatus } from './pet.ts'
import { type PetRow, pets } from './table.ts'

export const petCreate = defineChange({
  kind: 'pet.create',
  parts: (pet: NewPet) => ({ pet }),
  rows: () => [],
  decide: (
    { pet },
    _found,
    _counts,
    at,
  ): Decision<{ readonly outcome: 'created'; readonly pet: Pet }> => ({
    writes: [insert(pets, arriving(pet, at))],
    // The row is from the table that was written to.
    result: ([written]) => ({ outcome: 'created', pet: written?.row as Pet }),
  }),
})

/** Adds animals under the next ids, in one transaction. The result has only their ids, since the change has the rest. */
export const petsCreate = defineChange({
  kind: 'pets.create',
  parts: (added: readonly NewPet[]) => ({ rows: added.length, pets: added }),
  rows: () => [],
  decide: (
    { pets: added },
    _found,
    _counts,
    at,
  ): Decision<{ readonly outcome: 'created'; readonly ids: readonly bigint[] }> => ({
    writes: added.map((pet) => insert(pets, arriving(pet, at))),
    result: (written) => ({
      outcome: 'created',
      // The rows are from the table that was written to.
      ids: written.map(({ row }) => (row as Pet).id),
    }),
  }),
})

/** Adds the time of arrival. @param at milliseconds since the Unix epoch */
export const arriving = <P extends object>(pet: P, at: number) => ({
  ...pet,
  arrivedAt: BigInt(at),
})

export const petNotFound = (id: bigint): Refusal =>
  refusal('pet_not_found', `There is no animal with the id ${id}.`)

/** Why an animal cannot be changed: `why` continues a sentence that begins with the animal; `advice` says what to do. */
type Fault = { readonly code: ErrorCode; readonly why: string; readonly advice: string }

const faultOf = (id: bigint, { code, why, advice }: Fault): Refusal =>
  refusal(code, `The animal ${id} ${why}.${advice}`)

/** @param what what the order decides */
const hasOrder = (orderId: bigint, what: string): Fault => ({
  code: 'pet_has_order',
  why: `has the order ${orderId}, which alone decides ${what}`,
  advice: ` Change that order: PATCH /store/orders/${orderId}.`,
})

const transitionNotAllowed = (from: PetStatus, to: PetStatus): Fault => {
  // A status from which the wanted one can be reached.
  const between = followers[from].find((each) => mayBecome(each, to))
  const advice = between === undefined ? '' : ` Set it to ${between} first.`
  return { code: 'transition_not_allowed', why: `is ${from}, which cannot become ${to}`, advice }
}

/** Returns why a patch cannot be applied to an animal; undefined if it can. */
const patchFault = ({ status: from, orderId }: PetRow, patch: PetPatch): Fault | undefined => {
  const { status: to = from } = patch
  if (to !== from && orderId !== undefined) return hasOrder(orderId, 'its status')
  return mayBecome(from, to) ? undefined : transitionNotAllowed(from, to)
}

/** Returns the write of a valid patch. A sold animal that gets another status arrives again. */
const patched = ({ id, status: from }: PetRow, patch: PetPatch, at: number): Write =>
  update(pets, id, from === 'sold' && (patch.status ?? from) !== from ? arriving(patch, at) : patch)

export const petUpdate = defineChange({
  kind: 'pet.update',
  parts: (id: bigint, patch: PetPatch, precondition: Precondition) => ({ id, patch, precondition }),
  rows: ({ id }) => [{ table: pets, id }],
  decide: ({ id, patch, precondition }, [found], _counts, at): Decision<Updated> => {
    const pet = rowOf(pets, found)
    if (found === undefined || pet === undefined) return refuse(petNotFound(id))
    const stale = unmet(`The animal ${id}`, precondition, found)
    if (stale !== undefined) return refuse(stale)
    const fault = patchFault(pet, patch)
    if (fault !== undefined) return refuse(faultOf(id, fault))
    return { writes: [patched(pet, patch, at)], result: updatedRow(found) }
  },
})

/** Applies a patch to several animals, all or none. A refusal has the code of the first fault and names all faults. */
export const petsUpdate = defineChange({
  kind: 'pets.update',
  parts: (ids: readonly bigint[], patch: PetPatch) => ({ rows: ids.length, ids, patch }),
  rows: ({ ids }) => ids.map((id) => ({ table: pets, id })),
  decide: (
    { ids, patch },
    found,
    _counts,
    at,
  ): Decision<{ readonly outcome: 'updated'; readonly pets: readonly Pet[] } | Refused> => {
    const missing: Fault = { code: 'pet_not_found', why: 'does not exist', advice: '' }
    const faults = ids.flatMap((id, place) => {
      const row = rowOf(pets, found[place])
      const fault = row === undefined ? missing : patchFault(row, patch)
      return fault === undefined ? [] : { code: fault.code, text: `${id} ${fault.why}` }
    })
    const [first] = faults
    if (first !== undefined) {
      const all = faults.map(({ text }) => text).join('; ')
      return refuse(refusal(first.code, `None of the animals was changed: ${all}.`))
    }
    return {
      // All of them were found.
      writes: found.map((each) => patched(each?.row as PetRow, patch, at)),
      result: (written) => ({ outcome: 'updated', pets: written.map(({ row }) => row as Pet) }),
    }
  },
})

export const petRemove = rowRemoval({
  table: pets,
  name: 'pet',
  called: 'The animal',
  notFound: petNotFound,
  // The order of a sold animal has ended, so it does not prevent the deletion.
  held: ({ id, status, orderId }) =>
    orderId === undefined || status === 'sold'
      ? undefined
      : faultOf(id, hasOrder(orderId, 'whether it may be deleted')),
})

/** The statuses that may follow each status. Keeping a status is always allowed. */
const followers: Readonly<Record<PetStatus, readonly PetStatus[]>> = {
  available: ['pending', 'sold'],
  pending: ['available', 'sold'],
  // The animal came back.
  sold: ['available'],
}

const mayBecome = (from: PetStatus, to: PetStatus): boolean =>
  from === to || followers[from].includes(to)
