import { type Decision, defineChange, insert, remove, update } from '../data/change.ts'
import { isMet, type Precondition } from '../data/precondition.ts'
import type { Category } from './category.ts'
import { categories } from './table.ts'

type CategoryPut =
  | {
      readonly outcome: 'created' | 'updated'
      readonly category: Category
      readonly version: bigint
    }
  | { readonly outcome: 'precondition_failed' }

/** Names a category, or renames it. */
export const categoryPut = defineChange({
  kind: 'category.put',
  parts: (category: Category, precondition: Precondition) => ({ category, precondition }),
  rows: ({ category: { id } }) => [{ table: categories, id }],
  decide: ({ category, precondition }, [found]): Decision<CategoryPut> => {
    if (!isMet(precondition, found)) return { refused: { outcome: 'precondition_failed' } }
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
  decide: (
    { id, precondition },
    [found],
  ): Decision<{ readonly outcome: 'removed' | 'not_found' | 'precondition_failed' }> => {
    if (found === undefined) return { refused: { outcome: 'not_found' } }
    if (!isMet(precondition, found)) return { refused: { outcome: 'precondition_failed' } }
    return { writes: [remove(categories, id)], result: () => ({ outcome: 'removed' }) }
  },
})
