import { Type } from '../core/schema/type.ts'
import type { RowOf, Table } from '../data/table.ts'
import { orderEvents } from './events.ts'
import { Order } from './order.ts'

/** The table of orders. */
export const orders = {
  name: 'orders',
  schema: Order,
  /** The first API key of the rotation chain that placed the order: its open orders count together. */
  hidden: Type.Object({ chainId: Type.String() }),
  id: 'assigned',
  // A page by an animal or a reference alone is one by all statuses: each index less makes an order cheaper.
  filters: [
    ['status'],
    ['petId', 'status'],
    ['reference', 'status'],
    ['petId', 'reference', 'status'],
  ],
  events: orderEvents,
  due: { field: 'expiresAt', where: { status: 'placed' } },
} as const satisfies Table

/** An order as rules see it. */
export type OrderRow = RowOf<typeof orders>
