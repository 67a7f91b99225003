import { dateTimeText } from '../core/date-time.ts'
import { type Write, update } from '../data/change.ts'
import { pets } from '../pets/table.ts'
import type { OrderPatch, OrderStatus } from './order.ts'
import { governs, isOpen, petStatusAfter } from './status.ts'
import { type OrderRow, orders } from './table.ts'

/**
 * An order once it has a status.
 *
 * @param now milliseconds since the Unix epoch
 */
export const inStatus = (order: OrderRow, status: OrderStatus, now: number): OrderRow => {
  if (status === order.status) return order
  const { expiresAt, closedAt: _, ...lasting } = order
  return {
    ...lasting,
    status,
    ...(status === 'expired' && expiresAt !== undefined && { expiresAt }),
    ...(!isOpen(status) && { closedAt: dateTimeText(now) }),
  }
}

/**
 * The writes that bring an order from one state to another, and its animal with it. The first is to the order.
 *
 * @param rest what else changes of the order
 */
export const movesOf = (
  before: OrderRow,
  after: OrderRow,
  rest: Omit<OrderPatch, 'status' | 'expiresAt'> = {},
): readonly Write[] => {
  const { id, petId, status, expiresAt, closedAt } = after
  const order = update(orders, id, { ...rest, status, expiresAt, closedAt })
  const petStatus = petStatusAfter(before.status, status)
  if (petStatus === undefined) return [order]
  const orderId = governs(status) ? id : undefined
  return [order, update(pets, petId, { status: petStatus, orderId })]
}
