import {
  ApiError,
  type OrderStatus,
  PermissionError,
  type PetStatus,
} from '../../client/src/index.ts'
import { holds } from './model/animals.ts'

/** What staff call the status of an animal. */
export const petWords: Readonly<Record<PetStatus, string>> = {
  available: 'Available',
  pending: 'On hold',
  sold: 'Adopted',
}

/** The statuses in the order in which staff see them. */
export const petStatuses = Object.keys(petWords) as readonly PetStatus[]

/** What staff call the state of an order. */
export const orderWords: Readonly<Record<OrderStatus, string>> = {
  placed: 'Held',
  approved: 'Approved',
  delivered: 'Handed over',
  expired: 'Expired',
  cancelled: 'Cancelled',
  returned: 'Returned',
}

/** A status as a sentence has it: "Rex is available". */
export const statusInSentence = (status: PetStatus): string => petWords[status].toLowerCase()

/** What a scope lets somebody do, to end the sentence "This key may not …". */
export const scopeWords: Readonly<Record<string, string>> = {
  'pets:read': 'see animals',
  'pets:write': 'change animals',
  'orders:read': 'see orders',
  'orders:write': 'place or change orders',
  'orders:manage': 'approve, hand over or take back, or change the orders of other keys',
  'categories:write': 'name categories',
  'contacts:read': 'see people',
  'contacts:write': 'add, change or erase people',
  'notes:read': 'see notes',
  'notes:write': 'write notes',
  'events:read': 'see events',
  'webhooks:write': 'see or change webhooks',
  'keys:manage': 'manage the keys of the team',
}

/** The number of the order that decides about an animal, if that is why something was refused. */
export const decidingOrder = (error: unknown): string | undefined =>
  error instanceof ApiError && error.code === 'pet_has_order'
    ? /order (\d+)/.exec(error.message)?.[1]
    : undefined

/** For whom an order holds its animal, as far as the page knows. */
const personOf = (order = ''): string =>
  [...holds.value.values()].find((held) => String(held?.id) === order)?.reference ??
  `somebody: order ${order}`

/** Tells somebody, in a sentence or two, why the service refused something. */
export const refusalText = (error: unknown, name = 'The animal'): string => {
  if (error instanceof PermissionError) {
    const what = scopeWords[error.missingScope ?? ''] ?? 'do this'
    return `This key may not ${what}. Ask whoever runs the store’s service for one that may.`
  }
  if (!(error instanceof ApiError))
    return 'This page has a fault. Reload it; what you typed is kept.'
  const sentences: Readonly<Record<string, string>> = {
    pet_not_available: `${name} is not available any more.`,
    pet_has_order: `${name} is promised to ${personOf(decidingOrder(error))}. Cancel that hold first.`,
    transition_not_allowed: `${name} cannot become that now: it has changed. Look at it again.`,
    chip_taken: 'Another animal has this chip.',
    order_limit_reached:
      'This key has as many open holds as it may. Approve, hand over or cancel one first.',
    order_not_deletable: 'The order was approved meanwhile. Cancel it instead.',
    precondition_failed: `${name} has changed since. Nothing was changed by you.`,
    pet_not_found: `${name} is not in the store any more. It may have been deleted.`,
    contact_not_found: `${name} is not kept any more: somebody has erased what was known.`,
    note_not_found: 'Somebody has deleted this note.',
    order_not_found: 'There is no such order any more.',
    category_not_found: 'This number has no name any more.',
    key_not_found: 'There is no such key any more.',
    key_limit_reached: 'The team has as many keys as it may. Switch one off first.',
    key_not_manageable: 'This key cannot change it: another one made it, or it is switched off.',
    photo_not_found: 'There is no such photo any more.',
    photo_limit_reached: 'The animal has as many photos as it may. Delete one first.',
    invalid_image: 'The store cannot read this picture: it is damaged, animated or too large.',
    images_not_supported: 'This store cannot read pictures yet. Tell whoever runs it.',
    webhook_not_found: 'There is no such endpoint any more. You see only those made with this key.',
    delivery_not_found: 'This delivery is not kept any more.',
    webhook_limit_reached: 'This key has as many endpoints as it may. Delete one first.',
    webhook_disabled: 'This endpoint is off. Send a ping; when it answers, it is on again.',
    cursor_expired: 'What happened then is no longer kept.',
    idempotency_key_reused:
      'This was sent once before with other details. Look in the list before you add it again.',
    body_too_large: tooLong,
    uri_too_long: tooLong,
    invalid_parameter: 'This link leads to no place in the list.',
    invalid_body: `The store did not take this: ${error.message}`,
  }
  return (
    sentences[error.code] ??
    (error.status >= 500
      ? `Something went wrong in the store. Try again; if it happens again, tell whoever runs it: ${error.requestId ?? 'no number'}.`
      : 'The store is newer than this page. Reload it; what you typed is kept.')
  )
}

const tooLong = 'This is too long to send. Shorten it.'
