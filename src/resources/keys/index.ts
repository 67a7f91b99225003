import type { Resource } from '../../kit/resource.ts'
import { createKey, getKey, listKeys, revokeKey, rotateKey, updateKey } from './operations.ts'

/** The API keys of a team. They have a table of their own, which every request reads. */
export const keys: Resource = {
  name: 'keys',
  description: 'API keys for the people and programs of a team, which share one quota.',
  operations: [listKeys, createKey, getKey, updateKey, rotateKey, revokeKey],
  tables: [],
  rules: [],
}
