import type { Static } from 'typebox'
import { patchBody } from '../../kit/merge-patch.ts'
import { defineOperation, jsonBody, type Outcome } from '../../kit/operation.ts'
import { orderOf, paged, pageOf } from '../../kit/paging.ts'
import { applyOnce, created, gone, lookup, rowOutcome } from '../../kit/row-changes.ts'
import { defineResource } from '../../kit/resource.ts'
import type { Awaitable } from '../../base/awaitable.ts'
import { type Refusal, refusal } from '../../base/errors/api-error.ts'
import type { PageQuery, Position, Store } from '../../base/data/store.ts'
import { pets } from '../pets/table.ts'
import { orderExpire, orderNotFound, orderPlace, orderRemove, orderUpdate } from './changes.ts'
import {
  Inventory,
  ListOrdersQuery,
  NewOrder,
  Order,
  OrderParams,
  OrderPatch,
  Orders,
  orderStatuses,
} from './order.ts'
import { orders } from './table.ts'
import { contactExpire, contactSweep } from './contact-retention.ts'

export const listOrders = defineOperation({
  ...paged('orders', Orders),
  path: '/store/orders',
  scope: 'orders:read',
  summary: 'List orders',
  description:
    'Returns a page of the orders of the whole store, whoever placed them, ascending by `id` unless `sort` says otherwise: all of them, or those that match every filter. A later page is reached by the URL that the `Link` header gives with `rel="next"`; the last page has none. With `expiresBefore` and another filter a page may have fewer orders than `limit`, even none, and yet a `next`. No order that existed throughout is skipped or seen twice.',
  query: ListOrdersQuery,
  isCacheable: true,
  handle: ({ query, after }, { store }) => {
    const { limit, status, petId, reference, contactId, expiresBefore: before, sort } = query
    const others = { petId, reference, contactId }
    if (before !== undefined) return ordersExpiring(query, others, before, after, store)
    if (contactId !== undefined && (petId ?? reference) !== undefined) {
      const problem = 'contactId cannot be combined with petId or reference.'
      return refusal('invalid_parameter', `${problem} Leave one of the two out.`)
    }
    const isAll = [status, petId, reference, contactId].every((filter) => filter === undefined)
    const where = { ...others, status: isAll ? undefined : (status ?? orderStatuses) }
    return pageOf(store, orders, { where, order: orderOf(sort), after, limit })
  },
})

const ordersExpiring = (
  { limit, status, sort }: Static<typeof ListOrdersQuery>,
  where: PageQuery['where'],
  before: string,
  after: Position | undefined,
  store: Store,
): Awaitable<Outcome | Refusal> => {
  if (sort !== undefined) return notExpiring('sort')
  if (status !== undefined && !status.includes('placed')) return notExpiring('another status')
  const byText = { field: 'expiresAt', before }
  return pageOf(store, orders, { where, byText, after, limit })
}

const notExpiring = (other: string) =>
  refusal(
    'invalid_parameter',
    `expiresBefore cannot be combined with ${other}: that list has only orders that are placed, in the order of expiresAt. Leave one of the two out.`,
  )

const onOrder = {
  path: '/store/orders/{orderId}',
  params: OrderParams,
  // A value that is not an int64 cannot identify an order.
  unreadableParams: 'order_not_found',
  isConditional: true,
} as const

export const getOrder = defineOperation({
  ...onOrder,
  method: 'GET',
  scope: 'orders:read',
  summary: 'Get one order',
  description: 'Returns the order with this identifier, whoever placed it.',
  answers: { 200: { description: 'The order.', schema: Order } },
  handle: ({ params: { orderId } }, { store }) => lookup(store, orders, orderId, orderNotFound),
})

export const placeOrder = defineOperation({
  method: 'POST',
  path: '/store/orders',
  scope: 'orders:write',
  summary: 'Place an order',
  description:
    'Holds an animal that is `available`: it becomes `pending`, and nobody else can order it. The hold ends at `expiresAt` unless the order is approved or delivered before. Of any number of callers at once, one gets the animal.',
  createsOnce: true,
  body: jsonBody('The order to place.', NewOrder, {
    shortest: { summary: 'Held for 24 hours', value: { petId: 1 } },
    reference: { summary: 'With your own reference', value: { petId: 1, reference: 'walk-in 12' } },
  }),
  answers: {
    201: { description: 'The animal is held.', schema: Order, headers: ['Location', 'ETag'] },
  },
  errors: ['pet_not_found', 'contact_not_found', 'pet_not_available', 'order_limit_reached'],
  handle: async ({ body, caller, now, act }, { store }) => {
    const { ownerId, name: keyName, limits } = caller
    const placer = { ownerId, keyName, openOrders: limits.openOrders }
    return await applyOnce(store, orderPlace(body, placer, now), act, ({ order }) =>
      created(order, { of: getOrder, params: { orderId: order.id } }),
    )
  },
})

export const updateOrder = defineOperation({
  ...onOrder,
  method: 'PATCH',
  scope: 'orders:write',
  alternativeScopes: ['orders:manage'],
  summary: 'Change an order',
  description:
    'Changes the fields that the body has (a merge patch, RFC 7396), and returns the changed order. Its animal changes at the same moment: `delivered` makes it `sold`; `cancelled` and `returned` make it `available`. An order that is `placed` can become `approved`, `delivered` or `cancelled`; an `approved` one `delivered` or `cancelled`; a `delivered` one `returned`. A field that already has the value is not changed. With the scope `orders:write`, a key changes and cancels the orders of its owner. With `orders:manage`, it makes orders `approved`, `delivered` or `returned`, and changes those that other keys placed.',
  body: patchBody(OrderPatch, {
    approved: { summary: 'It no longer expires', value: { status: 'approved' } },
    delivered: { summary: 'The animal went home', value: { status: 'delivered' } },
    returned: { summary: 'The animal came back', value: { status: 'returned' } },
    reference: { value: { reference: 'walk-in 12, by phone' } },
    contact: { summary: 'For somebody', value: { contactId: 1 } },
    cleared: { summary: 'Without a reference', value: { reference: null } },
  }),
  answers: { 200: { description: 'The order as it is now.', schema: Order } },
  errors: ['contact_not_found', 'transition_not_allowed'],
  handle: async ({ params: { orderId }, body, caller, precondition, now, act }, { store }) => {
    const change = orderUpdate(orderId, body, precondition, caller, now)
    return await applyOnce(store, change, act, rowOutcome)
  },
})

export const deleteOrder = defineOperation({
  ...onOrder,
  method: 'DELETE',
  scope: 'orders:write',
  alternativeScopes: ['orders:manage'],
  summary: 'Delete an order',
  description:
    'Deletes an order for good. One that is `placed` lets its animal go. One that is `approved` or `delivered` cannot be deleted. No other order ever gets its `id`. An order that another key placed needs the scope `orders:manage`, not `orders:write`.',
  answers: { 204: { description: 'The order was deleted.' } },
  errors: ['order_not_deletable'],
  handle: async ({ params: { orderId }, caller, precondition, act }, { store }) =>
    await applyOnce(store, orderRemove(orderId, precondition, caller), act, gone),
})

export const getInventory = defineOperation({
  method: 'GET',
  path: '/store/inventory',
  scope: 'pets:read',
  summary: 'Count the animals',
  description: 'Returns how many animals there are of each status, exact at one moment.',
  answers: { 200: { description: 'The number of animals of each status.', schema: Inventory } },
  handle: async (_input, { store }) => {
    const totals = await store.totals(pets)
    const count = (status: string): bigint => totals.get(status) ?? 0n
    const [available, pending, sold] = [count('available'), count('pending'), count('sold')]
    return { status: 200, value: { available, pending, sold } }
  },
})

/**
 * The orders of the store. An order holds one animal, and controls its status until the animal is returned or the order
 * ends in another way. No animal is ever promised twice.
 */
export const orderResource = defineResource({
  name: 'orders',
  description: 'Orders for animals, and how many animals there are.',
  operations: { listOrders, placeOrder, getOrder, updateOrder, deleteOrder, getInventory },
  tables: [orders],
  rules: [orderPlace, orderUpdate, orderExpire, orderRemove, contactExpire],
  deadlines: [{ table: orders, change: orderExpire }],
  sweeps: [contactSweep],
})
