import {
  byClock,
  type Change,
  type Found,
  remove,
  type Rule,
  type RowKey,
  update,
} from '../data/change.ts'
import { isMet, type Precondition } from '../data/precondition.ts'
import { type PetRow, pets } from '../pets/table.ts'
import { type HoldBounds, holdBounds, isOverdue, isWithin } from './hold.ts'
import { inStatus, movesOf } from './moves.ts'
import type { Order, OrderPatch, OrderStatus } from './order.ts'
import { nextStatuses } from './status.ts'
import { type OrderRow, orders } from './table.ts'

/** Changes fields of an order, and moves its animal with it. */
export type OrderUpdate = Change<
  | { readonly outcome: 'stands'; readonly order: Order; readonly version: bigint }
  | { readonly outcome: 'not_found' | 'precondition_failed' }
  | NotYours
  | PatchRefusal
> & {
  readonly kind: 'order.update'
  readonly id: bigint
  readonly patch: OrderPatch
  readonly precondition: Precondition
  readonly editor: Editor
  /** Milliseconds since the Unix epoch. */
  readonly now: number
}

/** Who changes an order. */
export type Editor = {
  readonly chainId: string
  /** Whether it may take the steps of the store, and change the orders of others. */
  readonly manages: boolean
}

/** The order is of another API key; or it is the caller's own, and the store alone takes this step. */
type NotYours = { readonly outcome: 'not_yours'; readonly step: OrderStatus | undefined }

/** The statuses that the store alone gives an order. */
const stepsOfStore: ReadonlySet<OrderStatus> = new Set(['approved', 'delivered', 'returned'])

/** Why an order cannot become what a patch asks for. */
export type PatchRefusal =
  | { readonly outcome: 'not_allowed'; readonly from: OrderStatus; readonly to: OrderStatus }
  | { readonly outcome: 'pet_deleted'; readonly petId: bigint }
  /** `status` is what the order would be; it may be so already. */
  | { readonly outcome: 'not_held'; readonly status: OrderStatus; readonly isSo: boolean }
  | ({ readonly outcome: 'not_ahead' } & HoldBounds)

export const orderUpdate = (
  id: bigint,
  patch: OrderPatch,
  precondition: Precondition,
  editor: Editor,
  now: number,
): OrderUpdate => ({ kind: 'order.update', id, patch, precondition, editor, now })

/** @param to the status that the order is to have */
const notYours = (
  { chainId, status }: OrderRow,
  editor: Editor,
  to = status,
): NotYours | undefined => {
  if (editor.manages) return undefined
  if (chainId !== editor.chainId) return { outcome: 'not_yours', step: undefined }
  return to !== status && stepsOfStore.has(to) ? { outcome: 'not_yours', step: to } : undefined
}

/** The order, and its animal. */
const orderAndPet = ({ id }: { readonly id: bigint }, [found]: Found): readonly RowKey[] => {
  const order = { table: orders, id }
  return found === undefined ? [order] : [order, { table: pets, id: (found.row as OrderRow).petId }]
}

export const orderUpdateRule: Rule<OrderUpdate> = {
  kind: 'order.update',
  rows: orderAndPet,
  decide: ({ patch, precondition, editor, now }, [found, pet]) => {
    if (found === undefined) return { refused: { outcome: 'not_found' } }
    // The row is of the table that was asked for.
    const before = found.row as OrderRow
    const lacking = notYours(before, editor, patch.status)
    if (lacking !== undefined) return { refused: lacking }
    if (!isMet(precondition, found)) return { refused: { outcome: 'precondition_failed' } }
    // Whatever is asked of a hold that is overdue comes after its end.
    const standing = isOverdue(before, now) ? inStatus(before, 'expired', now) : before
    const ended = standing === before ? [] : byClock(movesOf(before, standing))
    const refused = refusalOf(standing, patch, pet?.row as PetRow | undefined, now)
    if (refused !== undefined) {
      return ended.length === 0 ? { refused } : { writes: ended, result: () => refused }
    }
    const { status = standing.status, expiresAt, ...rest } = patch
    // Any other order was sent its own end, which is no change.
    const held = expiresAt !== undefined && status === 'placed' ? { expiresAt } : {}
    const moves = movesOf(standing, { ...inStatus(standing, status, now), ...held }, rest)
    return {
      writes: [...ended, ...moves],
      result: (written) => {
        // The moves begin with the order.
        const { row, version } = written[ended.length] ?? found
        return { outcome: 'stands', order: row as Order, version }
      },
    }
  },
}

const refusalOf = (
  order: OrderRow,
  { status: to = order.status, expiresAt }: OrderPatch,
  pet: PetRow | undefined,
  now: number,
): PatchRefusal | undefined => {
  const { status: from, petId } = order
  if (to !== from) {
    const next = nextStatuses(from)
    if (pet === undefined && next.length > 0) return { outcome: 'pet_deleted', petId }
    if (!next.includes(to)) return { outcome: 'not_allowed', from, to }
  }
  if (expiresAt === undefined || expiresAt === order.expiresAt) return undefined
  if (to !== 'placed') return { outcome: 'not_held', status: to, isSo: to === from }
  const bounds = holdBounds(now)
  return isWithin(bounds, expiresAt) ? undefined : { outcome: 'not_ahead', ...bounds }
}

/** Ends an order by the clock, if its hold is overdue. */
export type OrderExpire = Change<{ readonly outcome: 'expired' | 'stands' }> & {
  readonly kind: 'order.expire'
  readonly id: bigint
  /** Milliseconds since the Unix epoch. */
  readonly now: number
}

export const orderExpire = (id: bigint, now: number): OrderExpire => ({
  kind: 'order.expire',
  id,
  now,
})

export const orderExpireRule: Rule<OrderExpire> = {
  kind: 'order.expire',
  rows: orderAndPet,
  decide: ({ now }, [found]) => {
    const order = found?.row as OrderRow | undefined
    // Another change may have come first.
    if (order === undefined || !isOverdue(order, now)) return { refused: { outcome: 'stands' } }
    return {
      writes: movesOf(order, inStatus(order, 'expired', now)),
      result: () => ({ outcome: 'expired' }),
    }
  },
}

/** Removes an order; one that is placed lets its animal go. */
export type OrderRemove = Change<
  | { readonly outcome: 'removed' }
  | { readonly outcome: 'not_found' | 'precondition_failed' }
  | NotYours
  | {
      readonly outcome: 'not_deletable'
      readonly status: OrderStatus
      readonly isPetDeleted: boolean
    }
> & {
  readonly kind: 'order.remove'
  readonly id: bigint
  readonly precondition: Precondition
  readonly editor: Editor
}

export const orderRemove = (
  id: bigint,
  precondition: Precondition,
  editor: Editor,
): OrderRemove => ({ kind: 'order.remove', id, precondition, editor })

export const orderRemoveRule: Rule<OrderRemove> = {
  kind: 'order.remove',
  rows: orderAndPet,
  decide: ({ id, precondition, editor }, [found, pet]) => {
    if (found === undefined) return { refused: { outcome: 'not_found' } }
    const order = found.row as OrderRow
    const lacking = notYours(order, editor)
    if (lacking !== undefined) return { refused: lacking }
    if (!isMet(precondition, found)) return { refused: { outcome: 'precondition_failed' } }
    const { status, petId } = order
    if (status === 'approved' || status === 'delivered') {
      return { refused: { outcome: 'not_deletable', status, isPetDeleted: pet === undefined } }
    }
    const released = update(pets, petId, { status: 'available', orderId: undefined })
    return {
      writes: [...(status === 'placed' ? [released] : []), remove(orders, id)],
      result: () => ({ outcome: 'removed' }),
    }
  },
}
