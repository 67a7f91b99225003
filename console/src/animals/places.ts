import { t } from '../core/language.ts'
import type { Page, PetStatus } from '../../../client/src/index.ts'
import { readItem, writeItem } from '../core/tab-storage.ts'
import { go, hrefOf, type Route } from '../core/route.ts'
import { readInt64 } from '../core/int64.ts'
import { type Call, callOf } from '../requests/call.ts'
import { fieldWords } from '../model/fields.ts'
import { profileWords } from '../model/profile-fields.ts'
import { petStatuses } from '../words.ts'

/** The number of animals on a page. */
const pageSize = 50

/** The tabs of the list, by status. */
export const tabs: ReadonlyArray<PetStatus | 'all'> = [...petStatuses, 'all']

/** The columns by which the browser sorts the animals of a page, with their labels. */
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

/** The sort orders of a list besides the newest first, with their labels. */
export const sorts: Readonly<Record<SortColumn, string>> = {
  id: t('Oldest first'),
  name: t('By name'),
  ...localSorts,
}

export type Sort = SortColumn | `-${SortColumn}`

/** Reads a sort order from the URL or a select. */
export const readSort = (text = ''): Sort | undefined =>
  text.replace(/^-/, '') in sorts && text !== '-id' ? (text as Sort) : undefined

/** The sort order requested from the service: `name`, `id` for the oldest first, or undefined for the newest first. */
const servedSort = ({ sort }: Place): 'id' | 'name' | undefined =>
  sort === 'id' ? sort : sort?.endsWith('name') ? 'name' : undefined

/** The part of a place that the service serves, without the sort order applied in the browser. */
export const servedPlace = (place: Place): Place => ({ ...place, sort: servedSort(place) })

/** The column by which the browser sorts the page, if any. */
export const localColumn = (place: Place): SortColumn | undefined =>
  place.sort === servedSort(place) ? undefined : (place.sort?.replace('-', '') as SortColumn)

/** The direction in which the list is sorted by a column; undefined if it is not. */
export const directionOf = (
  { sort, name }: Place,
  column: SortColumn,
): 'ascending' | 'descending' | undefined => {
  const now = sort ?? (name ? 'name' : '-id')
  return now === column ? 'ascending' : now === `-${column}` ? 'descending' : undefined
}

/** The URL of the same list in another sort order. It keeps the page if the request to the service is the same. */
export const sortHref = (place: Place, sort: Sort | undefined): string => {
  const next = { ...place, sort: readSort(sort) }
  return servedSort(next) === servedSort(place) ? placeHref(next) : firstHref(next)
}

/** Whether the list is sorted by name. */
export const isByName = ({ name, sort }: Place): boolean => name !== undefined || sort === 'name'

/** The filters, the sort order and the page of a list, as in the URL. */
export type Place = {
  readonly status?: PetStatus | 'all' | undefined
  readonly category?: bigint | undefined
  /** The prefix of the names. Such a list is sorted by name. */
  readonly name?: string | undefined
  /** By default the newest come first; `id` sorts the oldest first, and `-breed` by breed from Z to A. */
  readonly sort?: Sort | undefined
  readonly cursor?: string | undefined
  /** From 2 on; undefined for the first page, which has no cursor. */
  readonly page?: bigint | undefined
}

/** Reads a place from the URL. Unknown values are left out. */
export const readPlace = ({ query }: Route): Place => {
  const { status, category = '', name, sort, cursor, page = '' } = query
  return {
    status: tabs.find((tab) => tab === status) ?? (name ? 'all' : 'available'),
    category: readInt64(category),
    ...(name && { name }),
    // A list filtered by name is always served in the order of names.
    sort: name && /^(?:id|name)$/.test(sort ?? '') ? undefined : readSort(sort),
    ...(cursor && { cursor, page: readInt64(page) ?? 2n }),
  }
}

/** The URL of a place, with what is shown beside the list: an animal, or a form. */
export const placeHref = (place: Place, beside: ReadonlyArray<string | bigint> = []): string =>
  hrefOf(['animals', ...beside], place)

/** The URL of the first page of a list with changed filters. */
export const firstHref = (place: Place, change: Place = {}): string =>
  placeHref({ ...place, cursor: undefined, page: undefined, ...change })

/** The call that reads the animals of a place. */
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

/** The storage name for the cursor of the page before the one with this cursor; the value is empty for the first page. */
const before = (cursor: string): string => `before:${cursor}`

/** Goes to the next page, and remembers the way back. */
export const goNext = (place: Place, cursor: string): void => {
  writeItem(before(cursor), place.cursor ?? '')
  go(placeHref({ ...place, cursor, page: (place.page ?? 1n) + 1n }))
}

/** The URL of the previous page; undefined if it is unknown how the user came here. */
export const previousHref = (place: Place): string | undefined => {
  const cursor = readItem<string>(before(place.cursor ?? ''))
  if (cursor === undefined) return undefined
  return cursor ? placeHref({ ...place, cursor, page: (place.page ?? 2n) - 1n }) : firstHref(place)
}
