import type { Static } from 'typebox'
import { Choice, Component, Type } from '../../base/schema/type.ts'
import { AssignedId, DateTime, Int64, Line, Name, titled } from '../../kit/fields.ts'
import { mergePatch } from '../../kit/merge-patch.ts'
import { severalOf, listOf, pageQuery, sortById, withoutExamples } from '../../kit/paging.ts'
import { PetId as petId } from '../pets/pet.ts'

/** Every status, in the sequence of an order's life cycle. */
export const orderStatuses = [
  'placed',
  'approved',
  'delivered',
  'expired',
  'cancelled',
  'returned',
] as const
export type OrderStatus = (typeof orderStatuses)[number]

export const OrderStatus = Choice(orderStatuses, {
  title: 'OrderStatus',
  description:
    'The state of an order: `placed` (a hold that expires), `approved`, `delivered`, or ended.',
})

const { contactId, reference } = titled('Order', {
  contactId: Int64('Identifier of the contact whom the order is for.', 1n),
  reference: Name("The client's own reference for the order, without personal data.", 'walk-in 12'),
})
const holdEnd = (note: string) =>
  DateTime(
    `When the hold ends: from 60 seconds to 7 days ahead${note}. A date-time of RFC 3339 with any offset, to the millisecond.`,
    // No example, because no fixed date stays in the future.
    null,
  )

export const NewOrder = Component(
  'NewOrder',
  'An order to place. The animal is held until it expires, unless it is approved.',
  {
    petId,
    contactId: Type.Optional(contactId),
    reference: Type.Optional(reference),
    expiresAt: Type.Optional(holdEnd('; 24 hours ahead if it is left out')),
  },
  {
    additionalProperties: false,
    'x-service-assigned': ['id', 'status', 'by', 'placedAt', 'closedAt'],
  },
)
export type NewOrder = Static<typeof NewOrder>

export const Order = Component('Order', 'An order of the store for one animal.', {
  id: AssignedId,
  petId,
  status: OrderStatus,
  contactId: Type.Optional(contactId),
  reference: Type.Optional(reference),
  by: Line('The name of the API key that placed the order.', 100, 'Front desk'),
  placedAt: DateTime('When the order was placed.'),
  expiresAt: Type.Optional(
    DateTime(
      'When the hold ends, or ended: only for an order that is `placed` or `expired`.',
      '2026-11-21T12:00:00.000Z',
    ),
  ),
  closedAt: Type.Optional(
    DateTime(
      'When the order last became `delivered`, `expired`, `cancelled` or `returned`; missing while it is open. A return updates it.',
      '2026-11-20T15:30:00.000Z',
    ),
  ),
})
export type Order = Static<typeof Order>

export const OrderPatch = mergePatch(
  'OrderPatch',
  'The changes to an order (a merge patch, RFC 7396). What is left out is not changed. `null` removes the `contactId` or the `reference`, and is refused for any other field.',
  Order,
  {
    status: Type.Unsafe<OrderStatus>({
      ...OrderStatus,
      description: 'The new status. Only the clock makes an order `expired`.',
    }),
    contactId,
    reference,
    expiresAt: holdEnd(', only for an order that is `placed`'),
  },
  { assigned: ['id', 'by', 'placedAt', 'closedAt'], lasting: ['expiresAt'], fixed: ['petId'] },
)
export type OrderPatch = Static<typeof OrderPatch>

export const Orders = listOf('Orders', Order)

const maxPets = 20

export const ListOrdersQuery = pageQuery('orders', {
  status: severalOf(OrderStatus, 'Only orders with one of these statuses.', orderStatuses.length, [
    'placed',
    'approved',
  ]),
  petId: severalOf(petId, `Only orders for one of these animals: 1 to ${maxPets} ids.`, maxPets, [
    1n,
    2n,
  ]),
  reference: Name('Only orders with exactly this `reference`.', 'walk-in 12'),
  contactId: withoutExamples(
    Int64('Only orders for this contact. Cannot be combined with `petId` or `reference`.', 1n),
  ),
  expiresBefore: DateTime(
    'Only orders that are `placed` and expire before this time. The list is in the order of `expiresAt`, then of `id`. Cannot be combined with another `status` or with `sort`.',
    null,
  ),
  sort: sortById,
})

export const OrderParams = Type.Object({ orderId: Int64('Identifier of the order.', 1n) })

const countOf = (status: string) => Int64(`How many animals are \`${status}\`.`, 12n)

export const Inventory = Component('Inventory', 'How many animals there are of each status.', {
  available: countOf('available'),
  pending: countOf('pending'),
  sold: countOf('sold'),
})
