import type { Resource } from '../../kit/resource.ts'
import { getUsage, getUsageHistory } from './operations.ts'

/** What an API key may do, and what it has used. Everything here is about the key that asks, and costs it nothing. */
export const usage: Resource = {
  name: 'usage',
  description: 'What the API key that asks may do and has used.',
  operations: [getUsage, getUsageHistory],
  tables: [],
  rules: [],
}
