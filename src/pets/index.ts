import type { Resource } from '../api/resource.ts'
import { petCreateRule } from './changes.ts'
import { createPet, getPet, listPets } from './operations.ts'
import { pets as table } from './table.ts'

/** The animals of the store: their schemas, operations and changes. */
export const pets: Resource = {
  name: 'pets',
  description: 'The animals of the store.',
  operations: [listPets, createPet, getPet],
  tables: [table],
  rules: [petCreateRule],
}
