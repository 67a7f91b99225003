import type { Resource } from '../../kit/resource.ts'
import { categoryPut, categoryRemove } from './changes.ts'
import { deleteCategory, getCategory, listCategories, putCategory } from './operations.ts'
import { categories as table } from './table.ts'

/**
 * The categories of the animals. A category is only a name for a number: the `categoryId` of an animal may be any
 * int64, with or without a name.
 */
export const categories: Resource = {
  name: 'categories',
  description: 'Names for the numbers that animals bear as their `categoryId`.',
  operations: [listCategories, getCategory, putCategory, deleteCategory],
  tables: [table],
  rules: [categoryPut, categoryRemove],
}
