import { isMet, type Precondition } from '../data/precondition.ts'
import { type Change, insert, remove, type Rule, update } from '../data/change.ts'
import type { Category } from './category.ts'
import { categories } from './table.ts'

/** Gives a number a name, or another name. */
export type CategoryPut = Change<
  | {
      readonly outcome: 'created' | 'stands'
      readonly category: Category
      readonly version: bigint
    }
  | { readonly outcome: 'precondition_failed' }
> & {
  readonly kind: 'category.put'
  readonly category: Category
  readonly precondition: Precondition
}

export const categoryPut = (category: Category, precondition: Precondition): CategoryPut => ({
  kind: 'category.put',
  category,
  precondition,
})

export const categoryPutRule: Rule<CategoryPut> = {
  kind: 'category.put',
  rows: ({ category: { id } }) => [{ table: categories, id }],
  decide: ({ category, precondition }, [found]) => {
    if (!isMet(precondition, found)) return { refused: { outcome: 'precondition_failed' } }
    if (found === undefined) {
      return {
        writes: [insert(categories, category)],
        result: ([made]) => ({ outcome: 'created', category, version: made?.version ?? 1n }),
      }
    }
    return {
      writes: [update(categories, category.id, category)],
      result: ([{ version } = found]) => ({ outcome: 'stands', category, version }),
    }
  },
}

/** Removes the name of a number. Animals with this number stay as they are. */
export type CategoryRemove = Change<{
  readonly outcome: 'removed' | 'not_found' | 'precondition_failed'
}> & {
  readonly kind: 'category.remove'
  readonly id: bigint
  readonly precondition: Precondition
}

export const categoryRemove = (id: bigint, precondition: Precondition): CategoryRemove => ({
  kind: 'category.remove',
  id,
  precondition,
})

export const categoryRemoveRule: Rule<CategoryRemove> = {
  kind: 'category.remove',
  rows: ({ id }) => [{ table: categories, id }],
  decide: ({ id, precondition }, [found]) => {
    if (found === undefined) return { refused: { outcome: 'not_found' } }
    if (!isMet(precondition, found)) return { refused: { outcome: 'precondition_failed' } }
    return { writes: [remove(categories, id)], result: () => ({ outcome: 'removed' }) }
  },
}
