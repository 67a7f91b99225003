import { useEffect, useRef } from 'preact/hooks'
import type { Profile } from '../../../client/src/index.ts'
import { ownDescriptions } from '../model/animals.ts'
import { knownProfiles } from '../model/known.ts'
import { readProfiles } from '../model/read-known.ts'
import { useLoad } from '../parts/use-load.ts'
import { onNews } from '../requests/live.ts'

/** The profiles of the animals in a list, by animal id. */
export type Faces = ReadonlyMap<bigint, Profile>

/**
 * Reads the profiles of the animals on a page: those not cached in one request, and again if one changes. If
 * that fails, the list shows only names.
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

/** The thumbnail of an animal in a list, or a placeholder. The name is beside it. */
export const Face = ({ profile }: { readonly profile: Profile | undefined }) => {
  const [photo] = profile?.photos ?? []
  return photo ? (
    // Only the path, because the page may have been loaded from another host name of the service.
    <img class="face" src={new URL(photo.urls.thumbnail).pathname} alt="" loading="lazy" />
  ) : (
    <i class="face" />
  )
}
