import type { Resource } from '../../kit/resource.ts'
import { getStatistics } from './operations.ts'

export const statistics: Resource = {
  name: 'statistics',
  description: 'What happened in the store, by day, week or month.',
  operations: [getStatistics],
  tables: [],
  rules: [],
}
