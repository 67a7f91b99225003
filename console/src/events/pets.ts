import { t } from '../core/language.ts'
import { signal } from '../core/signal.ts'
import type { StoreEvent } from '../../../client/src/index.ts'
import { askInParts } from '../requests/ask.ts'
import { callOf } from '../requests/call.ts'
import { may } from '../session/session.ts'

const names = signal<ReadonlyMap<bigint, string>>(new Map())

/** The name of an animal, or its id if the name is unknown. */
export const petText = (id: bigint): string => names.value.get(id) ?? t('Animal {id}', { id })

/** The id of the animal that an event is about, if any. */
export const petIdOf = ({ data }: StoreEvent): bigint | undefined => {
  if ('pet' in data) return data.pet.id
  if ('order' in data) return data.order.petId
  if ('photo' in data) return data.photo.petId
  return 'profile' in data ? data.profile.petId : undefined
}

/** Reads the names of the animals in events, except those that an event contains. If that fails, ids are shown. */
export const needPets = async (
  events: readonly StoreEvent[],
  withdraw: AbortSignal,
): Promise<void> => {
  const named = events.flatMap(({ data }) => ('pet' in data ? [data.pet] : [])).toReversed()
  const known = new Map([...names.value, ...named.map(({ id, name }) => [id, name] as const)])
  names.value = known
  const ids = new Set(events.flatMap((event) => petIdOf(event) ?? []))
  const missing = may('pets:read') ? [...ids].filter((id) => !known.has(id)) : []
  const pets = await askInParts(missing, 100, withdraw, (id) =>
    callOf('pets', 'list', { id }),
  ).catch(() => [])
  if (pets.length > 0)
    names.value = new Map([...names.value, ...pets.map(({ id, name }) => [id, name] as const)])
}
