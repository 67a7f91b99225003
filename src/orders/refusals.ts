import { preconditionFailed } from '../api/entity-tags.ts'
import { type Refusal, refusal } from '../core/errors/api-error.ts'
import type { Precondition } from '../data/precondition.ts'
import type { CallingKey } from '../keys/key-store.ts'
import { scopeRefusal } from '../keys/scopes.ts'
import type { Forbidden, PlaceRefusal, Placer, RemoveRefusal, UpdateRefusal } from './changes.ts'
import { type HoldBounds, nextStatuses } from './life-cycle.ts'
import type { NewOrder, OrderPatch, OrderStatus } from './order.ts'

/** The refusals of the operations of orders. */

export const orderNotFound = (id: bigint): Refusal =>
  refusal('order_not_found', `There is no order with the id ${id}.`)

export const placeRefused = (
  result: PlaceRefusal,
  { petId, expiresAt }: NewOrder,
  { openOrders }: Placer,
): Refusal => {
  switch (result.outcome) {
    case 'pet_not_found':
      return refusal('pet_not_found', `There is no animal with the id ${petId}.`)
    case 'not_ahead':
      return notAhead(result, expiresAt)
    case 'order_limit_reached':
      return refusal(
        'order_limit_reached',
        // A key that came to a smaller plan may have more.
        `Your keys have reached the limit of orders placed at once, which is ${openOrders} for their plan. Approve, deliver or cancel one first, or wait until one expires.`,
      )
    case 'pet_not_available':
      return notAvailable(petId, result)
  }
}

const notAvailable = (
  petId: bigint,
  { status, governor }: Extract<PlaceRefusal, { readonly outcome: 'pet_not_available' }>,
): Refusal => {
  const reason =
    governor === undefined
      ? '.'
      : governor.isOwn
        ? `: your own order ${governor.id}, which is ${governor.status}, has it.`
        : governor.expiresAt === undefined
          ? `: the order ${governor.id}, which is ${governor.status}, has it.`
          : `: the order ${governor.id} holds it until ${governor.expiresAt}, unless it is approved before.`
  return refusal('pet_not_available', `The animal ${petId} is ${status}${reason}`)
}

const forbidden = (id: bigint, { scope, step }: Forbidden, { scopes }: CallingKey): Refusal => {
  const what =
    scope === 'orders:write'
      ? `Changing the order ${id}, which is your own,`
      : step === undefined
        ? `Changing the order ${id}, which another API key placed,`
        : `Making an order ${step}`
  return scopeRefusal(scopes, scope, what)
}

export const updateRefused = (
  id: bigint,
  result: UpdateRefusal,
  { expiresAt }: OrderPatch,
  precondition: Precondition,
  caller: CallingKey,
): Refusal => {
  switch (result.outcome) {
    case 'not_found':
      return orderNotFound(id)
    case 'forbidden':
      return forbidden(id, result, caller)
    case 'precondition_failed':
      return preconditionFailed(`The order ${id}`, precondition)
    case 'not_ahead':
      return notAhead(result, expiresAt)
    case 'not_allowed':
      return refusal('transition_not_allowed', notAllowed(result.from, result.to))
    case 'not_held':
      return refusal(
        'transition_not_allowed',
        `The order ${id} ${result.isAlready ? 'is' : 'would be'} ${result.status}; only a placed order has an expiresAt that can change.`,
      )
    case 'pet_deleted':
      return refusal(
        'transition_not_allowed',
        `The animal ${result.petId} of the order ${id} was deleted, so it cannot come back. The order stays as it is, as a record.`,
      )
  }
}

const notAllowed = (from: OrderStatus, to: OrderStatus): string => {
  const next = nextStatuses(from)
  const advice =
    to === 'expired'
      ? ' Only the clock makes an order expire.'
      : next.length === 0
        ? ' Place a new order.'
        : ` It can become ${listed(next)}.`
  return `An order that is ${from} cannot become ${to}.${advice}`
}

/** `a, b or c`. */
const listed = (all: readonly string[]): string => all.join(', ').replace(/, (?=[^,]*$)/, ' or ')

const notAhead = ({ earliest, latest }: HoldBounds, expiresAt: string | undefined): Refusal =>
  refusal(
    'invalid_body',
    `expiresAt must be from ${earliest} to ${latest}, which is 60 seconds to 7 days ahead, not ${expiresAt}.`,
  )

export const removeRefused = (
  id: bigint,
  result: RemoveRefusal,
  precondition: Precondition,
  caller: CallingKey,
): Refusal => {
  switch (result.outcome) {
    case 'not_found':
      return orderNotFound(id)
    case 'forbidden':
      return forbidden(id, result, caller)
    case 'precondition_failed':
      return preconditionFailed(`The order ${id}`, precondition)
    case 'not_deletable': {
      if (result.isPetDeleted) {
        return refusal(
          'order_not_deletable',
          `The order ${id} is ${result.status} and its animal was deleted, so the order stays as a record.`,
        )
      }
      const [what, status] =
        result.status === 'approved'
          ? ['Cancel it first', 'cancelled']
          : ['If its animal comes back, mark it as returned first', 'returned']
      return refusal(
        'order_not_deletable',
        `The order ${id} is ${result.status}. ${what}: PATCH it with {"status":"${status}"}.`,
      )
    }
  }
}
