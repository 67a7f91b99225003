import type { Order, OrderPatch, OrderStatus, Pet } from '../../../client/src/index.ts'
import { day, serviceNow } from '../core/time.ts'
import type { Choice } from '../parts/menu.tsx'
import { may } from '../session/session.ts'
import { cancelOrder, changeOrder } from './move.ts'
import { endOf } from './read.ts'

/** A hold ends at most so far from now; a minute less, because the request takes its time. */
export const longestHold = 7 * day - 60_000

/** What may be done with an order now; the main move comes first. */
export const movesOf = (order: Order, pet: Pet | undefined): readonly Choice[] => {
  const move = (key: string, text: string, change: OrderPatch): Choice => ({
    key,
    text,
    act: () => void changeOrder(order, pet, change),
  })
  const extend = (key: string, text: string, span: number): Choice => {
    const end = Math.min(endOf(order) + span, serviceNow() + longestHold)
    return move(key, text, { expiresAt: new Date(end) })
  }
  const handOver = move('a', 'Hand over', { status: 'delivered' })
  const cancel = { key: 'c', text: 'Cancel order', act: () => void cancelOrder(order, pet) }
  const moves: Readonly<Partial<Record<OrderStatus, readonly Choice[]>>> = {
    placed: [
      move('p', 'Approve', { status: 'approved' }),
      handOver,
      extend('x', 'Extend by a day', day),
      extend('y', 'Extend by 3 days', 3 * day),
      cancel,
    ],
    approved: [handOver, cancel],
    delivered: [move('t', 'Take back', { status: 'returned' })],
  }
  return (may('orders:write') && moves[order.status]) || []
}
