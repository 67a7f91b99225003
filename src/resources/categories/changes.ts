import { preconditionFailed } from '../../kit/entity-tags.ts'
import { type Refusal, refusal } from '../../base/errors/api-error.ts'
import {
  type Decision,
  defineChange,
  insert,
  refuse,
  type Refused,
  remove,
  update,
} from '../../base/data/change.ts'
import { isMet, type Precondition } from '../../base/data/precondition.ts'
import type { Category } from './category.ts'
import { categories } from './table.ts'

export const categoryNotFound = (id: bigint): Refusal =>
  refusal('category_not_found', `There is no category with the id ${id}.`)

const notMet = (id: bigint, precondition: Precondition): Refusal =>
  preconditionFailed(`The name of the category ${id}`, precondition)

type CategoryPut =
  | {
      readonly outcome: 'created' | 'updated'
      readonly category: Category
      readonly version: bigint
    }
  | Refused

/** Names a category, or renames it. */
export const categoryPut = defineChange({
  kind: 'category.put',
  parts: (category: Category, precondition: Precondition) => ({ category, precondition }),
  rows: ({ category: { id } }) => [{ table: categories, id }],
  decide: ({ category, precondition }, [found]): Decision<CategoryPut> => {
    if (!isMet(precondition, found)) return refuse(notMet(category.id, precondition))
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
export const categoryRemove = defineChange({
  kind: 'category.remove',
  parts: (id: bigint, precondition: Precondition) => ({ id, precondition }),
  rows: ({ id }) => [{ table: categories, id }],
  decide: ({ id, precondition }, [found]): Decision<{ readonly outcome: 'removed' } | Refused> => {
    if (found === undefined) return refuse(categoryNotFound(id))
    if (!isMet(precondition, found)) return refuse(notMet(id, precondition))
    return { writes: [remove(categories, id)], result: () => ({ outcome: 'removed' }) }
  },
})
