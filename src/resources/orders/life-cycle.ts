import { dateTimeText } from '../../base/date-time.ts'
import { type Write, update } from '../../base/data/change.ts'
import { arriving } from '../pets/changes.ts'
import type { PetStatus } from '../pets/pet.ts'
import { pets } from '../pets/table.ts'
import type { OrderPatch, OrderStatus } from './order.ts'
import { type OrderRow, orders } from './table.ts'

/** The transitions of an order, and the status of its animal after each. */
const transitions: Readonly<
  Record<OrderStatus, Readonly<Partial<Record<OrderStatus, PetStatus>>>>
> = {
  placed: { approved: 'pending', delivered: 'sold', expired: 'available', cancelled: 'available' },
  approved: { delivered: 'sold', cancelled: 'available' },
  delivered: { returned: 'available' },
  expired: {},
  cancelled: {},
  returned: {},
}

/** The statuses that a request may ask for next: only the clock makes an order expire. */
export const nextStatuses = (from: OrderStatus): readonly OrderStatus[] =>
  // The keys of a record of statuses are statuses.
  (Object.keys(transitions[from]) as OrderStatus[]).filter((status) => status !== 'expired')

/** Whether an order in this status controls the status of its animal. */
const governs = (status: OrderStatus): boolean => Object.keys(transitions[status]).length > 0

/** How far ahead a hold may end, and the default, in milliseconds. */
export const holdLength = { min: 60_000, max: 7 * 86_400_000, default: 86_400_000 } as const

/**
 * Whether the hold of an order has ended by the clock, although its row may still say `placed`.
 * @param now milliseconds since the Unix epoch
 */
export const isOverdue = ({ status, expiresAt }: OrderRow, now: number): boolean =>
  status === 'placed' && expiresAt !== undefined && expiresAt <= dateTimeText(now)

/** Returns an order as it is after a change to a status. @param now milliseconds since the Unix epoch */
export const inStatus = (order: OrderRow, status: OrderStatus, now: number): OrderRow => {
  if (status === order.status) return order
  const { expiresAt, closedAt: _, ...lasting } = order
  const isOpen = status === 'placed' || status === 'approved'
  return {
    ...lasting,
    status,
    ...(status === 'expired' && expiresAt !== undefined && { expiresAt }),
    ...(!isOpen && { closedAt: dateTimeText(now) }),
  }
}

/**
 * Returns the writes that change an order, and its animal accordingly. The first write is to the order.
 * @param rest other changed fields of the order
 */
export const writesOf = (
  before: OrderRow,
  after: OrderRow,
  rest: Omit<OrderPatch, 'status' | 'expiresAt'> = {},
): readonly Write[] => {
  const { id, petId, status, expiresAt, closedAt } = after
  const order = update(orders, id, { ...rest, status, expiresAt, closedAt })
  const petStatus = transitions[before.status][status]
  if (petStatus === undefined) return [order]
  const pet = { status: petStatus, orderId: governs(status) ? id : undefined }
  const isBack = status === 'returned' && closedAt !== undefined
  return [order, update(pets, petId, isBack ? arriving(pet, Date.parse(closedAt)) : pet)]
}
