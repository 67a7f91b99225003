import { Type } from '../../base/schema/type.ts'
import type { SumOf, TableEvents, RowOf, Table } from '../../base/data/table.ts'
import { Int64 } from '../../kit/fields.ts'
import { Order, orderStatuses } from './order.ts'

/** The events of orders. The type names the new status, like `order.placed`. */
const events: TableEvents = {
  name: 'order',
  types: [...orderStatuses.map((status) => `order.${status}`), 'order.updated', 'order.deleted'],
  type: (before, after) => {
    if (after === undefined) return 'order.deleted'
    const { status } = after
    return status === before?.['status'] ? 'order.updated' : `order.${String(status)}`
  },
  topics: { orderId: 'id', petId: 'petId' },
}

/** Counts orders that are placed, expire or are cancelled. A delivery is counted as an adoption of the animal. */
const sums: SumOf = (before, after) => {
  // The rows are of this table.
  const [from, to] = [before, after] as ReadonlyArray<OrderRow | undefined>
  const part = (to ?? from)?.categoryId
  if (from === undefined) return { name: 'placed', part }
  if (to?.status === from.status) return undefined
  if (to?.status === 'expired') return { name: 'expired', part }
  const isCancelled = to === undefined ? from.status === 'placed' : to.status === 'cancelled'
  return isCancelled ? { name: 'cancelled', part } : undefined
}

export const orders = {
  name: 'orders',
  schema: Order,
  hidden: Type.Object({
    /** The owner of the API key that placed the order: all open orders of an owner count together. */
    ownerId: Type.String(),
    /** The animal's category when the order was placed. Missing if the order is older than this field. */
    categoryId: Type.Optional(Int64('Identifier of the category.', 3n)),
  }),
  id: 'assigned',
  // A page by an animal or a reference alone filters by all statuses too: fewer indexes make orders cheaper.
  filters: [
    ['status'],
    ['petId', 'status'],
    ['reference', 'status'],
    ['petId', 'reference', 'status'],
    ['contactId', 'status'],
  ],
  refersTo: { contacts: 'contactId' },
  search: { kind: 'order', title: 'reference', detail: 'status', about: { petId: 'petId' } },
  events,
  sums,
  due: { field: 'expiresAt', where: { status: 'placed' } },
} as const satisfies Table

export type OrderRow = RowOf<typeof orders>
