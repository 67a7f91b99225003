import type { Table } from '../data/table.ts'
import { Category } from './category.ts'

/** The categories, as they are kept. */
export const categories = {
  name: 'categories',
  schema: Category,
  id: 'chosen',
  filters: [],
} as const satisfies Table
