import type { Resource } from '../../kit/resource.ts'
import { search as operation } from './operations.ts'

export const search: Resource = {
  name: 'search',
  description: 'One search over all that the store has.',
  operations: [operation],
  tables: [],
  rules: [],
}
