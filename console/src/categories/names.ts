import { signal } from '../core/signal.ts'
import type { Category } from '../../../client/src/index.ts'
import { ask } from '../requests/ask.ts'
import { callOf } from '../requests/call.ts'
import { may } from '../session/session.ts'

/** Pages of 100 that are read at most. Numbers beyond keep their number as their name. */
const mostPages = 10

/** The named categories, ascending by number, or undefined before they were read. */
export const categories = signal<readonly Category[] | undefined>(undefined)

/** Reads all names. */
export const readCategories = async (): Promise<readonly Category[]> => {
  const found: Category[] = []
  let cursor: string | undefined
  for (let page = 0; page < mostPages; page += 1) {
    const { data } = await ask(callOf('categories', 'list', { limit: 100, cursor }))
    found.push(...data.items)
    cursor = data.nextCursor
    if (cursor === undefined) break
  }
  categories.value = found
  return found
}

/** Reads the names unless they are there. If they cannot be read, numbers are shown. */
export const needCategories = (): void => {
  if (categories.value === undefined && may('pets:read'))
    void readCategories().catch(() => undefined)
}

/** The name of a number, or undefined if it has none. */
export const categoryName = (id: bigint): string | undefined =>
  categories.value?.find((category) => category.id === id)?.name

/** Shows a name at once, everywhere; undefined takes it away. */
export const showName = (id: bigint, name: string | undefined): void => {
  const others = (categories.value ?? []).filter((category) => category.id !== id)
  const all = name === undefined ? others : [...others, { id, name }]
  categories.value = all.toSorted((one, other) => (one.id < other.id ? -1 : 1))
}
