import { t } from './core/language.ts'
import {
  ApiError,
  type OrderStatus,
  PermissionError,
  type PetStatus,
} from '../../client/src/index.ts'
import { holds } from './model/animals.ts'

/** What staff call the status of an animal. */
export const petWords: Readonly<Record<PetStatus, string>> = {
  available: t('Available'),
  pending: t('On hold'),
  sold: t('Adopted'),
}

/** The statuses in the order in which staff see them. */
export const petStatuses = Object.keys(petWords) as readonly PetStatus[]

/** What staff call the state of an order. */
export const orderWords: Readonly<Record<OrderStatus, string>> = {
  placed: t('Held'),
  approved: t('Approved'),
  delivered: t('Handed over'),
  expired: t('Expired'),
  cancelled: t('Cancelled'),
  returned: t('Returned'),
}

/** A status for use in a sentence: "Rex is available". */
export const statusInSentence = (status: PetStatus): string =>
  ({ available: t('available'), pending: t('on hold'), sold: t('adopted') })[status]

/** What a scope permits, as the end of the sentence "This key may not …". */
export const scopeWords: Readonly<Record<string, string>> = {
  'pets:read': t('see animals'),
  'pets:write': t('change animals'),
  'orders:read': t('see orders'),
  'orders:write': t('place or change orders'),
  'orders:manage': t('approve, hand over or take back, or change the orders of other keys'),
  'categories:write': t('name categories'),
  'contacts:read': t('see people'),
  'contacts:write': t('add, change or erase people'),
  'notes:read': t('see notes'),
  'notes:write': t('write notes'),
  'events:read': t('see events'),
  'webhooks:write': t('see or change webhooks'),
  'keys:manage': t('manage the keys of the team'),
}

/** The id of the order that holds an animal, if that is why the service refused a change. */
export const decidingOrder = (error: unknown): string | undefined =>
  error instanceof ApiError && error.code === 'pet_has_order'
    ? /order (\d+)/.exec(error.message)?.[1]
    : undefined

/** For whom an order holds its animal, as far as the page knows it. */
const personOf = (order = ''): string =>
  [...holds.value.values()].find((held) => String(held?.id) === order)?.reference ??
  t('somebody: order {order}', { order })

/** Says in a sentence or two why the service refused something. */
export const refusalText = (error: unknown, name = t('The animal')): string => {
  if (error instanceof PermissionError) {
    const what = scopeWords[error.missingScope ?? ''] ?? t('do this')
    return t('This key may not {what}. Ask whoever runs the store’s service for one that may.', {
      what,
    })
  }
  if (!(error instanceof ApiError))
    return t('This page has a fault. Reload it; what you typed is kept.')
  const sentences: Readonly<Record<string, string>> = {
    pet_not_available: t('{name} is not available any more.', { name }),
    pet_has_order: t('{name} is promised to {whom}. Cancel that hold first.', {
      name,
      whom: personOf(decidingOrder(error)),
    }),
    transition_not_allowed: t('{name} cannot become that now: it has changed. Look at it again.', {
      name,
    }),
    chip_taken: t('Another animal has this chip.'),
    order_limit_reached: t(
      'This key already has the most open holds allowed. Approve, hand over or cancel one first.',
    ),
    order_not_deletable: t('The order has since been approved. Cancel it instead.'),
    precondition_failed: t('{name} has changed since. Your change was not made.', { name }),
    pet_not_found: t('{name} is not in the store any more. It may have been deleted.', { name }),
    contact_not_found: t('{name} is not kept any more: somebody has erased what was known.', {
      name,
    }),
    note_not_found: t('Somebody has deleted this note.'),
    order_not_found: t('There is no such order any more.'),
    category_not_found: t('This number has no name any more.'),
    key_not_found: t('There is no such key any more.'),
    key_limit_reached: t('The team already has the most keys allowed. Switch one off first.'),
    key_not_manageable: t('This key cannot change it: another one made it, or it is switched off.'),
    photo_not_found: t('There is no such photo any more.'),
    photo_limit_reached: t('The animal already has the most photos allowed. Delete one first.'),
    invalid_image: t('The store cannot read this image: it is damaged, animated or too large.'),
    images_not_supported: t('This store cannot read images yet. Tell whoever runs it.'),
    webhook_not_found: t(
      'There is no such endpoint any more. You see only those made with this key.',
    ),
    delivery_not_found: t('This delivery is not kept any more.'),
    webhook_limit_reached: t('This key already has the most endpoints allowed. Delete one first.'),
    webhook_disabled: t('This endpoint is off. Send a ping; when it answers, it is on again.'),
    cursor_expired: t('What happened then is no longer kept.'),
    idempotency_key_reused: t(
      'This was sent before with different details. Look in the list before you add it again.',
    ),
    body_too_large: tooLong,
    uri_too_long: tooLong,
    invalid_parameter: t('This link does not lead to a place in the list.'),
    invalid_body: t('The store did not accept this: {why}', { why: error.message }),
  }
  return (
    sentences[error.code] ??
    (error.status >= 500
      ? t(
          'Something went wrong in the store. Try again; if it happens again, tell whoever runs it: {request}.',
          { request: error.requestId ?? t('no number') },
        )
      : t('The store is newer than this page. Reload it; what you typed is kept.'))
  )
}

const tooLong = t('This is too long to send. Shorten it.')
