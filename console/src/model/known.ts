import type { Inventory, Pet, Photo, Profile, StoreEvent } from '../../../client/src/index.ts'

/** A profile as it was read, with the ETag of that state if it is known. */
export type SeenProfile = { readonly profile: Profile; readonly etag: string | undefined }

// A cache of what the page has read recently. The event log keeps it up to date.

/** How long an entry is valid, in milliseconds, and how many entries each cache holds. */
const maxAge = 300_000
const maxKnown = 500

/** A cache by id. When full, it drops the oldest entry. */
const memoryOf = <T>() => {
  const known = new Map<bigint, readonly [thing: T, at: number]>()
  return {
    get: (id: bigint): T | undefined => {
      const [thing, at = 0] = known.get(id) ?? []
      return Date.now() - at < maxAge ? thing : undefined
    },
    /** When the entry was stored, in milliseconds since the epoch. */
    at: (id: bigint): number | undefined => known.get(id)?.[1],
    note: (id: bigint, thing: T | undefined): void => {
      known.delete(id)
      if (thing !== undefined) known.set(id, [thing, Date.now()])
      const [oldest = id] = known.keys()
      if (known.size > maxKnown) known.delete(oldest)
    },
    clear: (): void => known.clear(),
  }
}

export const knownPets = memoryOf<Pet>()
export const knownProfiles = memoryOf<SeenProfile>()
/** The counts of the store, under the id 0. */
export const knownCounts = memoryOf<Inventory>()

/** Animals whose event log has been read. */
export const checkedPets = memoryOf<true>()

/** Clears all caches, after signing out or when the events that happened are unknown. */
export const forgetKnown = (): void => {
  for (const memory of [knownPets, knownProfiles, knownCounts, checkedPets]) memory.clear()
}

/** The profile of an animal with one more photo. Its new ETag is unknown. */
export const withPhoto = ({ profile }: SeenProfile, photo: Photo): SeenProfile => ({
  profile: {
    ...profile,
    photos: [...profile.photos.filter(({ id }) => id !== photo.id), photo],
  },
  etag: undefined,
})

/** An empty profile. */
export const noProfile = (petId: bigint): Profile => ({ petId, photos: [] })

/** Whether events leave a profile or its photos in a state that is not the one given. */
export const isProfileOld = (
  events: readonly StoreEvent[],
  { petId, updatedAt, photos }: Profile,
): boolean => {
  const its = events.flatMap(({ data }) =>
    'profile' in data && data.profile.petId === petId ? data.profile : [],
  )
  return (
    (its.length > 0 && its.at(-1)?.updatedAt !== updatedAt) ||
    events.some(
      ({ type, data }) =>
        'photo' in data &&
        data.photo.petId === petId &&
        photos.some(({ id }) => id === data.photo.id) === (type === 'photo.deleted'),
    )
  )
}
