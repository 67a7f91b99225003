import type { Static } from 'typebox'
import { Component, Type } from '../../base/schema/type.ts'
import { Int64, Name } from '../../kit/fields.ts'
import { listOf } from '../../kit/paging.ts'
import { plainTypes, type Table } from '../../base/data/table.ts'

const name = { ...Name("The category's name.", 'Dogs'), title: 'NameOfCategory' }

export const Category = Component(
  'Category',
  'A category: the name of a number that animals may have as their `categoryId`.',
  {
    id: Int64('The `categoryId` of the animals of this category, chosen by the client.', 3n),
    name,
  },
)
export type Category = Static<typeof Category>

export const Categories = listOf('Categories', Category)

export const CategoryName = Component(
  'CategoryName',
  'The new name of a category.',
  { name },
  { additionalProperties: false },
)

export const CategoryParams = Type.Object({
  categoryId: Int64('The number that the category names.', 3n),
})

export const categories = {
  name: 'categories',
  schema: Category,
  id: 'chosen',
  filters: [],
  search: { kind: 'category', title: 'name' },
  events: { ...plainTypes('category'), topics: {} },
} as const satisfies Table
