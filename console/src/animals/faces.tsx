import { useEffect, useState } from 'preact/hooks'
import type { Profile } from '../../../client/src/index.ts'
import { ownDescriptions } from '../model/animals.ts'
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
  const [faces, setFaces] = useState<Faces>(new Map())
  const [changes, setChanges] = useState(0)
  const list = ids.join()
  useEffect(() => {
    if (ids.length === 0) return undefined
    const left = new AbortController()
    const read = async (): Promise<void> => {
      const call = callOf('profiles', 'list', { petId: ids, limit: 100 })
      const { items } = (await ask(call, left.signal)).data
      if (!left.signal.aborted) setFaces(new Map(items.map((each) => [each.petId, each])))
    }
    read().catch(() => undefined)
    return () => left.abort()
  }, [list, changes, ownDescriptions.value])
  useEffect(
    () =>
      onNews((events = []) => {
        const its = events.flatMap(({ data }) =>
          'profile' in data ? data.profile.petId : 'photo' in data ? data.photo.petId : [],
        )
        if (its.some((id) => ids.includes(id))) setChanges((count) => count + 1)
      }),
    [list],
  )
  return faces
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
