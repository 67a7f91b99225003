import type { Resource } from '../../kit/resource.ts'
import { orderExpire, orderPlace, orderRemove, orderUpdate } from './changes.ts'
import { contactExpire, contactSweep } from './contact-retention.ts'
import {
  deleteOrder,
  getInventory,
  getOrder,
  listOrders,
  placeOrder,
  updateOrder,
} from './operations.ts'
import { orders as table } from './table.ts'

/**
 * The orders of the store. An order holds one animal, and moves its status until it is returned or comes to another
 * end. No animal is ever promised twice.
 */
export const orders: Resource = {
  name: 'orders',
  description: 'Orders for animals, and how many animals there are.',
  operations: [listOrders, placeOrder, getOrder, updateOrder, deleteOrder, getInventory],
  tables: [table],
  rules: [orderPlace, orderUpdate, orderExpire, orderRemove, contactExpire],
  deadlines: [{ table, change: orderExpire }],
  sweeps: [contactSweep],
}
