import type { EventType, Order, PetEvent, StoreEvent } from '../../../client/src/index.ts'
import { categoryText } from '../categories/names.ts'
import { countText } from '../core/language.ts'
import { timeText } from '../core/time.ts'
import { type FieldName, fieldWords, textFields, textOf } from '../model/fields.ts'
import { orderWords, petWords } from '../words.ts'
import { petText } from './pets.ts'

/** The kinds of events, in the groups in which people look for them. */
export const eventGroups = {
  Animals: {
    'pet.created': 'Animal added',
    'pet.updated': 'Animal changed',
    'pet.deleted': 'Animal deleted',
    'pets.imported': 'Animals added from a file',
    'profile.updated': 'Animal described',
    'photo.created': 'Photo added',
    'photo.deleted': 'Photo deleted',
  },
  Orders: {
    'order.placed': 'Animal held',
    'order.approved': 'Order approved',
    'order.delivered': 'Animal handed over',
    'order.expired': 'Hold expired',
    'order.cancelled': 'Order cancelled',
    'order.returned': 'Animal came back',
    'order.updated': 'Order changed',
    'order.deleted': 'Order removed',
  },
  Categories: {
    'category.created': 'Category named',
    'category.updated': 'Category renamed',
    'category.deleted': 'Category name deleted',
  },
  'This key': {
    'usage.threshold_reached': 'Requests are running out',
    'key.banned': 'Key paused',
    'key.expiring': 'Key ends soon',
    'webhook.failing': 'Endpoint fails',
    'webhook.disabled': 'Endpoint turned off',
  },
} as const satisfies Readonly<Record<string, Partial<Record<EventType, string>>>>

const words: Readonly<Record<string, string>> = Object.assign(
  { 'webhook.ping': 'Ping' },
  ...Object.values(eventGroups),
)

/** What staff call an event. A kind that came after this page was made keeps its own name. */
export const eventWord = (type: string): string => words[type] ?? type

/** What became of an animal, field by field: "Name changed from Rexx to Rex". */
const changesOf = ({ pet, previous = {} }: PetEvent['data']): string => {
  const { name, categoryId, status } = previous
  const changes = [
    name && `Name changed from ${name} to ${pet.name}`,
    categoryId !== undefined &&
      `Category changed from ${categoryText(categoryId)} to ${categoryText(pet.categoryId)}`,
    ...textFields.map((field) => changeOfText(field, textOf(previous, field), textOf(pet, field))),
    status && `Marked as ${petWords[pet.status ?? 'available']}, was ${petWords[status]}`,
  ]
  return changes.filter((change) => change).join('. ') || 'Changed'
}

/** An event does not say that a field was missing before. */
const changeOfText = (field: FieldName, before: string, now: string): string =>
  before === ''
    ? ''
    : `${fieldWords[field]} ${now === '' ? `${before} removed` : `changed from ${before} to ${now}`}`

const forWhom = ({ reference }: Order): string => (reference ? ` for ${reference}` : '')

/** What an event is about, beside the word for it. */
export const aboutText = ({ type, data }: StoreEvent): string => {
  if ('pet' in data) {
    const { name } = data.pet
    return type === 'pet.updated' ? `${name}: ${changesOf(data)}` : name
  }
  if ('order' in data) {
    return `${petText(data.order.petId)}${forWhom(data.order)}, order ${data.order.id}`
  }
  if ('photo' in data) return petText(data.photo.petId)
  if ('profile' in data) return petText(data.profile.petId)
  if ('category' in data) {
    const { category, previous } = data
    return `${category.id}: ${category.name}${previous?.name ? `, was ${previous.name}` : ''}`
  }
  if ('count' in data) return `${countText(data.count)}: ${data.first} to ${data.last}`
  if ('percent' in data) return `${data.percent} % of ${countText(data.limit)} are used today`
  if ('until' in data) return `until ${timeText(data.until)}`
  // A kind that came after this page was made has only its JSON.
  return 'keyName' in data ? `${data.keyName} ends ${timeText(data.expiresAt)}` : ''
}

/** What an event did to its animal, for the history of that animal. */
export const historyText = ({ type, data }: StoreEvent): string => {
  if ('pet' in data) {
    if (type === 'pet.created') return 'Added'
    return type === 'pet.deleted' ? 'Deleted' : changesOf(data)
  }
  if ('count' in data) return `Added with ${countText(data.count - 1n)} others`
  if (!('order' in data)) return eventWord(type)
  const { order } = data
  const held: Readonly<Record<string, string>> = {
    'order.placed': `Held${forWhom(order)}`,
    'order.updated': order.expiresAt
      ? `Hold extended to ${timeText(order.expiresAt)}`
      : 'Hold changed',
    'order.deleted': 'Hold undone',
  }
  return `${held[type] ?? orderWords[order.status]} (order ${order.id})`
}
