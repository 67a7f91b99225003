import type { Order, Pet } from '../../../client/src/index.ts'
import { serviceNow } from '../core/time.ts'
import type { Choice } from '../parts/menu.tsx'
import { may } from '../session/session.ts'
import { cancelOrder, extendHold, moveOrder, orderName } from './move.ts'

const day = 24 * 3_600_000
/** A hold ends at most so far from now; a minute less, because the request takes its time. */
const longest = 7 * day - 60_000

/** A move of an order, with a sentence for a screen reader. */
export type OrderMove = Choice & { readonly isMain?: boolean }

/** What may be done with an order now; the main move comes first. */
export const movesOf = (order: Order, pet: Pet | undefined): readonly OrderMove[] => {
  if (!may('orders:write')) return []
  const name = orderName(order, pet)
  const move = (status: 'approved' | 'delivered' | 'returned') => () => {
    void moveOrder(order, status, pet)
  }
  const extend = (span: number) => () => {
    const end = Math.min(Date.parse(order.expiresAt ?? '') + span, serviceNow() + longest)
    void extendHold(order, end, name)
  }
  const cancel: OrderMove = {
    key: 'c',
    text: 'Cancel order',
    act: () => void cancelOrder(order, pet),
  }
  switch (order.status) {
    case 'placed':
      return [
        { key: 'p', text: 'Approve', act: move('approved'), isMain: true },
        { key: 'a', text: 'Hand over', act: move('delivered') },
        { key: 'x', text: 'Extend by a day', act: extend(day) },
        { key: 'y', text: 'Extend by 3 days', act: extend(3 * day) },
        cancel,
      ]
    case 'approved':
      return [{ key: 'a', text: 'Hand over', act: move('delivered'), isMain: true }, cancel]
    case 'delivered':
      return [{ key: 't', text: 'Take back', act: move('returned'), isMain: true }]
    default:
      return []
  }
}
