import type { TObject, TSchema } from 'typebox'
import type { ErrorCode } from '../errors/catalogue.ts'
import { type Deprecation, getPetDeprecation } from './deprecation.ts'
import type { HeaderName } from '../openapi/headers.ts'
import { CreatePetHeaders } from '../idempotency/key.ts'
import { ListPetsQuery, NewPet, NoQuery, Pet, PetParams, Pets } from './pet.ts'

/** One operation: what its route enforces and what the OpenAPI document says, in one place. */
export type Operation = {
  readonly operationId: string
  readonly method: 'GET' | 'POST'
  /** Under the base address, as OpenAPI writes it. */
  readonly path: string
  readonly summary: string
  readonly description: string
  readonly query: TObject
  readonly params?: TObject
  readonly headers?: TObject
  readonly body?: TObject
  readonly success: {
    readonly status: 200 | 201
    readonly description: string
    readonly schema: TSchema
    /** Headers of its own, by name; their descriptions stand in the OpenAPI document's components. */
    readonly headers: readonly HeaderName[]
  }
  /** The codes that only this operation answers with, beside those that every operation can. */
  readonly errors: readonly ErrorCode[]
  readonly deprecation?: Deprecation
}

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
  success: { status: 200, description: 'The animal.', schema: Pet, headers: [] },
  errors: ['pet_not_found', 'operation_removed'],
  deprecation: getPetDeprecation,
}

/** Every operation of `/v1`, in the order of the interface document. */
export const operations: readonly Operation[] = [listPets, createPet, getPet]

/** The codes that any operation can answer with. */
export const commonErrors: readonly ErrorCode[] = [
  'malformed_request',
  'invalid_parameter',
  'missing_api_key',
  'invalid_api_key',
  'wrong_environment',
  'request_timeout',
  'uri_too_long',
  'rate_limit_exceeded',
  'api_key_banned',
  'header_fields_too_large',
  'internal_error',
  'service_unavailable',
]

/** The methods that a path takes, those that come with others included (RFC 9110, 10.2.1). */
export const allowedMethods = (taking: readonly Operation[]): string => {
  const methods = taking.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  return [...methods, 'OPTIONS'].join(', ')
}
