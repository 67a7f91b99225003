import type { Pet, Profile, StoreEvent } from '../../../client/src/index.ts'
import { askInParts } from '../requests/ask.ts'
import { callOf } from '../requests/call.ts'
import { onNews } from '../requests/live.ts'
import {
  forgetKnown,
  isProfileOld,
  knownCounts,
  knownPets,
  knownProfiles,
  noProfile,
} from './known.ts'

/** Updates the caches from events, the newest last. */
export const noteKnown = (events: readonly StoreEvent[]): void => {
  for (const { type, data } of events) {
    if ('pet' in data) knownPets.note(data.pet.id, type === 'pet.deleted' ? undefined : data.pet)
    const id =
      'profile' in data ? data.profile.petId : 'photo' in data ? data.photo.petId : undefined
    const seen = id === undefined ? undefined : knownProfiles.get(id)
    if (seen && isProfileOld(events, seen.profile))
      knownProfiles.note(seen.profile.petId, undefined)
  }
}

onNews((events) => {
  knownCounts.clear()
  if (events) noteKnown(events)
  else forgetKnown()
})

/** Reads animals by their ids, without those that do not exist. Requests only those that are not cached. */
export const readPets = async (
  ids: readonly bigint[],
  signal: AbortSignal,
): Promise<ReadonlyMap<bigint, Pet>> => {
  const missing = ids.filter((id) => !knownPets.get(id))
  const read = await askInParts(missing, 100, signal, (id) => callOf('pets', 'list', { id }))
  for (const pet of read) knownPets.note(pet.id, pet)
  const all = [...ids.flatMap((id) => knownPets.get(id) ?? []), ...read]
  return new Map(all.map((pet) => [pet.id, pet]))
}

/** Reads the profiles of animals. Requests only those that are not cached. */
export const readProfiles = async (
  ids: readonly bigint[],
  signal: AbortSignal,
): Promise<readonly Profile[]> => {
  const known = ids.flatMap((id) => knownProfiles.get(id)?.profile ?? [])
  const missing = ids.filter((id) => !known.some(({ petId }) => petId === id))
  const read = await askInParts(missing, 100, signal, (petId) =>
    callOf('profiles', 'list', { petId, limit: 100 }),
  )
  for (const id of missing) {
    const profile = read.find(({ petId }) => petId === id) ?? noProfile(id)
    knownProfiles.note(id, { profile, etag: undefined })
  }
  return [...known, ...read]
}
