import { useEffect, useRef } from 'preact/hooks'
import type { Profile } from '../../../client/src/index.ts'
import { ownDescriptions } from '../model/animals.ts'
import { knownProfiles } from '../model/known.ts'
import { readProfiles } from '../model/read-known.ts'
import { useLoad } from '../parts/use-load.ts'
import { onNews } from '../requests/live.ts'

/** What a list shows of the profiles of its animals, by their numbers. */
export type Faces = ReadonlyMap<bigint, Profile>

/**
 * The profiles of the animals of a page. Those that are not known are read in one request, and again if one of them
 * changes. Without them the list shows names alone.
 *
 * @param ids up to 100
 */
export const useFaces = (ids: readonly bigint[]): Faces => {
  const { data = [], reload } = useLoad(`faces ${ids.join()}`, async (signal) => ({
    data: await readProfiles(ids, signal),
  }))
  const before = useRef(ownDescriptions.value)
  useEffect(() => {
    if (before.current !== ownDescriptions.value) reload()
    before.current = ownDescriptions.value
  }, [ownDescriptions.value])
  useEffect(
    () =>
      onNews((events = []) => {
        const its = events.flatMap(({ data: of }) =>
          'profile' in of ? of.profile.petId : 'photo' in of ? of.photo.petId : [],
        )
        if (its.some((id) => ids.includes(id) && !knownProfiles.get(id))) reload()
      }),
    [ids.join()],
  )
  return new Map(data.map((each) => [each.petId, each]))
}

/** The small picture of an animal in a list, or the place of one. Its name stands beside it. */
export const Face = ({ profile }: { readonly profile: Profile | undefined }) => {
  const [photo] = profile?.photos ?? []
  return photo ? (
    // By its path, because the page may have come by another name of the service.
    <img class="face" src={new URL(photo.urls.thumbnail).pathname} alt="" loading="lazy" />
  ) : (
    <i class="face" />
  )
}
