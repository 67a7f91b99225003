import type { Order, Pet } from '../../../client/src/index.ts'
import { timeText } from '../core/time.ts'
import { confirm } from '../parts/dialog.tsx'
import { moveOrder } from '../orders/move.ts'

/** For whom and until when an order holds an animal: "for web-1 until 14:30". */
export const holdText = ({ status, reference, expiresAt }: Order): string =>
  [
    ...(reference === undefined ? [] : [`for ${reference}`]),
    status === 'placed' && expiresAt !== undefined
      ? `until ${timeText(expiresAt)}`
      : 'without an end',
  ].join(' ')

/** Hands over a held animal, after asking whether it is the right person. */
export const handOver = async (pet: Pet, order: Order): Promise<void> => {
  const whom = order.reference === undefined ? '' : ` to ${order.reference}`
  const isSure = await confirm({
    title: `Hand over ${pet.name}?`,
    text: `${pet.name} is held ${holdText(order)}. Is this the same person?`,
    yes: `Hand over${whom}`,
    no: 'Leave it',
  })
  if (isSure) await moveOrder(order, 'delivered', pet)
}
