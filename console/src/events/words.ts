import type { EventType, Order, PetEvent, StoreEvent } from '../../../client/src/index.ts'
import { categoryText } from '../categories/names.ts'
import { countText, t } from '../core/language.ts'
import { timeText } from '../core/time.ts'
import { type FieldName, fieldWords, textFields, textOf } from '../model/fields.ts'
import { orderWords, petWords } from '../words.ts'
import { petText } from './pets.ts'

/** The event types, in the groups of the filter. */
export const eventGroups = {
  Animals: {
    'pet.created': t('Animal added'),
    'pet.updated': t('Animal changed'),
    'pet.deleted': t('Animal deleted'),
    'pets.imported': t('Animals added from a file'),
    'profile.updated': t('Animal described'),
    'photo.created': t('Photo added'),
    'photo.deleted': t('Photo deleted'),
  },
  Orders: {
    'order.placed': t('Animal held'),
    'order.approved': t('Order approved'),
    'order.delivered': t('Animal handed over'),
    'order.expired': t('Hold expired'),
    'order.cancelled': t('Order cancelled'),
    'order.returned': t('Animal came back'),
    'order.updated': t('Order changed'),
    'order.deleted': t('Order removed'),
  },
  Categories: {
    'category.created': t('Category named'),
    'category.updated': t('Category renamed'),
    'category.deleted': t('Category name deleted'),
  },
  People: {
    'contact.created': t('Person added'),
    'contact.updated': t('Person changed'),
    'contact.deleted': t('Person erased'),
  },
  Notes: {
    'note.created': t('Note written'),
    'note.deleted': t('Note deleted'),
  },
  Team: {
    'key.created': t('Key made'),
    'key.updated': t('Key changed'),
    'key.rotated': t('Key replaced'),
    'key.revoked': t('Key switched off'),
  },
  'This key': {
    'usage.threshold_reached': t('Requests are running out'),
    'key.banned': t('Key paused'),
    'key.expiring': t('Key ends soon'),
    'webhook.failing': t('Endpoint failing'),
    'webhook.disabled': t('Endpoint turned off'),
  },
} as const satisfies Readonly<Record<string, Partial<Record<EventType, string>>>>

export type EventGroup = keyof typeof eventGroups

/** The label of each group. */
export const eventGroupWords: Readonly<Record<EventGroup, string>> = {
  Animals: t('Animals'),
  Orders: t('Orders'),
  Categories: t('Categories'),
  People: t('People'),
  Notes: t('Notes'),
  Team: t('Team'),
  'This key': t('This key'),
}

const words: Readonly<Record<string, string>> = Object.assign(
  { 'webhook.ping': t('Ping') },
  ...Object.values(eventGroups),
)

/** The label of an event type. A type newer than this page keeps its own name. */
export const eventWord = (type: string): string => words[type] ?? type

/** Describes the changes of an animal, field by field: "Name changed from Rexx to Rex". */
const changesOf = ({ pet, previous = {} }: PetEvent['data']): string => {
  const { name, categoryId, status } = previous
  const changes = [
    name && t('Name changed from {before} to {now}', { before: name, now: pet.name }),
    categoryId !== undefined &&
      t('Category changed from {before} to {now}', {
        before: categoryText(categoryId),
        now: categoryText(pet.categoryId),
      }),
    ...textFields.map((field) => changeOfText(field, textOf(previous, field), textOf(pet, field))),
    status &&
      t('Marked as {now}, was {before}', {
        now: petWords[pet.status ?? 'available'],
        before: petWords[status],
      }),
  ]
  return changes.filter((change) => change).join('. ') || t('Changed')
}

/** Empty if the field was missing before, because an event does not record that. */
const changeOfText = (field: FieldName, before: string, now: string): string =>
  before === ''
    ? ''
    : now === ''
      ? t('{field} {before} removed', { field: fieldWords[field], before })
      : t('{field} changed from {before} to {now}', { field: fieldWords[field], before, now })

const forWhom = ({ reference }: Order): string =>
  reference ? ` ${t('for {whom}', { whom: reference })}` : ''

/** What an event is about, to go beside its label. */
export const aboutText = ({ type, data }: StoreEvent): string => {
  if ('pet' in data) {
    const { name } = data.pet
    return type === 'pet.updated' ? t('{name}: {text}', { name, text: changesOf(data) }) : name
  }
  if ('order' in data) {
    return t('{state}, order {id}', {
      state: petText(data.order.petId) + forWhom(data.order),
      id: data.order.id,
    })
  }
  if ('photo' in data) return petText(data.photo.petId)
  if ('profile' in data) return petText(data.profile.petId)
  if ('category' in data) {
    const { category, previous } = data
    const now = t('{name}: {text}', { name: category.id, text: category.name })
    return previous?.name ? t('{now}, was {before}', { now, before: previous.name }) : now
  }
  if ('contact' in data) return t('person {id}', data.contact)
  if ('note' in data) {
    const { petId, orderId, contactId } = data.note
    if (petId !== undefined) return petText(petId)
    if (orderId !== undefined) return t('order {id}', { id: orderId })
    return contactId === undefined ? '' : t('person {id}', { id: contactId })
  }
  if ('key' in data) return data.key.name
  if ('count' in data) return t('{count}: {first} to {last}', data)
  if ('percent' in data)
    return t('{percent} % of {limit} are used today', {
      percent: data.percent,
      limit: countText(data.limit),
    })
  if ('until' in data) return t('until {time}', { time: timeText(data.until) })
  // An event type newer than this page is shown only as JSON.
  return 'keyName' in data
    ? t('{key} ends {time}', { key: data.keyName, time: timeText(data.expiresAt) })
    : ''
}

/** What an event did to its animal, for the history of that animal. */
export const historyText = ({ type, data }: StoreEvent): string => {
  if ('pet' in data) {
    if (type === 'pet.created') return t('Added')
    return type === 'pet.deleted' ? t('Deleted') : changesOf(data)
  }
  if ('count' in data)
    return t('Added with {count} other|Added with {count} others', { count: data.count - 1n })
  if (!('order' in data)) return eventWord(type)
  const { order, previous } = data
  const held: Readonly<Record<string, string>> = {
    'order.placed': t('Held') + forWhom(order),
    'order.updated':
      order.expiresAt && previous?.expiresAt
        ? t('Hold extended to {time}', { time: timeText(order.expiresAt) })
        : t('Changed for whom'),
    'order.deleted': t('Hold undone'),
  }
  return t('{what} (order {id})', {
    what: held[type] ?? orderWords[order.status],
    id: order.id,
  })
}
