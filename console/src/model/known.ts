import type { Inventory, Pet, Photo, Profile, StoreEvent } from '../../../client/src/index.ts'

/** A profile as somebody saw it, with the tag of that state if it is known. */
export type SeenProfile = { readonly profile: Profile; readonly etag: string | undefined }

// What the page was told lately, so that it is not asked for again. The log of events keeps it up to date.

/** Milliseconds for which something is taken as known, and how many of a kind are. */
const maxAge = 300_000
const maxKnown = 500

/** Things by their number. */
const memoryOf = <T>() => {
  const known = new Map<bigint, readonly [thing: T, at: number]>()
  return {
    get: (id: bigint): T | undefined => {
      const [thing, at = 0] = known.get(id) ?? []
      return Date.now() - at < maxAge ? thing : undefined
    },
    /** When it was told, in milliseconds since the epoch. */
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
/** The counts of the store, under 0. */
export const knownCounts = memoryOf<Inventory>()

/** Animals of which the log was read. */
export const checkedPets = memoryOf<true>()

/** Forgets everything: somebody signs out, or it is not known what happened. */
export const forgetKnown = (): void => {
  for (const memory of [knownPets, knownProfiles, knownCounts, checkedPets]) memory.clear()
}

/** The profile of an animal with one more photo. It has another tag, which is not known. */
export const withPhoto = ({ profile }: SeenProfile, photo: Photo): SeenProfile => ({
  profile: {
    ...profile,
    photos: [...profile.photos.filter(({ id }) => id !== photo.id), photo],
  },
  etag: undefined,
})

/** An animal of which nothing is recorded yet. */
export const noProfile = (petId: bigint): Profile => ({ petId, photos: [] })

/** Whether the events tell something of a profile that is not shown. */
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
