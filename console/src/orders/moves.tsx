import { t } from '../core/language.ts'
import type { Order, OrderPatch, OrderStatus, Pet } from '../../../client/src/index.ts'
import { day, serviceNow } from '../core/time.ts'
import type { Choice } from '../parts/menu.tsx'
import { may, mayChange } from '../session/session.ts'
import { cancelOrder, changeOrder } from './move.ts'
import { endOf } from './read.ts'

/** The longest hold in milliseconds: 7 days, less a minute for the time that the request takes. */
export const maxHold = 7 * day - 60_000

/** What can be done with an order now; the main move comes first. */
export const movesOf = (order: Order, pet: Pet | undefined): readonly Choice[] => {
  const move = (key: string, text: string, change: OrderPatch): Choice => ({
    key,
    text,
    act: () => void changeOrder(order, pet, change),
  })
  const extend = (key: string, text: string, span: number): Choice => {
    const end = Math.min(endOf(order) + span, serviceNow() + maxHold)
    return move(key, text, { expiresAt: new Date(end) })
  }
  /** A move that needs `orders:manage`; none if the key lacks that scope. */
  const step = (key: string, text: string, status: OrderStatus): readonly Choice[] =>
    may('orders:manage') ? [move(key, text, { status })] : []
  const handOver = step('a', t('Hand over'), 'delivered')
  const cancel = { key: 'c', text: t('Cancel order'), act: () => void cancelOrder(order, pet) }
  const extensions = [
    extend('x', t('Extend by a day'), day),
    extend('y', t('Extend by 3 days'), 3 * day),
  ]
  const changes = (...choices: readonly Choice[]) => (mayChange(order) ? choices : [])
  const moves: Readonly<Partial<Record<OrderStatus, readonly Choice[]>>> = {
    placed: [
      ...step('p', t('Approve'), 'approved'),
      ...handOver,
      ...changes(...extensions, cancel),
    ],
    approved: [...handOver, ...changes(cancel)],
    delivered: step('t', t('Take back'), 'returned'),
  }
  return moves[order.status] ?? []
}
