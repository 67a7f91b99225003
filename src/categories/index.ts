import type { Resource } from '../api/resource.ts'
import { categoryPutRule, categoryRemoveRule } from './changes.ts'
import { deleteCategory, getCategory, listCategories, putCategory } from './operations.ts'
import { categories as table } from './table.ts'

/**
 * The categories of the animals. A category is a name for a number, and no more: animals bear any int64 as their
 * `categoryId`, whether it has a name or not.
 */
export const categories: Resource = {
  name: 'categories',
  description: 'Names for the numbers that animals bear as their `categoryId`.',
  operations: [listCategories, getCategory, putCategory, deleteCategory],
  tables: [table],
  rules: [categoryPutRule, categoryRemoveRule],
}
