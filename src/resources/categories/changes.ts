import { unmet } from '../../kit/entity-tags.ts'
import { type Refusal, refusal } from '../../base/errors/api-error.ts'
import {
  type Decision,
  defineChange,
  insert,
  type Precondition,
  refuse,
  type Refused,
  update,
} from '../../base/data/change.ts'
import { rowRemoval } from '../../kit/row-changes.ts'
import { categories, type Category } from './category.ts'

export const categoryNotFound = (id: bigint): Refusal =>
  refusal('category_not_found', `There is no category with the id ${id}.`)

const called = 'The name of the category'

type CategoryPut =
  | {
      readonly outcome: 'created' | 'updated'
      readonly category: Category
      readonly version: bigint
    }
  | Refused

export const categoryPut = defineChange({
  kind: 'category.put',
  parts: (category: Category, precondition: Precondition) => ({ category, precondition }),
  rows: ({ category: { id } }) => [{ table: categories, id }],
  decide: ({ category, precondition }, [found]): Decision<CategoryPut> => {
    const fault = unmet(`${called} ${category.id}`, precondition, found)
    if (fault !== undefined) return refuse(fault)
    if (found === undefined) {
      return {
        writes: [insert(categories, category)],
        result: ([made]) => ({ outcome: 'created', category, version: made?.version ?? 1n }),
      }
    }
    return {
      writes: [update(categories, category.id, category)],
      result: ([{ version } = found]) => ({ outcome: 'updated', category, version }),
    }
  },
})

/** Removes the name of a number. Animals with this number stay as they are. */
export const categoryRemove = rowRemoval({
  table: categories,
  name: 'category',
  called,
  notFound: categoryNotFound,
})
