import { t } from '../core/language.ts'
import type { Page, PetStatus } from '../../../client/src/index.ts'
import { readItem, writeItem } from '../core/tab-storage.ts'
import { go, hrefOf, type Route } from '../core/route.ts'
import { readInt64 } from '../core/int64.ts'
import { type Call, callOf } from '../requests/call.ts'
import { fieldWords } from '../model/fields.ts'
import { profileWords } from '../model/profile-fields.ts'
import { petStatuses } from '../words.ts'

/** Animals on a page. */
const pageSize = 50

/** Which animals a list shows, by their status. */
export const tabs: ReadonlyArray<PetStatus | 'all'> = [...petStatuses, 'all']

/** The columns by which the animals of a page are sorted in the browser, and what staff call each. */
const localSorts = {
  breed: profileWords.breed,
  category: fieldWords.categoryId,
  status: fieldWords.status,
  location: profileWords.location,
  arrivedOn: t('Days here'),
} as const

export type LocalColumn = keyof typeof localSorts

/** A column by which a list can be sorted. */
export type SortColumn = 'id' | 'name' | LocalColumn

/** The orders of a list besides the newest first, and what staff call each. */
export const sorts: Readonly<Record<SortColumn, string>> = {
  id: t('Oldest first'),
  name: t('By name'),
  ...localSorts,
}

export type Sort = SortColumn | `-${SortColumn}`

/** Reads an order from an address or a choice. */
export const readSort = (text = ''): Sort | undefined =>
  text.replace(/^-/, '') in sorts && text !== '-id' ? (text as Sort) : undefined

/** The order in which the service is asked for a list: by name, or by number with the oldest or, without one, the newest first. */
const servedSort = ({ sort }: Place): 'id' | 'name' | undefined =>
  sort === 'id' ? sort : sort?.endsWith('name') ? 'name' : undefined

/** Which animals the service is asked for, whatever their order on the page. */
export const servedPlace = (place: Place): Place => ({ ...place, sort: servedSort(place) })

/** The column by which the page sorts what the service gave, if it does. */
export const localColumn = (place: Place): SortColumn | undefined =>
  place.sort === servedSort(place) ? undefined : (place.sort?.replace('-', '') as SortColumn)

/** Whether the list is sorted by a column, and which way. */
export const directionOf = (
  { sort, name }: Place,
  column: SortColumn,
): 'ascending' | 'descending' | undefined => {
  const now = sort ?? (name ? 'name' : '-id')
  return now === column ? 'ascending' : now === `-${column}` ? 'descending' : undefined
}

/** The address of the same list in another order: on the same page if the service is asked for the same. */
export const sortHref = (place: Place, sort: Sort | undefined): string => {
  const next = { ...place, sort: readSort(sort) }
  return servedSort(next) === servedSort(place) ? placeHref(next) : firstHref(next)
}

/** Whether the list is in the order of names. */
export const isByName = ({ name, sort }: Place): boolean => name !== undefined || sort === 'name'

/** Which animals a list shows, in which order, and which page of them, as the address has it. */
export type Place = {
  readonly status?: PetStatus | 'all' | undefined
  readonly category?: bigint | undefined
  /** How the names begin. Such a list is in the order of names. */
  readonly name?: string | undefined
  /** By default the newest are first; `id` has the oldest first, and `-breed` sorts by breed from Z to A. */
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
    ...(name && { name }),
    // What has a name is served by name alone.
    sort: name && /^(?:id|name)$/.test(sort ?? '') ? undefined : readSort(sort),
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
export const placeCall = (place: Place, ifNoneMatch?: string): Call<Page> => {
  const { status, category, name, sort, cursor } = servedPlace(place)
  return callOf('pets', 'list', {
    status: status === 'all' ? undefined : status,
    categoryId: category,
    name,
    sort: name || sort === 'id' ? undefined : sort === 'name' ? sort : '-id',
    limit: pageSize,
    cursor,
    ifNoneMatch,
  })
}

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
