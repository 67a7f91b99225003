import type { FastifyInstance } from 'fastify'
import type { Links } from '../links.ts'
import type { Clock } from '../admission/admission.ts'
import { fingerprintOf } from '../idempotency/fingerprint.ts'
import { keyOfHeader } from '../idempotency/key.ts'
import { addOperation } from '../operation-route.ts'
import { JsonText } from '../send-json.ts'
import { canonicalNewPet } from './created-answer.ts'
import { getPetDeprecation } from './deprecation.ts'
import { createPet, getPet, listPets } from './operations.ts'
import type { ListPetsQuery, NewPet } from './pet.ts'
import type { PetService } from './service.ts'

/** What the routes of the animals work with. */
export type PetRouteParts = {
  readonly pets: PetService
  readonly links: Links
  readonly clock: Clock
}

/** The three operations of the interface document. */
export const addPetRoutes = (app: FastifyInstance, { pets, links, clock }: PetRouteParts): void => {
  addOperation<{ Querystring: ListPetsQuery }>(app, listPets, async ({ query }, reply) => {
    const page = await pets.list(query)
    reply.header('Link', links.pages(query.limit, query.status, page.next))
    return page.pets
  })

  addOperation<{ Body: NewPet }>(app, createPet, async ({ body, keyOwnerId }, reply, headers) => {
    const now = clock()
    // A location that answers 410 would be none.
    const location = now < getPetDeprecation.sunset ? links.pets : undefined
    const key = headers['Idempotency-Key']
    if (typeof key !== 'string' || keyOwnerId === undefined) {
      const pet = await pets.create(body)
      if (location !== undefined) reply.header('Location', `${location}/${pet.id}`)
      return pet
    }
    const fingerprint = fingerprintOf(createPet.operationId, canonicalNewPet(body))
    const once = { ownerId: keyOwnerId, key: keyOfHeader(key), fingerprint, now }
    const { answer, replayed } = await pets.createOnce(body, once, location)
    if (answer.location !== undefined) reply.header('Location', answer.location)
    if (replayed) reply.header('Idempotent-Replayed', 'true')
    return new JsonText(answer.body)
  })

  addOperation<{ Params: { petId: bigint } }>(
    app,
    getPet,
    async ({ params }) => await pets.get(params.petId),
  )
}
