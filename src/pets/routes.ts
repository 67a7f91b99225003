import type { FastifyInstance } from 'fastify'
import type { Links } from '../links.ts'
import type { Clock } from '../admission/admission.ts'
import { addOperation } from '../operation-route.ts'
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

  addOperation<{ Body: NewPet }>(app, createPet, async ({ body }, reply) => {
    const pet = await pets.create(body)
    // A location that answers 410 would be none.
    if (clock() < getPetDeprecation.sunset) reply.header('Location', links.pet(pet.id))
    return pet
  })

  addOperation<{ Params: { petId: bigint } }>(
    app,
    getPet,
    async ({ params }) => await pets.get(params.petId),
  )
}
