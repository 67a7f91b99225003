import type { PetStatus } from '../pets/pet.ts'
import type { OrderStatus } from './order.ts'

/** What may follow each status of an order, and the status of its animal then. */
const followers: Readonly<Record<OrderStatus, Readonly<Partial<Record<OrderStatus, PetStatus>>>>> =
  {
    placed: {
      approved: 'pending',
      delivered: 'sold',
      expired: 'available',
      cancelled: 'available',
    },
    approved: { delivered: 'sold', cancelled: 'available' },
    delivered: { returned: 'available' },
    expired: {},
    cancelled: {},
    returned: {},
  }

/** The status of the animal once its order went from one status to another; undefined if it cannot. */
export const petStatusAfter = (from: OrderStatus, to: OrderStatus): PetStatus | undefined =>
  followers[from][to]

/** The statuses that a request may ask for next: only the clock makes an order expire. */
export const nextStatuses = (from: OrderStatus): readonly OrderStatus[] =>
  // The keys of a record of statuses are statuses.
  (Object.keys(followers[from]) as OrderStatus[]).filter((status) => status !== 'expired')

/** Whether an order of this status alone moves the status of its animal. */
export const governs = (status: OrderStatus): boolean => Object.keys(followers[status]).length > 0

/** Whether an order of this status waits for somebody: nobody else can have its animal, and it cannot be deleted from the store. */
export const isOpen = (status: OrderStatus): boolean => status === 'placed' || status === 'approved'
