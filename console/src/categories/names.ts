import { signal } from '../core/signal.ts'
import type { Category } from '../../../client/src/index.ts'
import type { ReadResult } from '../parts/use-load.ts'
import { ask } from '../requests/ask.ts'
import { callOf } from '../requests/call.ts'
import { keep, keptOr } from '../session/kept.ts'
import { may } from '../session/session.ts'

/** The maximum number of names to read. Further categories are shown by number. */
const maxNames = 1_000

/** The named categories, ascending by number. */
export const categories = signal(keptOr<readonly Category[]>('categories', []))

/** Reads all names. */
export const readCategories = async (
  withdraw?: AbortSignal,
): Promise<ReadResult<readonly Category[]>> => {
  const found: Category[] = []
  let cursor: string | undefined
  do {
    const { data } = await ask(callOf('categories', 'list', { limit: 100, cursor }), withdraw)
    found.push(...data.items)
    cursor = data.nextCursor
  } while (cursor !== undefined && found.length < maxNames)
  categories.value = found
  keep('categories', found)
  return { data: found }
}

let reading: Promise<unknown> | undefined

/** Waits for the names, which are read once. If that fails, numbers are shown. */
export const needCategories = async (): Promise<void> => {
  try {
    if (may('pets:read')) await (reading ??= readCategories())
  } catch {
    reading = undefined
  }
}

/** The name of a number, or undefined if it has none. */
export const categoryName = (id: bigint): string | undefined =>
  categories.value.find((category) => category.id === id)?.name

/** The name of a number, or the number itself. */
export const categoryText = (id: bigint): string => categoryName(id) ?? String(id)

/** Shows a name at once, everywhere; undefined removes it. */
export const showName = (id: bigint, name: string | undefined): void => {
  const all = categories.value.filter((category) => category.id !== id)
  if (name !== undefined) all.push({ id, name })
  categories.value = all.sort((one, other) => (one.id < other.id ? -1 : 1))
}
