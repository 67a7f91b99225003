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

/** Which animals a list shows, and which page of them, as the address has it. */
export type Place = {
  /** Undefined if they are found by name. */
  readonly status?: PetStatus | 'all' | undefined
  readonly category?: bigint | undefined
  /** How the names begin. The service takes it without other filters. */
  readonly name?: string | undefined
  /** `id` shows the oldest first; by default the newest are. */
  readonly sort?: 'id' | undefined
  readonly cursor?: string | undefined
  /** From 2 on; undefined for the first, which has no cursor. */
  readonly page?: bigint | undefined
}

/** Reads a place from the address. What it does not know it leaves out. */
export const readPlace = ({ query }: Route): Place => {
  const { status, category = '', name, sort, cursor, page = '' } = query
  return {
    ...(name
      ? { name }
      : {
          status: tabs.find((tab) => tab === status) ?? 'available',
          category: readInt64(category),
          sort: sort === 'id' ? sort : undefined,
        }),
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
    sort: name || sort ? undefined : '-id',
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
