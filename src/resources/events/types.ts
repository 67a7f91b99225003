import { Choice, OpenChoice } from '../../base/schema/type.ts'

/** The types of events, grouped by the subject of their data. The list is closed, and published names keep their meaning. */
export const typesOf = {
  pet: ['pet.created', 'pet.updated', 'pet.deleted'],
  import: ['pets.imported'],
  profile: ['profile.updated'],
  photo: ['photo.created', 'photo.deleted'],
  order: [
    'order.placed',
    'order.approved',
    'order.delivered',
    'order.expired',
    'order.cancelled',
    'order.returned',
    'order.updated',
    'order.deleted',
  ],
  category: ['category.created', 'category.updated', 'category.deleted'],
  note: ['note.created', 'note.deleted'],
  contact: ['contact.created', 'contact.updated', 'contact.deleted'],
  threshold: ['usage.threshold_reached'],
  ban: ['key.banned'],
  expiry: ['key.expiring'],
  key: ['key.created', 'key.updated', 'key.rotated', 'key.revoked'],
  webhook: ['webhook.failing', 'webhook.disabled'],
} as const

export const eventTypes = Object.values(typesOf).flat()

export type EventType = (typeof eventTypes)[number]

export const EventType = Choice(eventTypes, { title: 'EventType', description: 'What happened.' })

/** The pattern of a type, including types that later versions add. */
export const typePattern = '^[a-z]+[.][a-z_]+$'

export const OpenEventType = OpenChoice<EventType>(EventType, {
  description: 'What happened. Later versions may add types.',
  pattern: typePattern,
})
