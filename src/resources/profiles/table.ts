import { isSameValue } from '../../base/data/change.ts'
import type { RowOf, Table } from '../../base/data/table.ts'
import { Profile, ProfileSummary } from './profile.ts'

/** The table of profiles. An animal without recorded data has no row. */
export const profiles = {
  name: 'profiles',
  schema: Profile,
  id: 'chosen',
  idField: 'petId',
  filters: [['species'], ['sex'], ['location'], ['chip']],
  search: {
    shownAs: 'pets',
    texts: ['species', 'breed', 'colour', 'chip', 'location', 'description', 'facts'],
  },
  belongsTo: { pets: 'petId' },
  events: {
    name: 'profile',
    types: ['profile.updated'],
    // Photos have their own events.
    type: (before, after) =>
      isSameValue(before?.['photos'] ?? [], after?.['photos']) ? 'profile.updated' : undefined,
    schema: ProfileSummary,
    topics: { petId: 'petId' },
  },
} as const satisfies Table

export type ProfileRow = RowOf<typeof profiles>
