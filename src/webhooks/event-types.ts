import { Type } from '../core/schema/type.ts'

/** Every type of an event. */
export const eventTypes = [
  'pet.created',
  'pet.updated',
  'pet.deleted',
  'pets.imported',
  'order.placed',
  'order.approved',
  'order.delivered',
  'order.expired',
  'order.cancelled',
  'order.returned',
  'order.updated',
  'order.deleted',
  'category.created',
  'category.updated',
  'category.deleted',
  'usage.threshold_reached',
  'key.banned',
  'key.expiring',
] as const

export type EventType = (typeof eventTypes)[number]

export const EventType = Type.Unsafe<EventType>({
  type: 'string',
  enum: eventTypes,
  title: 'EventType',
  description: 'What happened.',
})

/** The type of the message that tries whether a receiver answers. No event has it. */
export const pingType = 'webhook.ping'
