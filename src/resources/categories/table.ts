import { plainTypes } from '../../base/data/events.ts'
import type { Table } from '../../base/data/table.ts'
import { Category } from './category.ts'

export const categories = {
  name: 'categories',
  schema: Category,
  id: 'chosen',
  filters: [],
  search: { kind: 'category', title: 'name' },
  events: { ...plainTypes('category'), topics: {} },
} as const satisfies Table
