import type { Resource } from '../../kit/resource.ts'
import { petCreate, petRemove, petsCreate, petsUpdate, petUpdate } from './changes.ts'
import {
  createPet,
  createPets,
  deletePet,
  getPet,
  listPets,
  updatePet,
  updatePets,
} from './operations.ts'
import { pets as table } from './table.ts'

/** The animals of the store: their schemas, operations and changes. */
export const pets: Resource = {
  name: 'pets',
  description: 'The animals of the store.',
  operations: [listPets, createPet, createPets, updatePets, getPet, updatePet, deletePet],
  tables: [table],
  rules: [petCreate, petsCreate, petUpdate, petsUpdate, petRemove],
}
