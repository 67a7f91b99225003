import { compileSerializer } from '../api/serializer.ts'
import type { KeptAnswer } from '../idempotency/idempotency-store.ts'
import { NewPet, Pet } from './pet.ts'

const writePet = compileSerializer(Pet)
const writeNewPet = compileSerializer(NewPet)

/**
 * The answer to the creation of an animal, whole, as it is kept and sent.
 *
 * @param location where the animals lie, without a slash at the end; undefined for no `Location`
 */
export const createdAnswer = (pet: Pet, location: string | undefined): KeptAnswer => ({
  status: 201,
  location: location === undefined ? undefined : `${location}/${pet.id}`,
  body: writePet(pet),
})

/** An animal to add in its one spelling: fields in the order of the schema, defaults filled in. */
export const canonicalNewPet = (pet: NewPet): string => writeNewPet(pet)
