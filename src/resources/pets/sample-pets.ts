import type { NewPet } from './pet.ts'

/** The animals of a new staging store: dogs (1), cats (2), small mammals (3) and birds (4). */
export const samplePets: readonly NewPet[] = [
  { name: 'Rex', categoryId: 1n, status: 'available' },
  { name: 'Bella', categoryId: 1n, status: 'available' },
  { name: 'Luna', categoryId: 2n, status: 'available' },
  { name: 'Milo', categoryId: 2n, status: 'pending' },
  { name: 'Cleo', categoryId: 2n, status: 'sold' },
  { name: 'Hazel', categoryId: 3n, status: 'available' },
  { name: 'Clover', categoryId: 3n, status: 'available' },
  { name: 'Pip', categoryId: 3n, status: 'pending' },
  { name: 'Kiwi', categoryId: 4n, status: 'available' },
  { name: 'Sunny', categoryId: 4n, status: 'sold' },
  { name: 'Zoë', categoryId: 1n, status: 'available' },
  { name: 'Mr. Whiskers', categoryId: 2n, status: 'available' },
]
