import type { Clock } from '../core/clock.ts'
import { fingerprintOf } from '../idempotency/fingerprint.ts'
import { keyOfHeader } from '../idempotency/key.ts'
import type { AnswerCache } from '../api/answer-cache.ts'
import { type BoundOperation, bindOperation } from '../api/bind-operation.ts'
import type { Links } from '../api/links.ts'
import { compileSerializer } from '../api/serializer.ts'
import { headerLines } from '../core/headers.ts'
import { getPetDeprecation } from './deprecation.ts'
import { whenReady } from '../core/awaitable.ts'
import { createPet, getPet, listPets } from './operations.ts'
import { type ListPetsQuery, NewPet } from './pet.ts'
import type { PetService } from './service.ts'

/** What the operations of the animals work with. */
type PetParts = {
  readonly answers: AnswerCache
  readonly pets: PetService
  readonly links: Links
  readonly clock: Clock
}

/** Writes an animal to add in its one spelling: fields in the order of the schema, defaults filled in. */
const writeNewPet = compileSerializer(NewPet)

/** The three operations of the interface document, each bound to what performs it. */
export const bindPetOperations = ({
  answers,
  pets,
  links,
  clock,
}: PetParts): readonly BoundOperation[] => [
  bindOperation<ListPetsQuery, undefined, undefined>(
    listPets,
    ({ query }) =>
      whenReady(pets.list(query), (page) => ({
        json: page.json,
        headers: headerLines({ Link: links.pages(query.limit, query.status, page.next) }),
      })),
    answers,
  ),

  bindOperation<unknown, undefined, NewPet>(createPet, ({ body, headers, ownerId }) => {
    const now = clock()
    // A location that answers 410 would be none.
    const location = now < getPetDeprecation.sunset ? links.pets : undefined
    const key = headers['Idempotency-Key']
    const once =
      typeof key === 'string'
        ? {
            ownerId,
            key: keyOfHeader(key),
            fingerprint: fingerprintOf(createPet.operationId, writeNewPet(body)),
            now,
          }
        : undefined
    return pets.create(body, once).then(({ pet, replayed }) => ({
      value: pet,
      headers: headerLines({
        ...(location !== undefined && { Location: `${location}/${pet.id}` }),
        ...(replayed && { 'Idempotent-Replayed': 'true' }),
      }),
    }))
  }),

  bindOperation<unknown, { readonly petId: bigint }, undefined>(getPet, ({ params }) =>
    whenReady(pets.get(params.petId), (pet) => ({ value: pet })),
  ),
]
