import { type Change, insert, remove, type Rule, update } from '../data/change.ts'
import type { Category } from './category.ts'
import { categories } from './table.ts'

/** Names a number, or gives it another name. */
export type CategoryPut = Change<
  | { readonly outcome: 'created' | 'stands'; readonly category: Category }
  | { readonly outcome: 'named_before' }
> & {
  readonly kind: 'category.put'
  readonly category: Category
  /** Whether a number that has a name is to keep it. */
  readonly isNew: boolean
}

export const categoryPut = (category: Category, isNew: boolean): CategoryPut => ({
  kind: 'category.put',
  category,
  isNew,
})

export const categoryPutRule: Rule<CategoryPut> = {
  kind: 'category.put',
  rows: ({ category: { id } }) => [{ table: categories, id }],
  decide: ({ category, isNew }, [row]) => {
    // The row is of the table that was asked for.
    const before = row as Category | undefined
    if (before === undefined) {
      return {
        writes: [insert(categories, category)],
        result: () => ({ outcome: 'created', category }),
      }
    }
    if (isNew) return { refused: { outcome: 'named_before' } }
    const { id, name } = category
    return {
      writes: name === before.name ? [] : [update(categories, id, { name })],
      result: () => ({ outcome: 'stands', category }),
    }
  },
}

/** Takes the name from a number. The animals that bear the number stay as they are. */
export type CategoryRemove = Change<{ readonly outcome: 'removed' | 'not_found' }> & {
  readonly kind: 'category.remove'
  readonly id: bigint
}

export const categoryRemove = (id: bigint): CategoryRemove => ({ kind: 'category.remove', id })

export const categoryRemoveRule: Rule<CategoryRemove> = {
  kind: 'category.remove',
  rows: ({ id }) => [{ table: categories, id }],
  decide: ({ id }, [category]) =>
    category === undefined
      ? { refused: { outcome: 'not_found' } }
      : { writes: [remove(categories, id)], result: () => ({ outcome: 'removed' }) },
}
