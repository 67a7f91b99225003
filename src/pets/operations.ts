import { refusal } from '../core/errors/api-error.ts'
import { keyReused } from '../idempotency/running-keys.ts'
import { defineOperation } from '../api/operation.ts'
import { petCreate } from './changes.ts'
import { getPetDeprecation } from './deprecation.ts'
import { ListPetsQuery, NewPet, Pet, PetParams, Pets } from './pet.ts'
import { pets } from './table.ts'

export const listPets = defineOperation({
  id: 'listPets',
  method: 'GET',
  path: '/pets',
  summary: 'List animals',
  description:
    'Returns a page of the animals, ascending by `id`, all of them or those with one `status`. A later page is reached by the URL that the `Link` header gives with `rel="next"`; the last page has none. No animal that stood throughout is skipped or seen twice, whatever is added meanwhile.',
  query: ListPetsQuery,
  answers: {
    200: { description: 'A page of animals; an empty array where there are none.', schema: Pets },
  },
  isPaged: true,
  isConditional: true,
  isKept: true,
  handle: async ({ query: { limit, status }, after }, { store }) => {
    const { json, next } = await store.page(pets, { where: { status }, after, limit })
    return { status: 200, json, next }
  },
})

export const getPet = defineOperation({
  id: 'getPet',
  method: 'GET',
  path: '/pets/{petId}',
  summary: 'Get one animal (deprecated)',
  description:
    'Returns the animal with this identifier. Deprecated since 2026-11-20; removed on 2030-12-05, from when on it answers 410. Use `GET /pets` with a `status` filter instead.',
  params: PetParams,
  // Anything but an int64 names no animal.
  unreadableParams: 'pet_not_found',
  answers: { 200: { description: 'The animal.', schema: Pet } },
  errors: ['pet_not_found'],
  isConditional: true,
  deprecation: getPetDeprecation,
  handle: async ({ params: { petId } }, { store }) => {
    const found = await store.find(pets, petId)
    return found === undefined
      ? refusal('pet_not_found', `There is no animal with the id ${petId}.`)
      : { status: 200, value: found.row, version: found.version }
  },
})

export const createPet = defineOperation({
  id: 'createPet',
  method: 'POST',
  path: '/pets',
  summary: 'Add an animal',
  description:
    'Adds an animal and returns it with the `id` that the service assigned. A `status` that is left out becomes `available`. Any other field is refused.',
  createsOnce: 'animal',
  body: {
    description: 'The animal to add.',
    schema: NewPet,
    mediaTypes: ['application/json'],
    examples: {
      complete: { value: { name: 'Rex', categoryId: 3, status: 'pending' } },
      shortest: { summary: 'Becomes available', value: { name: 'Rex', categoryId: 3 } },
    },
  },
  answers: {
    201: { description: 'The animal was added.', schema: Pet, headers: ['Location', 'ETag'] },
  },
  handle: async ({ body, once }, { store }) => {
    const applied = await store.apply(petCreate(body), once)
    if (applied.outcome === 'reused') return keyReused(once, 'animal')
    const { pet } = applied.result
    return {
      status: 201,
      value: pet,
      // The answer of a retry too is that of the creation, whatever changed since.
      version: 1n,
      location: { of: getPet, params: { petId: pet.id } },
      replayed: applied.replayed,
    }
  },
})
