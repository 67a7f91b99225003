import type { Clock } from '../core/clock.ts'
import { fingerprintOf } from '../idempotency/fingerprint.ts'
import { keyOfHeader } from '../idempotency/key.ts'
import { canonicalNewPet } from './created-answer.ts'
import type { AnswerCache } from '../api/answer-cache.ts'
import { type BoundOperation, bindOperation } from '../api/bind-operation.ts'
import type { Links } from '../api/links.ts'
import { headerLines } from '../core/headers.ts'
import { getPetDeprecation } from './deprecation.ts'
import { whenReady } from '../core/awaitable.ts'
import { createPet, getPet, listPets } from './operations.ts'
import type { ListPetsQuery, NewPet } from './pet.ts'
import type { PetService } from './service.ts'

/** What the operations of the animals work with. */
type PetParts = {
  readonly answers: AnswerCache
  readonly pets: PetService
  readonly links: Links
  readonly clock: Clock
}

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
    if (typeof key !== 'string') {
      return whenReady(pets.create(body), (pet) => ({
        value: pet,
        headers: location === undefined ? '' : headerLines({ Location: `${location}/${pet.id}` }),
      }))
    }
    const fingerprint = fingerprintOf(createPet.operationId, canonicalNewPet(body))
    const once = { ownerId, key: keyOfHeader(key), fingerprint, now }
    return pets.createOnce(body, once, location).then(({ answer, replayed }) => ({
      json: answer.body,
      headers: headerLines({
        ...(answer.location !== undefined && { Location: answer.location }),
        ...(replayed && { 'Idempotent-Replayed': 'true' }),
      }),
    }))
  }),

  bindOperation<unknown, { readonly petId: bigint }, undefined>(getPet, ({ params }) =>
    whenReady(pets.get(params.petId), (pet) => ({ value: pet })),
  ),
]
