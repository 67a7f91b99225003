import type { Table } from '../data/table.ts'
import { Pet } from './pet.ts'

/** The table of animals. */
export const pets = {
  name: 'pets',
  schema: Pet,
  id: 'assigned',
  filters: [['status'], ['categoryId'], ['categoryId', 'status']],
} as const satisfies Table
