import type { Static } from 'typebox'
import { Type } from '../../base/schema/type.ts'
import { Int64, Name } from '../../kit/fields.ts'
import { listOf } from '../../kit/paging.ts'

const name = Name("The category's name", 'Dogs')

export const Category = Type.Object(
  {
    id: Int64('The `categoryId` that animals of this category bear, chosen by the client.', 3n),
    name,
  },
  {
    title: 'Category',
    description: 'A category: the name of a number that animals may bear as their `categoryId`.',
  },
)
export type Category = Static<typeof Category>

export const Categories = listOf('Categories', Category)

export const CategoryName = Type.Object(
  { name },
  {
    title: 'CategoryName',
    description: 'The name that a category is to have.',
    additionalProperties: false,
  },
)

export const CategoryParams = Type.Object({
  categoryId: Int64('The number that the category names.', 3n),
})
