import { dateTimeText } from '../core/date-time.ts'
import {
  bySystem,
  type Decision,
  defineChange,
  type Found,
  insert,
  remove,
  type RowKey,
  update,
} from '../data/change.ts'
import { isMet, type Precondition } from '../data/precondition.ts'
import type { PetStatus } from '../pets/pet.ts'
import { type PetRow, pets } from '../pets/table.ts'
import {
  type HoldBounds,
  holdBounds,
  holdLength,
  inStatus,
  isOverdue,
  isWithin,
  nextStatuses,
  writesOf,
} from './life-cycle.ts'
import type { NewOrder, Order, OrderPatch, OrderStatus } from './order.ts'
import { type OrderRow, orders } from './table.ts'

/** Who places an order. */
export type Placer = {
  readonly ownerId: string
  readonly keyName: string
  /** How many placed orders all keys of the owner may have together. */
  readonly openOrders: number
}

/** The order because of which an animal is not available. */
export type Governor = {
  readonly id: bigint
  readonly status: OrderStatus
  readonly expiresAt: string | undefined
  /** Whether the caller placed it. */
  readonly isOwn: boolean
}

export type PlaceRefusal =
  | { readonly outcome: 'pet_not_found' | 'order_limit_reached' }
  | ({ readonly outcome: 'not_ahead' } & HoldBounds)
  | {
      readonly outcome: 'pet_not_available'
      readonly status: PetStatus
      readonly governor: Governor | undefined
    }

type OrderPlaced = { readonly outcome: 'placed'; readonly order: Order } | PlaceRefusal

/**
 * Holds an animal that is available and that no order governs. An overdue hold ends first, so the decision is exact even
 * if its end is not written yet. `now` is in milliseconds since the Unix epoch.
 */
export const orderPlace = defineChange({
  kind: 'order.place',
  parts: (order: NewOrder, placer: Placer, now: number) => ({ order, placer, now }),
  rows: ({ order: { petId } }, [found]) => {
    const governor = (found?.row as PetRow | undefined)?.orderId
    const pet = { table: pets, id: petId }
    return governor === undefined ? [pet] : [pet, { table: orders, id: governor }]
  },
  counts: ({ placer: { ownerId, openOrders }, now }) => [
    {
      table: orders,
      where: { ownerId, status: 'placed' },
      above: { field: 'expiresAt', value: dateTimeText(now) },
      most: openOrders,
    },
  ],
  decide: ({ order, placer, now }, [found, governing], [open = 0]): Decision<OrderPlaced> => {
    const { expiresAt = dateTimeText(now + holdLength.default) } = order
    const bounds = holdBounds(now)
    if (!isWithin(bounds, expiresAt)) return { refused: { outcome: 'not_ahead', ...bounds } }
    if (found === undefined) return { refused: { outcome: 'pet_not_found' } }
    // The rows are of the tables that were read.
    const governor = governing?.row as OrderRow | undefined
    const ended =
      governor !== undefined && isOverdue(governor, now)
        ? bySystem(writesOf(governor, inStatus(governor, 'expired', now)))
        : []
    const { status } = found.row as PetRow
    if (status !== 'available' && ended.length === 0) {
      return {
        refused: {
          outcome: 'pet_not_available',
          status,
          governor: governor && {
            id: governor.id,
            status: governor.status,
            expiresAt: governor.expiresAt,
            isOwn: governor.ownerId === placer.ownerId,
          },
        },
      }
    }
    if (open >= placer.openOrders) return { refused: { outcome: 'order_limit_reached' } }
    const { petId, reference } = order
    return {
      writes: [
        ...ended,
        insert(orders, {
          petId,
          status: 'placed',
          ...(reference !== undefined && { reference }),
          by: placer.keyName,
          placedAt: dateTimeText(now),
          expiresAt,
          ownerId: placer.ownerId,
        }),
        (written) => {
          const placed = written.at(-1)?.row as OrderRow
          return update(pets, petId, { status: 'pending', orderId: placed.id })
        },
      ],
      // The animal was written last, the order before it.
      result: (written) => ({ outcome: 'placed', order: written.at(-2)?.row as Order }),
    }
  },
})

/** Who changes an order. */
export type Editor = {
  readonly ownerId: string
  /** Whether it changes its own orders. */
  readonly writes: boolean
  /** Whether it takes the steps of the store, and changes the orders of others. */
  readonly manages: boolean
}

/** What the editor may not do, and the scope that would allow it. */
export type Forbidden = {
  readonly outcome: 'forbidden'
  readonly scope: 'orders:write' | 'orders:manage'
  /** The status that is the reason, if one is. */
  readonly step: OrderStatus | undefined
}

/** The statuses that the store alone gives an order. */
const stepsOfStore: ReadonlySet<OrderStatus> = new Set(['approved', 'delivered', 'returned'])

/** @param to the status that the caller asks for, if any */
const forbidden = (
  { ownerId, status }: OrderRow,
  editor: Editor,
  to?: OrderStatus,
): Forbidden | undefined => {
  const isOwn = ownerId === editor.ownerId
  const step = isOwn && to !== undefined && stepsOfStore.has(to) ? to : undefined
  // A step that was taken already is none, so a client can repeat its request.
  if (isOwn && editor.writes && (step === undefined || step === status)) return undefined
  if (isOwn && step === undefined) return { outcome: 'forbidden', scope: 'orders:write', step }
  return editor.manages ? undefined : { outcome: 'forbidden', scope: 'orders:manage', step }
}

/** The order, and its animal. */
const orderAndPet = ({ id }: { readonly id: bigint }, [found]: Found): readonly RowKey[] => {
  const order = { table: orders, id }
  return found === undefined ? [order] : [order, { table: pets, id: (found.row as OrderRow).petId }]
}

/** Why an order cannot become what a patch asks for. */
type PatchRefusal =
  | { readonly outcome: 'not_allowed'; readonly from: OrderStatus; readonly to: OrderStatus }
  | { readonly outcome: 'pet_deleted'; readonly petId: bigint }
  /** `status` is what the order would be, or is already. */
  | { readonly outcome: 'not_held'; readonly status: OrderStatus; readonly isAlready: boolean }
  | ({ readonly outcome: 'not_ahead' } & HoldBounds)

export type UpdateRefusal =
  | { readonly outcome: 'not_found' | 'precondition_failed' }
  | Forbidden
  | PatchRefusal

type OrderUpdated =
  | { readonly outcome: 'updated'; readonly order: Order; readonly version: bigint }
  | UpdateRefusal

/** Changes fields of an order, and its animal with it. */
export const orderUpdate = defineChange({
  kind: 'order.update',
  parts: (
    id: bigint,
    patch: OrderPatch,
    precondition: Precondition,
    editor: Editor,
    now: number,
  ) => ({ id, patch, precondition, editor, now }),
  rows: orderAndPet,
  decide: ({ patch, precondition, editor, now }, [found, pet]): Decision<OrderUpdated> => {
    if (found === undefined) return { refused: { outcome: 'not_found' } }
    // The row is of the table that was read.
    const stored = found.row as OrderRow
    const lacking = forbidden(stored, editor, patch.status)
    if (lacking !== undefined) return { refused: lacking }
    if (!isMet(precondition, found)) return { refused: { outcome: 'precondition_failed' } }
    // An overdue hold ends before anything else is done to it.
    const before = isOverdue(stored, now) ? inStatus(stored, 'expired', now) : stored
    const ended = before === stored ? [] : bySystem(writesOf(stored, before))
    const refused = patchRefusal(before, patch, pet?.row as PetRow | undefined, now)
    if (refused !== undefined) {
      return ended.length === 0 ? { refused } : { writes: ended, result: () => refused }
    }
    const { status = before.status, expiresAt, ...rest } = patch
    // If the order is not placed, `expiresAt` equals its own end, which is no change.
    const held = expiresAt !== undefined && status === 'placed' ? { expiresAt } : {}
    const writes = writesOf(before, { ...inStatus(before, status, now), ...held }, rest)
    return {
      writes: [...ended, ...writes],
      result: (written) => {
        // The first of the writes is to the order.
        const { row, version } = written[ended.length] ?? found
        return { outcome: 'updated', order: row as Order, version }
      },
    }
  },
})

const patchRefusal = (
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
  if (to !== 'placed') return { outcome: 'not_held', status: to, isAlready: to === from }
  const bounds = holdBounds(now)
  return isWithin(bounds, expiresAt) ? undefined : { outcome: 'not_ahead', ...bounds }
}

/** Ends an order by the clock, if its hold is overdue. */
export const orderExpire = defineChange({
  kind: 'order.expire',
  parts: (id: bigint, now: number) => ({ id, now }),
  rows: orderAndPet,
  decide: ({ now }, [found]): Decision<{ readonly outcome: 'expired' | 'not_due' }> => {
    const order = found?.row as OrderRow | undefined
    // Another change may have come first.
    if (order === undefined || !isOverdue(order, now)) return { refused: { outcome: 'not_due' } }
    return {
      writes: writesOf(order, inStatus(order, 'expired', now)),
      result: () => ({ outcome: 'expired' }),
    }
  },
})

export type RemoveRefusal =
  | { readonly outcome: 'not_found' | 'precondition_failed' }
  | Forbidden
  | {
      readonly outcome: 'not_deletable'
      readonly status: 'approved' | 'delivered'
      readonly isPetDeleted: boolean
    }

/** Removes an order. If it is placed, its animal becomes available. */
export const orderRemove = defineChange({
  kind: 'order.remove',
  parts: (id: bigint, precondition: Precondition, editor: Editor) => ({ id, precondition, editor }),
  rows: orderAndPet,
  decide: (
    { id, precondition, editor },
    [found, pet],
  ): Decision<{ readonly outcome: 'removed' } | RemoveRefusal> => {
    if (found === undefined) return { refused: { outcome: 'not_found' } }
    const order = found.row as OrderRow
    const lacking = forbidden(order, editor)
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
})
