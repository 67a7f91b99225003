import type { EventType, StoreEvent } from '../../../client/src/index.ts'
import { countText } from '../core/language.ts'

/** An animal that came into the store or left it. */
export type Passage = {
  readonly isIn: boolean
  /** What happened to it, after its name: "came back". */
  readonly words: string
  /** Missing for the animals of a file. */
  readonly petId?: bigint
}

/** The kinds of events by which animals come and leave. */
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
  if ('count' in data) return { isIn: true, words: `${countText(data.count)} animals were added` }
  if ('order' in data) {
    const { petId } = data.order
    if (type === 'order.delivered') return { isIn: false, words: 'was handed over', petId }
    return type === 'order.returned' ? { isIn: true, words: 'came back', petId } : undefined
  }
  if (!('pet' in data)) return undefined
  const { id: petId, status } = data.pet
  if (type === 'pet.created') return { isIn: true, words: 'was added', petId }
  if (type === 'pet.deleted') return { isIn: false, words: 'was deleted', petId }
  const before = data.previous?.status
  if (before === undefined || (before === 'sold') === (status === 'sold')) return undefined
  return status === 'sold'
    ? { isIn: false, words: 'was adopted', petId }
    : { isIn: true, words: 'is here again', petId }
}
