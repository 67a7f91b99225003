import { Type } from 'typebox'
import { Int64 } from '../api/fields.ts'
import type { Table } from '../data/table.ts'
import { Pet } from './pet.ts'

/** The table of animals. */
export const pets = {
  name: 'pets',
  schema: Pet,
  hidden: Type.Object({
    orderId: Type.Optional(Int64('The order that governs the status of the animal.', 1n)),
  }),
  id: 'assigned',
  filters: [['status'], ['categoryId'], ['categoryId', 'status']],
  totals: 'status',
} as const satisfies Table
