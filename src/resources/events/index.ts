import type { Resource } from '../../kit/resource.ts'
import { listEvents } from './operations.ts'

/** What happened in the store. The store itself writes each event, with the change that it tells of. */
export const events: Resource = {
  name: 'events',
  description: 'What happened, in order: the log of all changes.',
  operations: [listEvents],
  tables: [],
  rules: [],
}
