import { unmet } from '../../kit/entity-tags.ts'
import { dateTimeText } from '../../base/date-time.ts'
import { type Refusal, refusal } from '../../base/errors/api-error.ts'
import {
  bySystem,
  type Decision,
  defineChange,
  type Found,
  insert,
  type Precondition,
  refuse,
  type Refused,
  remove,
  type RowKey,
  update,
  type Write,
} from '../../base/data/change.ts'
import type { CallingKey } from '../../access/keys/key-store.ts'
import { noScopes, type Scope, scopeRefusal, scopesOf } from '../../access/keys/scopes.ts'
import { rowOf } from '../../base/data/table.ts'
import { type Removed, removed, type Updated, updatedRow } from '../../kit/row-changes.ts'
import { contactNotFound } from '../contacts/changes.ts'
import { contacts } from '../contacts/table.ts'
import { petNotFound } from '../pets/changes.ts'
import type { PetStatus } from '../pets/pet.ts'
import { pets } from '../pets/table.ts'
import { holdLength, inStatus, isOverdue, nextStatuses, writesOf } from './life-cycle.ts'
import type { NewOrder, Order, OrderPatch, OrderStatus } from './order.ts'
import { type OrderRow, orders } from './table.ts'

export type Placer = {
  readonly ownerId: string
  readonly keyName: string
  /** How many placed orders all keys of the owner may have together. */
  readonly openOrders: number
}

/** @param governor the order that controls the animal's status, if any */
const notAvailable = (
  petId: bigint,
  status: PetStatus,
  governor: OrderRow | undefined,
  { ownerId }: Placer,
): Refusal => {
  const reason =
    governor === undefined
      ? '.'
      : governor.ownerId === ownerId
        ? `: your own order ${governor.id}, which is ${governor.status}, has it.`
        : governor.expiresAt === undefined
          ? `: the order ${governor.id}, which is ${governor.status}, has it.`
          : `: the order ${governor.id} holds it until ${governor.expiresAt}, unless it is approved before.`
  return refusal('pet_not_available', `The animal ${petId} is ${status}${reason}`)
}

const endRefusal = (expiresAt: string, now: number): Refusal | undefined => {
  const earliest = dateTimeText(now + holdLength.min)
  const latest = dateTimeText(now + holdLength.max)
  // Date-time texts sort like the times that they stand for.
  return earliest <= expiresAt && expiresAt <= latest
    ? undefined
    : refusal(
        'invalid_body',
        `expiresAt must be from ${earliest} to ${latest}, which is 60 seconds to 7 days ahead, not ${expiresAt}.`,
      )
}

/** The contact of an order. Its row is the first one that a change reads. */
type ForContact = { readonly contactId?: bigint | null | undefined }

const contactKey = ({ contactId }: ForContact): readonly RowKey[] =>
  typeof contactId === 'bigint' ? [{ table: contacts, id: contactId }] : []

const otherRows = (request: ForContact, found: Found): Found =>
  found.slice(contactKey(request).length)

const contactRefusal = (request: ForContact, [contact]: Found): Refusal | undefined => {
  const [key] = contactKey(request)
  return key === undefined || contact !== undefined ? undefined : contactNotFound(key.id)
}

/** Records that an order for a contact was placed or changed. */
const activity = (contactId: bigint | undefined, now: number): readonly Write[] =>
  contactId === undefined ? [] : [update(contacts, contactId, { activeAt: dateTimeText(now) })]

/** Returns the writes that end an overdue hold. */
const expiry = (order: OrderRow, now: number): readonly Write[] =>
  bySystem([...writesOf(order, inStatus(order, 'expired', now)), ...activity(order.contactId, now)])

/**
 * Holds an animal that is available and not controlled by an order. An overdue hold is ended first, so the decision is
 * exact even if its end was not written yet. `now` is in milliseconds since the Unix epoch.
 */
export const orderPlace = defineChange({
  kind: 'order.place',
  parts: (order: NewOrder, placer: Placer, now: number) => ({ order, placer, now }),
  rows: ({ order }, all) => {
    const [found] = otherRows(order, all)
    const governor = rowOf(pets, found)?.orderId
    const keys = [...contactKey(order), { table: pets, id: order.petId }]
    return governor === undefined ? keys : [...keys, { table: orders, id: governor }]
  },
  counts: ({ placer: { ownerId, openOrders }, now }) => [
    {
      table: orders,
      where: { ownerId, status: 'placed' },
      above: { field: 'expiresAt', value: dateTimeText(now) },
      max: openOrders,
    },
  ],
  decide: (
    { order, placer, now },
    all,
    [open = 0],
  ): Decision<{ readonly outcome: 'placed'; readonly order: Order } | Refused> => {
    const { expiresAt = dateTimeText(now + holdLength.default) } = order
    const { petId, reference, contactId } = order
    const [found, governing] = otherRows(order, all)
    const fault = endRefusal(expiresAt, now)
    if (fault !== undefined) return refuse(fault)
    const pet = rowOf(pets, found)
    if (pet === undefined) return refuse(petNotFound(petId))
    const unknown = contactRefusal(order, all)
    if (unknown !== undefined) return refuse(unknown)
    const governor = rowOf(orders, governing)
    const ended = governor !== undefined && isOverdue(governor, now) ? expiry(governor, now) : []
    const { status, categoryId } = pet
    if (status !== 'available' && ended.length === 0) {
      return refuse(notAvailable(petId, status, governor, placer))
    }
    if (open >= placer.openOrders) {
      // After a change to a smaller plan, there may be more.
      const limit = `the limit of orders placed at once, which is ${placer.openOrders} for their plan`
      const advice = 'Approve, deliver or cancel one first, or wait until one expires.'
      const message = `Your keys have reached ${limit}. ${advice}`
      return refuse(refusal('order_limit_reached', message))
    }
    return {
      writes: [
        ...ended,
        ...activity(contactId, now),
        insert(orders, {
          petId,
          status: 'placed',
          ...(contactId !== undefined && { contactId }),
          ...(reference !== undefined && { reference }),
          by: placer.keyName,
          placedAt: dateTimeText(now),
          expiresAt,
          ownerId: placer.ownerId,
          categoryId,
        }),
        (written) => {
          const placed = written.at(-1)?.row as OrderRow
          return update(pets, petId, { status: 'pending', orderId: placed.id })
        },
      ],
      // The last write is to the animal, the one before it to the order.
      result: (written) => ({ outcome: 'placed', order: written.at(-2)?.row as Order }),
    }
  },
})

/** Who changes an order. `orders:write` covers own orders; `orders:manage` covers those of others, and the store's steps. */
export type Editor = Pick<CallingKey, 'ownerId' | 'scopes'>

const [writing, managing] = [scopesOf(['orders:write']), scopesOf(['orders:manage'])]

/** The statuses that only the store may give an order. */
const stepsOfStore: ReadonlySet<OrderStatus> = new Set(['approved', 'delivered', 'returned'])

/** @param to the status that the caller asks for, if any */
const forbidden = (
  { id, ownerId, status }: OrderRow,
  { ownerId: editor, scopes }: Editor,
  to?: OrderStatus,
): Refusal | undefined => {
  const isOwn = ownerId === editor
  const step = isOwn && to !== undefined && stepsOfStore.has(to) ? to : undefined
  const manages = (scopes & managing) !== noScopes
  const refused = (needed: Scope, what: string) => scopeRefusal(scopes, needed, what)
  if (!isOwn) {
    const what = `Changing the order ${id}, which another API key placed,`
    return manages ? undefined : refused('orders:manage', what)
  }
  // A step that was already taken is allowed, so that a client can repeat its request.
  if ((scopes & writing) !== noScopes && (step === undefined || step === status)) return undefined
  if (step !== undefined)
    return manages ? undefined : refused('orders:manage', `Making an order ${step}`)
  return refused('orders:write', `Changing the order ${id}, which is your own,`)
}

export const orderNotFound = (id: bigint): Refusal =>
  refusal('order_not_found', `There is no order with the id ${id}.`)

const orderAndPet = ({ id }: { readonly id: bigint }, [found]: Found): readonly RowKey[] => {
  const order = rowOf(orders, found)
  const key = { table: orders, id }
  return order === undefined ? [key] : [key, { table: pets, id: order.petId }]
}

export const orderUpdate = defineChange({
  kind: 'order.update',
  parts: (
    id: bigint,
    patch: OrderPatch,
    precondition: Precondition,
    editor: Editor,
    now: number,
  ) => ({ id, patch, precondition, editor, now }),
  rows: (change, all) => [
    ...contactKey(change.patch),
    ...orderAndPet(change, otherRows(change.patch, all)),
  ],
  decide: ({ id, patch, precondition, editor, now }, all): Decision<Updated> => {
    const [found, pet] = otherRows(patch, all)
    const stored = rowOf(orders, found)
    if (found === undefined || stored === undefined) return refuse(orderNotFound(id))
    const lacking =
      forbidden(stored, editor, patch.status) ??
      contactRefusal(patch, all) ??
      unmet(`The order ${id}`, precondition, found)
    if (lacking !== undefined) return refuse(lacking)
    // End an overdue hold before anything else.
    const before = isOverdue(stored, now) ? inStatus(stored, 'expired', now) : stored
    const ended = before === stored ? [] : expiry(stored, now)
    const fault = patchRefusal(before, patch, pet !== undefined, now)
    if (fault !== undefined) {
      const { refused } = refuse(fault)
      return ended.length === 0 ? { refused } : { writes: ended, result: () => refused }
    }
    const { status = before.status, expiresAt, ...rest } = patch
    // If the order is not placed, `expiresAt` equals the stored value, so nothing changes.
    const held = expiresAt !== undefined && status === 'placed' ? { expiresAt } : {}
    const writes = writesOf(before, { ...inStatus(before, status, now), ...held }, rest)
    const { contactId = before.contactId } = patch
    const isSame = status === before.status && contactId === before.contactId
    return {
      writes: [
        ...ended,
        ...writes,
        ...activity(isSame ? undefined : (contactId ?? undefined), now),
      ],
      // After the writes that end a hold, the first is to the order.
      result: (written) => updatedRow(found)(written.slice(ended.length)),
    }
  },
})

/** Returns why a patch cannot be applied to an order; undefined if it can. */
const patchRefusal = (
  order: OrderRow,
  { status: to = order.status, expiresAt }: OrderPatch,
  hasPet: boolean,
  now: number,
): Refusal | undefined => {
  const { id, status: from, petId } = order
  const notAllowed = (message: string) => refusal('transition_not_allowed', message)
  if (to !== from) {
    const next = nextStatuses(from)
    if (!hasPet && next.length > 0) {
      return notAllowed(
        `The animal ${petId} of the order ${id} was deleted, so it cannot come back. The order stays as it is, as a record.`,
      )
    }
    if (!next.includes(to)) {
      const advice =
        to === 'expired'
          ? 'Only the clock makes an order expire.'
          : next.length === 0
            ? 'Place a new order.'
            : `It can become ${next.join(', ').replace(/, (?=[^,]*$)/, ' or ')}.`
      return notAllowed(`An order that is ${from} cannot become ${to}. ${advice}`)
    }
  }
  if (expiresAt === undefined || expiresAt === order.expiresAt) return undefined
  if (to === 'placed') return endRefusal(expiresAt, now)
  return notAllowed(
    `The order ${id} ${to === from ? 'is' : 'would be'} ${to}; only a placed order has an expiresAt that can change.`,
  )
}

/** Ends an order by the clock, if its hold is overdue. */
export const orderExpire = defineChange({
  kind: 'order.expire',
  parts: (id: bigint, now: number) => ({ id, now }),
  rows: orderAndPet,
  decide: ({ now }, [found]): Decision<{ readonly outcome: 'expired' | 'not_due' }> => {
    const order = rowOf(orders, found)
    // Another change may have come first.
    if (order === undefined || !isOverdue(order, now)) return { refused: { outcome: 'not_due' } }
    return { writes: expiry(order, now), result: () => ({ outcome: 'expired' }) }
  },
})

const notDeletable = (id: bigint, status: 'approved' | 'delivered', hasPet: boolean): Refusal => {
  const [what, next] =
    status === 'approved'
      ? ['Cancel it first', 'cancelled']
      : ['If its animal comes back, mark it as returned first', 'returned']
  return refusal(
    'order_not_deletable',
    hasPet
      ? `The order ${id} is ${status}. ${what}: PATCH it with {"status":"${next}"}.`
      : `The order ${id} is ${status} and its animal was deleted, so the order stays as a record.`,
  )
}

/** Removes an order. If it is placed, its animal becomes available. */
export const orderRemove = defineChange({
  kind: 'order.remove',
  parts: (id: bigint, precondition: Precondition, editor: Editor) => ({ id, precondition, editor }),
  rows: orderAndPet,
  decide: ({ id, precondition, editor }, [found, pet]): Decision<Removed> => {
    const order = rowOf(orders, found)
    if (order === undefined) return refuse(orderNotFound(id))
    const lacking = forbidden(order, editor) ?? unmet(`The order ${id}`, precondition, found)
    if (lacking !== undefined) return refuse(lacking)
    const { status, petId } = order
    if (status === 'approved' || status === 'delivered') {
      return refuse(notDeletable(id, status, pet !== undefined))
    }
    const released = update(pets, petId, { status: 'available', orderId: undefined })
    return {
      writes: [...(status === 'placed' ? [released] : []), remove(orders, id)],
      result: removed,
    }
  },
})
