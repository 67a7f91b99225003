import type { Order, Pet } from '../../../client/src/index.ts'
import { timeText } from '../core/time.ts'
import { askFirst } from '../parts/attempt.ts'
import { whomOf } from '../contacts/names.ts'
import { changeOrder } from '../orders/move.ts'

/** For whom and until when an order holds an animal: "for web-1 until 14:30", "for web-1, approved". */
export const holdText = (order: Order): string =>
  `for ${whomOf(order) ?? 'somebody'}` +
  (order.status === 'placed' && order.expiresAt
    ? ` until ${timeText(order.expiresAt)}`
    : ', approved')

/** Hands over a held animal, after asking whether it is the right person. */
export const handOver = (pet: Pet, order: Order): Promise<void> => {
  const whom = whomOf(order)
  return askFirst(
    {
      title: `Hand over ${pet.name}?`,
      text: `${pet.name} is held ${holdText(order)}. Is this the same person?`,
      yes: whom ? `Hand over to ${whom}` : 'Hand over',
      no: 'Leave it',
    },
    pet.name,
    () => changeOrder(order, pet, { status: 'delivered' }),
  )
}
