import { t } from '../core/language.ts'
import type { Order, Pet } from '../../../client/src/index.ts'
import { timeText } from '../core/time.ts'
import { askFirst } from '../parts/attempt.ts'
import { whomOf } from '../contacts/names.ts'
import { changeOrder } from '../orders/move.ts'

/** For whom and until when an order holds an animal: "for web-1 until 14:30", "for web-1, approved". */
export const holdText = (order: Order): string =>
  order.status === 'placed' && order.expiresAt
    ? t('for {whom} until {time}', { whom: nameOf(order), time: timeText(order.expiresAt) })
    : t('for {whom}, approved', { whom: nameOf(order) })

const nameOf = (order: Order): string => whomOf(order) ?? t('somebody')

/** Hands over a held animal, after asking whether it is the right person. */
export const handOver = (pet: Pet, order: Order): Promise<void> => {
  const whom = whomOf(order)
  return askFirst(
    {
      title: t('Hand over {name}?', { name: pet.name }),
      text: t('{name} is held {hold}. Is this the same person?', {
        name: pet.name,
        hold: holdText(order),
      }),
      yes: whom ? t('Hand over to {whom}', { whom }) : t('Hand over'),
      no: t('Leave it'),
    },
    pet.name,
    () => changeOrder(order, pet, { status: 'delivered' }),
  )
}
