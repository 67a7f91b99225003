import type { PetStatus } from '../../../client/src/index.ts'
import { keep, kept } from '../core/kept.ts'
import { hrefOf, type Route } from '../core/route.ts'
import { readInt64 } from '../core/int64.ts'
import { type Call, callOf } from '../requests/call.ts'
import type { Page } from '../../../client/src/index.ts'

/** Animals on a page. */
const pageSize = 50

/** Which animals a list shows, and which page of them. */
export type Place = {
  readonly tab: PetStatus | 'all'
  readonly category: bigint | undefined
  /** How the names begin. The service takes it without other filters. */
  readonly name: string | undefined
  /** `-id` shows the newest first. */
  readonly sort: '-id' | undefined
  readonly cursor: string | undefined
  /** From 1 on. */
  readonly page: number
}

const tabs: ReadonlySet<string> = new Set(['available', 'pending', 'sold', 'all'])

/** Reads a place from the address. What it does not know it leaves out. */
export const readPlace = ({ query }: Route): Place => {
  const { status = '', category = '', name, sort, cursor, page = '' } = query
  const tab = tabs.has(status) ? (status as Place['tab']) : 'available'
  return {
    tab: name === undefined ? tab : 'all',
    category: name === undefined ? readInt64(category) : undefined,
    name,
    sort: name === undefined && sort === '-id' ? sort : undefined,
    cursor,
    page: cursor === undefined ? 1 : Math.max(2, Number.parseInt(page, 10) || 2),
  }
}

/** What the address has of a place. */
export const placeQuery = (
  place: Place,
): Readonly<Record<string, string | bigint | undefined>> => ({
  status: place.name === undefined && place.tab !== 'available' ? place.tab : undefined,
  category: place.category,
  name: place.name,
  sort: place.sort,
  cursor: place.cursor,
  page: place.cursor === undefined ? undefined : String(place.page),
})

/** The address of a place, with what stands beside the list: an animal, or a form. */
export const placeHref = (place: Place, beside: ReadonlyArray<string | bigint> = []): string =>
  hrefOf(['animals', ...beside], placeQuery(place))

/** The first page of other animals. */
export const firstPage = (place: Place, change: Partial<Place> = {}): Place => ({
  ...place,
  cursor: undefined,
  page: 1,
  ...change,
})

/** The call that reads a place. */
export const placeCall = (place: Place, ifNoneMatch?: string): Call<Page> =>
  callOf('pets', 'list', {
    status: place.tab === 'all' ? undefined : place.tab,
    categoryId: place.category,
    name: place.name,
    sort: place.sort,
    limit: pageSize,
    cursor: place.cursor,
    ifNoneMatch,
  })

/** What tells the lists apart, whatever their page. */
const listName = (place: Place): string => `places:${hrefOf([], placeQuery(firstPage(place)))}`

/** Remembers the cursor of the page after this one, for the way back from there. */
const rememberNext = (place: Place, cursor: string): void => {
  const cursors = kept<Array<string | null>>(listName(place)) ?? []
  // The cursor of page n stands at n - 2, because page 1 needs none.
  cursors[place.page - 1] = cursor
  keep(listName(place), cursors)
}

/** The page after this one. */
export const nextPlace = (place: Place, cursor: string): Place => {
  rememberNext(place, cursor)
  return { ...place, cursor, page: place.page + 1 }
}

/** The page before this one, or undefined if it is not known how somebody came here. */
export const previousPlace = (place: Place): Place | undefined => {
  if (place.page <= 1) return undefined
  if (place.page === 2) return firstPage(place)
  const cursor = kept<Array<string | null>>(listName(place))?.[place.page - 3]
  return cursor ? { ...place, cursor, page: place.page - 1 } : undefined
}
