import type { Environment } from './base/environments.ts'
import { issueKey } from './access/keys/life-cycle.ts'
import { defaultScopes, scopesOf } from './access/keys/scopes.ts'
import { petCreate } from './resources/pets/changes.ts'
import { fixedPlans } from './access/quotas/plans.ts'
import type { Seed } from './store/storage.ts'
import type { NewPet } from './resources/pets/pet.ts'

/** Returns the initial content of a new store, and its first API key in plain text (staging only). */
export const seedFor = (
  environment: Environment,
  now: number,
): Seed & { readonly firstKey: string | undefined } => {
  const act = { at: now }
  if (environment === 'production') return { changes: [], keys: [], act, firstKey: undefined }
  const { key, record } = issueKey({
    environment,
    name: 'First key',
    plan: 'free',
    limits: fixedPlans.free,
    scopes: defaultScopes | scopesOf(['lab']),
    now,
  })
  return { changes: samplePets.map(petCreate), keys: [record], act, firstKey: key }
}

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
