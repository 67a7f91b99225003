import { preconditionFailed } from '../api/entity-tags.ts'
import { type Refusal, refusal } from '../core/errors/api-error.ts'
import type { Precondition } from '../data/precondition.ts'
import type { PetUpdateRefusal } from './changes.ts'
import type { PetStatus } from './pet.ts'
import { statusBetween } from './status.ts'

/** The refusals of the operations of animals. */

export const notFound = (id: bigint) =>
  refusal('pet_not_found', `There is no animal with the id ${id}.`)

/** Why an animal is not changed. */
export const updateRefused = (
  id: bigint,
  result: PetUpdateRefusal,
  precondition: Precondition,
): Refusal => {
  switch (result.outcome) {
    case 'not_found':
      return notFound(id)
    case 'precondition_failed':
      return preconditionFailed(`The animal ${id}`, precondition)
    case 'not_allowed':
      return transitionNotAllowed(id, result.from, result.to)
    case 'has_order':
      return hasOrder(id, result.orderId, 'its status')
  }
}

/** Why an animal is not deleted. */
export const removeRefused = (
  id: bigint,
  result: PetUpdateRefusal,
  precondition: Precondition,
): Refusal =>
  result.outcome === 'has_order'
    ? hasOrder(id, result.orderId, 'whether it may be deleted')
    : updateRefused(id, result, precondition)

const transitionNotAllowed = (id: bigint, from: PetStatus, to: PetStatus) => {
  const between = statusBetween(from, to)
  const advice = between === undefined ? '' : ` Set it to ${between} first.`
  return refusal(
    'transition_not_allowed',
    `The animal ${id} is ${from}, which cannot become ${to}.${advice}`,
  )
}

/** @param what what the order decides */
const hasOrder = (id: bigint, orderId: bigint, what: string) =>
  refusal(
    'pet_has_order',
    `The animal ${id} has the order ${orderId}, which alone decides ${what}. Change that order: PATCH /store/orders/${orderId}.`,
  )
