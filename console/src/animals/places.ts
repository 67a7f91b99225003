import { t } from '../core/language.ts'
import type { Page, PetStatus } from '../../../client/src/index.ts'
import { readItem, writeItem } from '../core/tab-storage.ts'
import { go, hrefOf, type Route } from '../core/route.ts'
import { readInt64 } from '../core/int64.ts'
import { type Call, callOf } from '../requests/call.ts'
import { petStatuses } from '../words.ts'

/** Animals on a page. */
const pageSize = 50

/** Which animals a list shows, by their status. */
export const tabs: ReadonlyArray<PetStatus | 'all'> = [...petStatuses, 'all']

/** The orders of a list besides the newest first, and what staff call each. */
export const sorts = { id: t('Oldest first'), name: t('By name') } as const

export type Sort = keyof typeof sorts

/** Reads an order from an address or a choice. */
export const readSort = (text = ''): Sort | undefined =>
  text === 'id' || text === 'name' ? text : undefined

/** Whether the list is in the order of names. */
export const isByName = ({ name, sort }: Place): boolean => name !== undefined || sort === 'name'

/** Which animals a list shows, and which page of them, as the address has it. */
export type Place = {
  readonly status?: PetStatus | 'all' | undefined
  readonly category?: bigint | undefined
  /** How the names begin. Such a list is in the order of names. */
  readonly name?: string | undefined
  /** `id` shows the oldest first, `name` is the order of names; by default the newest are first. */
  readonly sort?: Sort | undefined
  readonly cursor?: string | undefined
  /** From 2 on; undefined for the first, which has no cursor. */
  readonly page?: bigint | undefined
}

/** Reads a place from the address. What it does not know it leaves out. */
export const readPlace = ({ query }: Route): Place => {
  const { status, category = '', name, sort, cursor, page = '' } = query
  return {
    status: tabs.find((tab) => tab === status) ?? (name ? 'all' : 'available'),
    category: readInt64(category),
    ...(name ? { name } : { sort: readSort(sort) }),
    ...(cursor && { cursor, page: readInt64(page) ?? 2n }),
  }
}

/** The address of a place, with what stands beside the list: an animal, or a form. */
export const placeHref = (place: Place, beside: ReadonlyArray<string | bigint> = []): string =>
  hrefOf(['animals', ...beside], place)

/** The address of the first page of other animals. */
export const firstHref = (place: Place, change: Place = {}): string =>
  placeHref({ ...place, cursor: undefined, page: undefined, ...change })

/** The call that reads a place. */
export const placeCall = (
  { status, category, name, sort, cursor }: Place,
  ifNoneMatch?: string,
): Call<Page> =>
  callOf('pets', 'list', {
    status: status === 'all' ? undefined : status,
    categoryId: category,
    name,
    sort: sort === 'name' ? sort : name || sort ? undefined : '-id',
    limit: pageSize,
    cursor,
    ifNoneMatch,
  })

/** Where the cursor of the page before the one with this cursor is kept; it is empty for the first page. */
const before = (cursor: string): string => `before:${cursor}`

/** Goes to the page after this one, and remembers the way back from there. */
export const goNext = (place: Place, cursor: string): void => {
  writeItem(before(cursor), place.cursor ?? '')
  go(placeHref({ ...place, cursor, page: (place.page ?? 1n) + 1n }))
}

/** The address of the page before this one, or undefined if it is not known how somebody came here. */
export const previousHref = (place: Place): string | undefined => {
  const cursor = readItem<string>(before(place.cursor ?? ''))
  if (cursor === undefined) return undefined
  return cursor ? placeHref({ ...place, cursor, page: (place.page ?? 2n) - 1n }) : firstHref(place)
}
