import type { Environment } from './core/environments.ts'
import { issueKey } from './keys/life-cycle.ts'
import { petCreate } from './pets/changes.ts'
import { samplePets } from './pets/sample-pets.ts'
import { fixedPlans } from './quotas/plans.ts'
import type { Seed } from './storage/port.ts'

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
    now,
  })
  return { changes: samplePets.map(petCreate), keys: [record], act, firstKey: key }
}
