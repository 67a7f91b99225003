import type { Operation } from '../api/operation.ts'
import { getPetDeprecation } from './deprecation.ts'
import { CreatePetHeaders } from '../idempotency/key.ts'
import { ListPetsQuery, NewPet, NoQuery, Pet, PetParams, Pets } from './pet.ts'

export const listPets: Operation = {
  operationId: 'listPets',
  method: 'GET',
  path: '/pets',
  summary: 'List animals',
  description:
    'Returns a page of the animals, ascending by `id`, all of them or those with one `status`. A later page is reached by the URL that the `Link` header gives with `rel="next"`; the last page has none. No animal that stood throughout is skipped or seen twice, whatever is added meanwhile.',
  query: ListPetsQuery,
  success: {
    status: 200,
    description: 'A page of animals; an empty array where there are none.',
    schema: Pets,
    headers: ['Link'],
  },
  errors: [],
}

export const createPet: Operation = {
  operationId: 'createPet',
  method: 'POST',
  path: '/pets',
  summary: 'Add an animal',
  description:
    'Adds an animal and returns it with the `id` that the service assigned. A `status` that is left out becomes `available`. Any other field is refused.',
  query: NoQuery,
  headers: CreatePetHeaders,
  body: NewPet,
  success: {
    status: 201,
    description: 'The animal was added.',
    schema: Pet,
    headers: ['Location', 'Idempotent-Replayed'],
  },
  errors: [
    'invalid_json',
    'invalid_body',
    'idempotency_key_in_use',
    'body_too_large',
    'unsupported_media_type',
    'idempotency_key_reused',
  ],
}

export const getPet: Operation = {
  operationId: 'getPet',
  method: 'GET',
  path: '/pets/{petId}',
  summary: 'Get one animal (deprecated)',
  description:
    'Returns the animal with this identifier. Deprecated since 2026-11-20; removed on 2030-12-05, from when on it answers 410. Use `GET /pets` with a `status` filter instead.',
  query: NoQuery,
  params: PetParams,
  // What is no int64 names no animal.
  unreadableParams: 'pet_not_found',
  success: { status: 200, description: 'The animal.', schema: Pet, headers: [] },
  errors: ['pet_not_found', 'operation_removed'],
  deprecation: getPetDeprecation,
}

/** Every operation of `/v1`, in the order of the interface document. */
export const operations: readonly Operation[] = [listPets, createPet, getPet]
