import type { Order, OrderStatus, Pet } from '../../../client/src/index.ts'
import { signal } from '../core/signal.ts'
import { noteChange, noteHold } from '../known/animals.ts'
import { attempt } from '../parts/attempt.ts'
import { confirm } from '../parts/dialog.tsx'
import { toast } from '../parts/toast.tsx'
import { undo } from '../parts/undo.ts'
import { ask } from '../requests/ask.ts'
import { callOf } from '../requests/call.ts'

/** The status of the animal that each state of its order brings. */
const petStatus = {
  placed: 'pending',
  approved: 'pending',
  delivered: 'sold',
  expired: 'available',
  cancelled: 'available',
  returned: 'available',
} as const satisfies Record<OrderStatus, string>

/** The order that was changed last on this page. Whoever shows orders follows it. */
export const lastChanged = signal<Order | undefined>(undefined)

/** What an order is called in a sentence: by the name of its animal, if that is known. */
export const orderName = (order: Order, pet: Pet | undefined): string =>
  pet?.name ?? `Animal ${order.petId}`

/** Shows an order as it is now, and its animal with it. */
export const noteOrder = (order: Order, pet: Pet | undefined): void => {
  lastChanged.value = order
  const isOpen = order.status === 'placed' || order.status === 'approved'
  noteHold(order.petId, isOpen ? order : undefined)
  if (pet !== undefined) noteChange(pet, { ...pet, status: petStatus[order.status] })
}

/**
 * Moves an order on, and its animal with it. Tells what happened; "Take back" and "Hold again" are new
 * steps in the history, so they are not called "Undo".
 */
export const moveOrder = async (
  order: Order,
  status: 'approved' | 'delivered' | 'cancelled' | 'returned',
  pet: Pet | undefined,
): Promise<void> => {
  const name = orderName(order, pet)
  await attempt(name, async () => {
    const { data } = await ask(callOf('orders', 'update', order.id, { status }))
    noteOrder(data, pet)
    const moved = pet && { ...pet, status: petStatus[status] }
    const told = {
      approved: { text: `${name}: approved. The hold no longer ends by itself.` },
      delivered: {
        text: `${name} is adopted.`,
        label: 'Take back',
        act: () => void moveOrder(data, 'returned', moved),
      },
      cancelled: {
        text: `Order ${order.id} is cancelled. ${name} is available again.`,
        label: 'Hold again',
        act: () => void hold(order.petId, order.reference, undefined, moved),
      },
      returned: { text: `${name} came back and is available again.` },
    }
    toast(told[status])
  })
}

/** Ends an order before its time, after asking. */
export const cancelOrder = async (order: Order, pet: Pet | undefined): Promise<void> => {
  const isSure = await confirm({
    title: `Cancel order ${order.id}?`,
    text: `${orderName(order, pet)} becomes available to everyone at once.`,
    yes: 'Cancel order',
    isDanger: true,
  })
  if (isSure) await moveOrder(order, 'cancelled', pet)
}

/** Moves the end of a hold. @param end in milliseconds since the epoch */
export const extendHold = (order: Order, end: number, name: string): Promise<void> =>
  attempt(name, async () => {
    const expiresAt = new Date(end).toISOString()
    const { data } = await ask(callOf('orders', 'update', order.id, { expiresAt }))
    noteOrder(data, undefined)
    toast({ text: `${name} is held longer.` })
  })

/**
 * Holds an animal for somebody, with a way back.
 *
 * @param end in milliseconds since the epoch; without it the service holds for a day
 */
export const hold = async (
  petId: bigint,
  reference: string | undefined,
  end: number | undefined,
  pet: Pet | undefined,
  options: { readonly idempotencyKey?: string; readonly signal?: AbortSignal } = {},
): Promise<void> => {
  const expiresAt = end === undefined ? undefined : new Date(end)
  const { data, etag } = await ask(
    callOf(
      'orders',
      'place',
      { petId, reference, expiresAt },
      { idempotencyKey: options.idempotencyKey },
    ),
    options.signal,
  )
  noteOrder(data, pet)
  const name = orderName(data, pet)
  toast({
    text: `${name} is on hold.`,
    label: 'Undo',
    act: undo(name, async () => {
      await ask(callOf('orders', 'delete', data.id, { ifMatch: etag }))
      noteOrder({ ...data, status: 'cancelled' }, pet && { ...pet, status: 'pending' })
      return `${name} is available again.`
    }),
  })
}
