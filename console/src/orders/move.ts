import { t } from '../core/language.ts'
import type {
  NewOrder,
  Order,
  OrderPatch,
  OrderStatus,
  Pet,
  PetStatus,
} from '../../../client/src/index.ts'
import { signal } from '../core/signal.ts'
import { asLeft, noteChange, noteHold } from '../model/animals.ts'
import { needPeople } from '../contacts/names.ts'
import { askFirst, attempt } from '../parts/attempt.ts'
import { type Toast, toast } from '../parts/toast.tsx'
import { undo } from '../parts/undo.ts'
import { ask } from '../requests/ask.ts'
import { callOf } from '../requests/call.ts'
import { openStates } from './read.ts'

/** An order, with the ETag of that state if it is known. */
export type TaggedOrder = Order & { readonly etag?: string | undefined }

/** The order that was last changed on this page. Every part that shows orders subscribes to it. */
export const lastChanged = signal<TaggedOrder | undefined>(undefined)

/** The name of an order in a sentence: that of its animal, if known. */
export const orderName = (order: Order, pet: Pet | undefined): string =>
  pet?.name ?? t('Animal {id}', { id: order.petId })

/** Shows the current state of an order, and of its animal. */
export const noteOrder = (order: TaggedOrder, pet: Pet | undefined): void => {
  lastChanged.value = order
  void needPeople([order])
  const isOpen = openStates.includes(order.status)
  noteHold(order.petId, isOpen ? order : undefined)
  const before = pet && asLeft(pet)
  const status: PetStatus = isOpen ? 'pending' : order.status === 'delivered' ? 'sold' : 'available'
  if (before) noteChange(before, { ...before, status })
}

/**
 * Changes an order, and its animal with it, and says what happened. "Take back" and "Hold again" add to the
 * history, so they are not called "Undo".
 */
export const changeOrder = async (
  order: Order,
  pet: Pet | undefined,
  change: OrderPatch,
): Promise<void> => {
  const { id, petId, reference, contactId } = order
  const name = orderName(order, pet)
  await attempt(name, async () => {
    const { data, etag } = await ask(callOf('orders', 'update', id, change))
    noteOrder({ ...data, etag }, pet)
    const toasts: Readonly<Partial<Record<OrderStatus, Toast>>> = {
      placed: { text: t('{name} is held longer.', { name }) },
      approved: { text: t('{name}: approved. The hold no longer ends by itself.', { name }) },
      delivered: {
        text: t('{name} is adopted.', { name }),
        label: t('Take back'),
        act: () => void changeOrder(data, pet, { status: 'returned' }),
      },
      cancelled: {
        text: t('Order {id} is cancelled. {name} is available again.', { id, name }),
        label: t('Hold again'),
        act: () => void attempt(name, () => hold({ petId, reference, contactId }, pet)),
      },
      returned: { text: t('{name} came back and is available again.', { name }) },
    }
    const message = toasts[data.status]
    if (message) toast(message)
  })
}

/** Cancels an order after a confirmation. */
export const cancelOrder = (order: Order, pet: Pet | undefined): Promise<void> => {
  const name = orderName(order, pet)
  return askFirst(
    {
      title: t('Cancel order {id}?', { id: order.id }),
      text: t('{name} becomes available to everyone at once.', { name }),
      yes: t('Cancel order'),
      isDanger: true,
    },
    name,
    () => changeOrder(order, pet, { status: 'cancelled' }),
  )
}

/** Holds an animal for somebody, and offers to undo it. Without `expiresAt`, the service holds it for a day. */
export const hold = async (
  order: NewOrder,
  pet: Pet | undefined,
  idempotencyKey?: string,
  giveUp?: AbortSignal,
): Promise<void> => {
  const { data, etag } = await ask(callOf('orders', 'place', order, { idempotencyKey }), giveUp)
  noteOrder(data, pet)
  const name = orderName(data, pet)
  toast({
    text: t('{name} is on hold.', { name }),
    label: t('Undo'),
    act: undo(name, async () => {
      await ask(callOf('orders', 'delete', data.id, { ifMatch: etag }))
      noteOrder({ ...data, status: 'cancelled' }, pet)
      return t('{name} is available again.', { name })
    }),
  })
}
