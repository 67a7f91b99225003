import { useEffect, useRef } from 'preact/hooks'
import type { Profile } from '../../../client/src/index.ts'
import { ownDescriptions } from '../model/animals.ts'
import { useLoad } from '../parts/use-load.ts'
import { ask } from '../requests/ask.ts'
import { callOf } from '../requests/call.ts'
import { onNews } from '../requests/live.ts'

/** What a list shows of the profiles of its animals, by their numbers. */
export type Faces = ReadonlyMap<bigint, Profile>

/**
 * Reads the profiles of the animals of a page, in one request, and again if one of them changes. Without them the list
 * shows names alone.
 *
 * @param ids up to 100
 */
export const useFaces = (ids: readonly bigint[]): Faces => {
  const { data = [], reload } = useLoad(`faces ${ids.join()}`, async (signal) => {
    if (ids.length === 0) return { data: [] }
    const found = await ask(callOf('profiles', 'list', { petId: ids, limit: 100 }), signal)
    return { data: found.data.items }
  })
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
        if (its.some((id) => ids.includes(id))) reload()
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
