import type { Static } from 'typebox'
import { andThen, type Awaitable } from '../../base/awaitable.ts'
import { type Refusal, refusal } from '../../base/errors/api-error.ts'
import type { Store } from '../../base/data/store.ts'
import { patchBody } from '../../kit/merge-patch.ts'
import { defineOperation, type Input, type Outcome } from '../../kit/operation.ts'
import { applyOnce, rowOutcome } from '../../kit/row-changes.ts'
import { paged, pageOf } from '../../kit/paging.ts'
import { defineResource } from '../../kit/resource.ts'
import { petNotFound } from '../pets/changes.ts'
import { PetParams } from '../pets/pet.ts'
import { pets } from '../pets/table.ts'
import { chipOf, emptyProfile, petsArrive, profileUpdate } from './changes.ts'
import { ListProfilesQuery, Profile, ProfilePatch, Profiles } from './profile.ts'
import { profiles } from './table.ts'

export const listProfiles = defineOperation({
  ...paged('profiles', Profiles),
  showsUrls: true,
  path: '/profiles',
  scope: 'pets:read',
  summary: 'List profiles',
  description:
    'Returns the profiles of the animals that `petId` names, in its order, so one request is enough for a page of cards. Otherwise a page of the profiles that somebody filled in, ascending by `petId`: all of them, or those that match one filter. A later page is reached by the URL that the `Link` header gives with `rel="next"`; the last page has none.',
  query: ListProfilesQuery,
  namesRows: 'petId',
  isCacheable: true,
  handle: (input, { store }) => {
    const { petId, limit, species, sex, location, chip } = input.query
    const where = { species, sex, location, chip: chip && chipOf(chip) }
    const filters = [petId, species, sex, location, chip].filter((each) => each !== undefined)
    if (filters.length > 1) {
      const problem = 'petId, species, sex, location and chip cannot be combined.'
      return refusal('invalid_parameter', `${problem} Leave all but one of them out.`)
    }
    if (petId !== undefined) return profilesOf(petId, input, store)
    return pageOf(store, profiles, { where, after: input.after, limit })
  },
})

/** Returns profiles in the order of `petIds`. The position in a cursor is how many were on the previous pages. */
const profilesOf = (
  petIds: readonly bigint[],
  { query: { limit }, after }: Pick<Input<Static<typeof ListProfilesQuery>>, 'query' | 'after'>,
  store: Store,
): Awaitable<Outcome> => {
  const from = typeof after === 'bigint' ? Number(after) : 0
  const all = [...new Set(petIds)]
  const ids = all.slice(from, from + limit)
  const next = from + limit < all.length ? BigInt(from + limit) : undefined
  return andThen(store.some(profiles, ids), (found) =>
    andThen(found.includes(undefined) ? store.some(pets, ids) : found, (animals) => {
      const emptyRow = (id: bigint) => ({ version: '0', json: `{"petId":${id},"photos":[]}` })
      const rows = ids.map((id, at) => found[at] ?? (animals[at] && emptyRow(id)))
      return { status: 200, rows, next }
    }),
  )
}

const onProfile = {
  showsUrls: true,
  path: '/pets/{petId}/profile',
  params: PetParams,
  unreadableParams: 'pet_not_found',
  isConditional: true,
} as const

export const getProfile = defineOperation({
  ...onProfile,
  method: 'GET',
  scope: 'pets:read',
  summary: 'Get the profile of an animal',
  description:
    'Returns what the store records about the animal. If nothing was ever recorded about it, the profile has only `petId` and `photos`.',
  answers: { 200: { description: 'The profile.', schema: Profile } },
  handle: ({ params: { petId } }, { store }) =>
    andThen(profileOf(petId, store), (found) => ('code' in found ? found : rowOutcome(found))),
})

/** Returns the profile of an animal, or an empty one if nothing was recorded; a refusal if there is no such animal. */
export const profileOf = (
  petId: bigint,
  store: Store,
): Awaitable<Refusal | { readonly row: Profile; readonly version: bigint }> =>
  andThen(
    store.find(profiles, petId),
    (found) =>
      found ??
      andThen(store.find(pets, petId), (pet) =>
        pet === undefined ? petNotFound(petId) : emptyProfile(petId),
      ),
  )

export const updateProfile = defineOperation({
  ...onProfile,
  method: 'PATCH',
  scope: 'pets:write',
  summary: 'Change the profile of an animal',
  description:
    'Changes the fields that the body has (a merge patch, RFC 7396), and returns the changed profile. A field that already has the value is not changed.',
  body: patchBody(ProfilePatch, {
    arrival: {
      summary: 'It came in',
      value: { species: 'Cat', sex: 'female', born: '2024-05', arrivedOn: '2026-11-02' },
    },
    moved: { value: { location: 'Kennel 4' } },
    facts: {
      summary: 'One fact more, and one less',
      value: { facts: { diet: 'hay', fear: null } },
    },
  }),
  answers: { 200: { description: 'The profile as it is now.', schema: Profile } },
  errors: ['chip_taken'],
  handle: async ({ params: { petId }, body, precondition, now, act }, { store }) => {
    const change = profileUpdate(petId, body, precondition, now)
    return await applyOnce(store, change, act, rowOutcome)
  },
})

export const profileResource = defineResource({
  name: 'profiles',
  description: 'What the store records about each animal: breed, chip, place, whatever else.',
  operations: { listProfiles, getProfile, updateProfile },
  tables: [profiles],
  rules: [petsArrive, profileUpdate],
})
