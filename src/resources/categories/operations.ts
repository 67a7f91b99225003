import { defineOperation, jsonBody, type Outcome } from '../../kit/operation.ts'
import { paged, pageOf, pageQuery } from '../../kit/paging.ts'
import { applyOnce, gone, lookup } from '../../kit/row-changes.ts'
import { defineResource } from '../../kit/resource.ts'
import { categories, Categories, Category, CategoryName, CategoryParams } from './category.ts'
import { categoryNotFound, categoryPut, categoryRemove } from './changes.ts'

export const listCategories = defineOperation({
  ...paged('categories', Categories),
  path: '/categories',
  scope: 'pets:read',
  summary: 'List categories',
  description:
    'Returns a page of the categories, ascending by `id`. A later page is reached by the URL that the `Link` header gives with `rel="next"`; the last page has none. No category that existed throughout is skipped or seen twice.',
  query: pageQuery('categories', {}),
  isCacheable: true,
  handle: ({ query: { limit }, after }, { store }) =>
    pageOf(store, categories, { where: {}, after, limit }),
})

const onCategory = {
  path: '/categories/{categoryId}',
  params: CategoryParams,
  // A value that is not an int64 cannot be the number of a category.
  unreadableParams: 'category_not_found',
  isConditional: true,
} as const

export const getCategory = defineOperation({
  ...onCategory,
  method: 'GET',
  scope: 'pets:read',
  summary: 'Get one category',
  description: 'Returns the category with this number.',
  answers: { 200: { description: 'The category.', schema: Category } },
  handle: ({ params: { categoryId: id } }, { store }) =>
    lookup(store, categories, id, categoryNotFound),
})

export const putCategory = defineOperation({
  method: 'PUT',
  path: '/categories/{categoryId}',
  scope: 'categories:write',
  summary: 'Name a category, or rename it',
  description:
    'Gives a number a name, or another one. The client chooses the number, which may be any int64. No animal needs its category to have a name. The same request again changes nothing.',
  params: CategoryParams,
  body: jsonBody('The name.', CategoryName, { name: { value: { name: 'Dogs' } } }),
  answers: {
    200: { description: 'The category was renamed.', schema: Category },
    201: { description: 'The category was named.', schema: Category, headers: ['Location'] },
  },
  isConditional: true,
  handle: async ({ params: { categoryId: id }, body: { name }, precondition, act }, { store }) =>
    await applyOnce(store, categoryPut({ id, name }, precondition), act, (result): Outcome => {
      const { outcome, category: value, version } = result
      return outcome === 'created'
        ? { status: 201, value, version, location: { of: getCategory, params: { categoryId: id } } }
        : { status: 200, value, version }
    }),
})

export const deleteCategory = defineOperation({
  ...onCategory,
  method: 'DELETE',
  scope: 'categories:write',
  summary: 'Delete a category',
  description:
    'Takes the name from a number. The animals of the category stay as they are, with their `categoryId`.',
  answers: { 204: { description: 'The category no longer has a name.' } },
  handle: async ({ params: { categoryId: id }, precondition, act }, { store }) =>
    await applyOnce(store, categoryRemove(id, precondition), act, gone),
})

/**
 * The categories of the animals. A category is only a name for a number: the `categoryId` of an animal may be any
 * int64, with or without a name.
 */
export const categoryResource = defineResource({
  name: 'categories',
  description: 'Names for the numbers that animals have as their `categoryId`.',
  operations: { listCategories, getCategory, putCategory, deleteCategory },
  tables: [categories],
  rules: [categoryPut, categoryRemove],
})
