import { defineOperation, rowOutcome } from '../../kit/operation.ts'
import { pageOutcome } from '../../kit/paging.ts'
import { andThen } from '../../base/awaitable.ts'
import { resultOf } from '../../base/data/store.ts'
import {
  Categories,
  Category,
  CategoryName,
  CategoryParams,
  ListCategoriesQuery,
} from './category.ts'
import { categoryNotFound, categoryPut, categoryRemove } from './changes.ts'
import { categories } from './table.ts'

export const listCategories = defineOperation({
  id: 'listCategories',
  isExtension: true,
  method: 'GET',
  path: '/categories',
  scope: 'pets:read',
  summary: 'List categories',
  description:
    'Returns a page of the categories, ascending by `id`. A later page is reached by the URL that the `Link` header gives with `rel="next"`; the last page has none. No category that existed throughout is skipped or seen twice.',
  query: ListCategoriesQuery,
  answers: {
    200: {
      description: 'A page of categories; an empty array if there are none.',
      schema: Categories,
    },
  },
  isPaged: true,
  isConditional: true,
  isCacheable: true,
  handle: ({ query: { limit }, after }, { store }) =>
    andThen(store.page(categories, { where: {}, after, limit }), pageOutcome),
})

export const getCategory = defineOperation({
  id: 'getCategory',
  isExtension: true,
  method: 'GET',
  path: '/categories/{categoryId}',
  scope: 'pets:read',
  summary: 'Get one category',
  description: 'Returns the category with this number.',
  params: CategoryParams,
  // Anything but an int64 is the number of no category.
  unreadableParams: 'category_not_found',
  answers: { 200: { description: 'The category.', schema: Category } },
  errors: ['category_not_found'],
  isConditional: true,
  handle: ({ params: { categoryId: id } }, { store }) =>
    andThen(store.find(categories, id), (found) =>
      found === undefined ? categoryNotFound(id) : rowOutcome(found),
    ),
})

export const putCategory = defineOperation({
  id: 'putCategory',
  isExtension: true,
  method: 'PUT',
  path: '/categories/{categoryId}',
  scope: 'categories:write',
  summary: 'Name a category, or rename it',
  description:
    'Gives a number a name, or another one. The client chooses the number, which may be any int64. No animal needs its category to have a name. The same request again changes nothing.',
  params: CategoryParams,
  body: {
    description: 'The name.',
    schema: CategoryName,
    mediaTypes: ['application/json'],
    examples: { name: { value: { name: 'Dogs' } } },
  },
  answers: {
    200: { description: 'The category had a name; it has this one now.', schema: Category },
    201: { description: 'The category has a name now.', schema: Category, headers: ['Location'] },
  },
  isConditional: true,
  handle: async ({ params: { categoryId: id }, body: { name }, precondition, act }, { store }) => {
    const result = resultOf(await store.apply(categoryPut({ id, name }, precondition), act))
    if (result.outcome === 'refused') return result.refusal
    const { outcome, category: value, version } = result
    return outcome === 'created'
      ? { status: 201, value, version, location: { of: getCategory, params: { categoryId: id } } }
      : { status: 200, value, version }
  },
})

export const deleteCategory = defineOperation({
  id: 'deleteCategory',
  isExtension: true,
  method: 'DELETE',
  path: '/categories/{categoryId}',
  scope: 'categories:write',
  summary: 'Delete a category',
  description:
    'Takes the name from a number. The animals of the category stay as they are, with their `categoryId`.',
  params: CategoryParams,
  unreadableParams: 'category_not_found',
  answers: { 204: { description: 'The category has no name any more.' } },
  errors: ['category_not_found'],
  isConditional: true,
  handle: async ({ params: { categoryId: id }, precondition, act }, { store }) => {
    const result = resultOf(await store.apply(categoryRemove(id, precondition), act))
    return result.outcome === 'removed' ? { status: 204 } : result.refusal
  },
})
