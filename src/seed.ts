import type { Environment } from './base/environments.ts'
import { issueKey } from './access/keys/life-cycle.ts'
import { defaultScopes, scopesOf } from './access/keys/scopes.ts'
import { petCreate } from './resources/pets/changes.ts'
import { samplePets } from './resources/pets/sample-pets.ts'
import { fixedPlans } from './access/quotas/plans.ts'
import type { Seed } from './store/storage.ts'

/** What a new store of an environment starts with, and its one key in plain text, if it has one. */
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
