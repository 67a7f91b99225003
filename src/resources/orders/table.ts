import { Type } from '../../base/schema/type.ts'
import type { TableEvents } from '../../base/data/events.ts'
import type { RowOf, Table } from '../../base/data/table.ts'
import { Order, orderStatuses } from './order.ts'

/** The events of orders. Each has the type of the status that the order came to: `order.placed`. */
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

/** The table of orders. */
export const orders = {
  name: 'orders',
  schema: Order,
  /** The owner of the API key that placed the order: all open orders of an owner count together. */
  hidden: Type.Object({ ownerId: Type.String() }),
  id: 'assigned',
  // A page by an animal or a reference alone is one by all statuses: each index less makes an order cheaper.
  filters: [
    ['status'],
    ['petId', 'status'],
    ['reference', 'status'],
    ['petId', 'reference', 'status'],
    ['contactId', 'status'],
  ],
  refersTo: { contacts: 'contactId' },
  search: { kind: 'order', title: 'reference', detail: 'status', about: 'petId' },
  events,
  due: { field: 'expiresAt', where: { status: 'placed' } },
} as const satisfies Table

/** An order as rules see it. */
export type OrderRow = RowOf<typeof orders>
