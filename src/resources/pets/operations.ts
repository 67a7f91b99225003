import type { Static } from 'typebox'
import { andThen, type Awaitable } from '../../base/awaitable.ts'
import { type Refusal, refusal } from '../../base/errors/api-error.ts'
import type { Position, Store } from '../../base/data/store.ts'
import { patchBody } from '../../kit/merge-patch.ts'
import { defineOperation, type Deprecation, jsonBody, type Outcome } from '../../kit/operation.ts'
import { orderOf, paged, pageOf } from '../../kit/paging.ts'
import { applyOnce, created, gone, lookup, rowOutcome } from '../../kit/row-changes.ts'
import { defineResource } from '../../kit/resource.ts'
import { petCreate, petNotFound, petRemove, petsCreate, petsUpdate, petUpdate } from './changes.ts'
import {
  ListPetsQuery,
  NewPet,
  NewPets,
  Pet,
  PetParams,
  PetPatch,
  Pets,
  petStatuses,
  PetsPatch,
} from './pet.ts'
import { pets } from './table.ts'

export const listPets = defineOperation({
  ...paged('animals', Pets),
  isCore: true,
  path: '/pets',
  scope: 'pets:read',
  summary: 'List animals',
  description:
    'Returns a page of the animals, ascending by `id` unless `sort` says otherwise: all of them, or those with one `status`, of one `categoryId`, with these `id`s, or with a `name` that begins with a text (in the order of names). A later page is reached by the URL that the `Link` header gives with `rel="next"`; the last page has none. In the order of names a page of one `status` or `categoryId` may have fewer animals than `limit`, even none, and yet a `next`. No animal that existed throughout is skipped or seen twice, whatever is added between two pages.',
  query: ListPetsQuery,
  startsAt: 'after',
  isCacheable: true,
  handle: ({ query, after }, { store }) => {
    const { limit, status, id: ids, categoryId, name, sort } = query
    if (name !== undefined || sort?.endsWith('name')) return petsByName(query, after, store)
    const [id, ...others] = ids ?? []
    if (id !== undefined && others.length === 0 && after === undefined)
      return petAlone(id, query, store)
    // Filter a category by all statuses: one index serves both cases, and a second one would slow down each status change.
    const isOfCategory = categoryId !== undefined && ids === undefined
    const where = { categoryId, status: isOfCategory ? (status ?? petStatuses) : status }
    return pageOf(store, pets, { where, ids, order: orderOf(sort), after, limit })
  },
})

type Query = Static<typeof ListPetsQuery>

/** Returns a page of animals in the order of names; with `name`, only those whose name has this prefix. */
const petsByName = (
  { limit, status, categoryId, name: beginning, ...query }: Query,
  after: Position | undefined,
  store: Store,
): Awaitable<Outcome | Refusal> => {
  const other = (['id', 'after'] as const).find((parameter) => query[parameter] !== undefined)
  const order = beginning === undefined ? `sort=${query.sort}` : 'name'
  if (other !== undefined) return notInOrder(order, other)
  if (query.sort === '-id') return notInOrder(order, 'sort=-id')
  const byText = { field: 'name', beginning }
  const where = { status, categoryId }
  return pageOf(store, pets, { where, byText, order: orderOf(query.sort), after, limit })
}

/** Returns a list of one animal, with its own version; an empty list if the other filters exclude it. */
const petAlone = (id: bigint, { status, categoryId }: Query, store: Store): Awaitable<Outcome> =>
  andThen(store.find(pets, id), (found): Outcome => {
    const { row, version } = found ?? {}
    const isMeant =
      (status ?? row?.status) === row?.status && (categoryId ?? row?.categoryId) === row?.categoryId
    return row && isMeant ? { status: 200, value: [row], version } : { status: 200, value: [] }
  })

const notInOrder = (order: string, other: string) =>
  refusal(
    'invalid_parameter',
    `${order} cannot be combined with ${other}: that list is in the order of names. Leave one of the two out.`,
  )

/**
 * `GET /pets/{petId}`, replaced by the filtered list (interface document, "Versioning"). A `status` cannot find a single
 * animal, so the filter is `id`.
 */
export const getPetDeprecation: Deprecation = {
  since: Date.parse('2026-11-20T00:00:00Z'),
  sunset: Date.parse('2030-12-05T00:00:00Z'),
  successor: '/pets?id={petId}',
  example: '/pets?id=1',
}

const onPet = {
  path: '/pets/{petId}',
  params: PetParams,
  // A value that is not an int64 cannot identify an animal.
  unreadableParams: 'pet_not_found',
  isConditional: true,
} as const

export const getPet = defineOperation({
  ...onPet,
  isCore: true,
  method: 'GET',
  scope: 'pets:read',
  summary: 'Get one animal (deprecated)',
  description:
    'Returns the animal with this identifier. Deprecated since 2026-11-20; removed on 2030-12-05; from then on it answers 410. Use `GET /pets?id={petId}` instead, or `GET /pets` with a `status` filter.',
  answers: { 200: { description: 'The animal.', schema: Pet } },
  deprecation: getPetDeprecation,
  handle: ({ params: { petId } }, { store }) => lookup(store, pets, petId, petNotFound),
})

export const createPet = defineOperation({
  isCore: true,
  method: 'POST',
  path: '/pets',
  scope: 'pets:write',
  summary: 'Add an animal',
  description:
    'Adds an animal and returns it with the `id` that the service assigned. A `status` that is left out becomes `available`. Any other field is refused.',
  createsOnce: true,
  body: jsonBody('The animal to add.', NewPet, {
    complete: { value: { name: 'Rex', categoryId: 3, status: 'pending' } },
    shortest: { summary: 'Becomes available', value: { name: 'Rex', categoryId: 3 } },
  }),
  answers: {
    201: { description: 'The animal was added.', schema: Pet, headers: ['Location', 'ETag'] },
  },
  handle: async ({ body, act }, { store }) =>
    await applyOnce(store, petCreate(body), act, ({ pet }) =>
      created(pet, { of: getPet, params: { petId: pet.id } }),
    ),
})

export const createPets = defineOperation({
  method: 'POST',
  path: '/pets/batch',
  scope: 'pets:write',
  summary: 'Add several animals',
  description:
    'Adds 1 to 100 animals, all or none, as one request of the quota. Returns them in their order, each with the `id` that the service assigned. A fault is named by its place, like `[3].name`. The body has at most 64 KiB, so 655 bytes for each of 100 animals. If long names need more, send fewer at once.',
  createsOnce: true,
  body: jsonBody('The animals to add.', NewPets, {
    two: {
      value: [
        { name: 'Rex', categoryId: 3 },
        { name: 'Tom', categoryId: 4, status: 'pending' },
      ],
    },
  }),
  answers: { 201: { description: 'The animals were added.', schema: Pets } },
  handle: async ({ body, act }, { store }) =>
    await applyOnce(store, petsCreate(body), act, ({ ids }) => {
      // A retry has the same body, so the stored result need not contain it.
      const value = ids.map((id, at) => ({ id, ...body[at] }))
      return { status: 201, value }
    }),
})

export const updatePet = defineOperation({
  ...onPet,
  method: 'PATCH',
  scope: 'pets:write',
  summary: 'Change an animal',
  description:
    'Changes the fields that the body has (a merge patch, RFC 7396), and returns the changed animal. A field that already has the value is not changed, nor is an animal if none of its fields changes. While an order has the animal, the order alone changes its `status`.',
  body: patchBody(PetPatch, {
    status: { summary: 'It found a home', value: { status: 'sold' } },
    back: { summary: 'It came back', value: { status: 'available' } },
    renamed: { value: { name: 'Max', categoryId: 4 } },
  }),
  answers: { 200: { description: 'The animal as it is now.', schema: Pet } },
  errors: ['pet_has_order', 'transition_not_allowed'],
  handle: async ({ params: { petId }, body, precondition, act }, { store }) =>
    await applyOnce(store, petUpdate(petId, body, precondition), act, rowOutcome),
})

export const updatePets = defineOperation({
  method: 'PATCH',
  path: '/pets/batch',
  scope: 'pets:write',
  summary: 'Change several animals',
  description:
    'Makes the same change to 1 to 100 animals, all or none, as one request of the quota. Returns the changed animals in the order of `ids`. If some of them cannot be changed, none is: the message names each of these and why, and the code is that of the first. A repeated request finds the animals changed already, and changes nothing, so it needs no `Idempotency-Key`.',
  body: patchBody(
    PetsPatch,
    { sold: { summary: 'They found a home', value: { ids: [1, 2], patch: { status: 'sold' } } } },
    'The animals, and the changes to each.',
  ),
  answers: {
    200: { description: 'The animals as they are now, in the order of `ids`.', schema: Pets },
  },
  errors: ['pet_not_found', 'pet_has_order', 'transition_not_allowed'],
  handle: async ({ body: { ids, patch }, act }, { store }) =>
    await applyOnce(store, petsUpdate(ids, patch), act, ({ pets: value }) => ({
      status: 200,
      value,
    })),
})

export const deletePet = defineOperation({
  ...onPet,
  method: 'DELETE',
  scope: 'pets:write',
  summary: 'Delete an animal',
  description:
    'Deletes an animal for good. No other animal ever gets its `id`. An animal that an order holds cannot be deleted.',
  answers: { 204: { description: 'The animal was deleted.' } },
  errors: ['pet_has_order'],
  handle: async ({ params: { petId }, precondition, act }, { store }) =>
    await applyOnce(store, petRemove(petId, precondition), act, gone),
})

export const petResource = defineResource({
  name: 'pets',
  description: 'The animals of the store.',
  operations: { listPets, createPet, createPets, updatePets, getPet, updatePet, deletePet },
  tables: [pets],
  rules: [petCreate, petsCreate, petUpdate, petsUpdate, petRemove],
})
