import type { ComponentChildren } from 'preact'
import type { EventType, StoreEvent } from '../../../client/src/index.ts'
import { rich, t } from '../core/language.ts'

/** An animal that came into the store or left it. */
export type Passage = {
  readonly isIn: boolean
  /** The sentence about it: "Rex came back". */
  readonly say: (name: ComponentChildren) => ComponentChildren
  /** Undefined for the animals of an import. */
  readonly petId?: bigint
}

/** The types of events by which animals come and leave. */
export const passageTypes: readonly EventType[] = [
  'pet.created',
  'pets.imported',
  'pet.updated',
  'pet.deleted',
  'order.delivered',
  'order.returned',
]

/** Reads from an event whether an animal came or left. */
export const passageOf = ({ type, data }: StoreEvent): Passage | undefined => {
  if ('count' in data) {
    const text = t('{count} animal was added|{count} animals were added', { count: data.count })
    return { isIn: true, say: () => text }
  }
  if ('order' in data) {
    const { petId } = data.order
    if (type === 'order.delivered')
      return { isIn: false, say: (name) => rich('{name} was handed over', { name }), petId }
    return type === 'order.returned'
      ? { isIn: true, say: (name) => rich('{name} came back', { name }), petId }
      : undefined
  }
  if (!('pet' in data)) return undefined
  const { id: petId, status } = data.pet
  if (type === 'pet.created')
    return { isIn: true, say: (name) => rich('{name} was added', { name }), petId }
  if (type === 'pet.deleted')
    return { isIn: false, say: (name) => rich('{name} was deleted', { name }), petId }
  const before = data.previous?.status
  if (before === undefined || (before === 'sold') === (status === 'sold')) return undefined
  return status === 'sold'
    ? { isIn: false, say: (name) => rich('{name} was adopted', { name }), petId }
    : { isIn: true, say: (name) => rich('{name} is here again', { name }), petId }
}
