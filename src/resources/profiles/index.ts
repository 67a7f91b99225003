import type { Resource } from '../../kit/resource.ts'
import { petsArrive, profileUpdate } from './changes.ts'
import { getProfile, listProfiles, updateProfile } from './operations.ts'
import { profiles as table } from './table.ts'

export const profiles: Resource = {
  name: 'profiles',
  description: 'What the store records of each animal: breed, chip, place, whatever else.',
  operations: [listProfiles, getProfile, updateProfile],
  tables: [table],
  rules: [petsArrive, profileUpdate],
}
