import type { Order, OrderStatus, Pet } from '../../../client/src/index.ts'
import type { Fresh } from '../parts/use-load.ts'
import { ask } from '../requests/ask.ts'
import { type Call, callOf } from '../requests/call.ts'
import { may } from '../session/session.ts'

/** A column of the board. */
export type Column = 'held' | 'approved' | 'handedOver' | 'closed'

/** The columns in their order, with the states of orders that each shows. */
export const columns: Readonly<Record<Column, readonly OrderStatus[]>> = {
  held: ['placed'],
  approved: ['approved'],
  handedOver: ['delivered'],
  closed: ['expired', 'cancelled', 'returned'],
}

export const columnNames = Object.keys(columns) as readonly Column[]

type Cursors = Readonly<Partial<Record<Column, string | undefined>>>

/** What the board shows. */
export type Board = {
  readonly orders: readonly Order[]
  /** Where the columns go on of which the service has more orders than are shown. */
  readonly cursors: Cursors
  /** The animals of the orders, by their number; without those that are not in the store any more. */
  readonly pets: ReadonlyMap<bigint, Pet>
}

/** The call that reads one column: all open orders as far as one page goes, or the newest closed ones. */
export const columnCall = (
  column: Column,
  from: { readonly cursor?: string; readonly ifNoneMatch?: string | undefined } = {},
): Call<OrderPage> =>
  callOf('orders', 'list', {
    status: columns[column],
    ...(column === 'held' || column === 'approved'
      ? { limit: 100 }
      : { sort: '-id' as const, limit: 20 }),
    ...from,
  })

type OrderPage = { readonly items: readonly Order[]; readonly nextCursor: string | undefined }

/**
 * Reads the board, or the orders with one word.
 *
 * @param word shows only orders with exactly this word
 * @param etag asks only whether the holds have changed, which costs one request
 */
export const readBoard = async (word: string | undefined, etag?: string): Promise<Fresh<Board>> => {
  if (word !== undefined) {
    const call = callOf('orders', 'list', { reference: word, sort: '-id', limit: 100 })
    const { data } = await ask(call)
    return { data: { orders: data.items, cursors: {}, pets: await petsOf(data.items) } }
  }
  if (etag !== undefined) {
    // Only the news counts: that there is some.
    const { etag: now } = await ask(columnCall('held', { ifNoneMatch: etag }))
    return { data: { orders: [], cursors: {}, pets: new Map() }, etag: now }
  }
  const pages = await Promise.all(columnNames.map((column) => ask(columnCall(column))))
  const orders = pages.flatMap(({ data }) => data.items)
  const cursors = Object.fromEntries(
    columnNames.map((column, n) => [column, pages[n]?.data.nextCursor]),
  )
  // The first is that of the holds.
  return { data: { orders, cursors, pets: await petsOf(orders) }, etag: pages[0]?.etag }
}

/** Reads on in a column, and returns how the board is with what it found. */
export const readOlder = async (
  column: Column,
  cursor: string,
): Promise<(board: Board) => Board> => {
  const { items, nextCursor } = (await ask(columnCall(column, { cursor }))).data
  const pets = await petsOf(items)
  return (board) => {
    const shown = new Set(board.orders.map(({ id }) => id))
    return {
      orders: [...board.orders, ...items.filter(({ id }) => !shown.has(id))],
      cursors: { ...board.cursors, [column]: nextCursor },
      pets: new Map([...board.pets, ...pets]),
    }
  }
}

/** Reads the animals of orders, at most 100 with one request. Without them, numbers are shown. */
const petsOf = async (orders: readonly Order[]): Promise<ReadonlyMap<bigint, Pet>> => {
  const ids = [...new Set(orders.map(({ petId }) => petId))]
  const found = new Map<bigint, Pet>()
  if (!may('pets:read')) return found
  for (let at = 0; at < ids.length; at += 100) {
    try {
      const { data } = await ask(callOf('pets', 'list', { id: ids.slice(at, at + 100) }))
      for (const pet of data.items) found.set(pet.id, pet)
    } catch {
      return found
    }
  }
  return found
}

/** The orders of a column; holds that end soonest come first, else the newest. */
export const ordersOf = ({ orders }: Board, column: Column): readonly Order[] => {
  const its = orders.filter(({ status }) => columns[column].includes(status))
  if (column !== 'held') return its.toSorted((one, other) => (one.id > other.id ? -1 : 1))
  return its.toSorted((one, other) => endOf(one) - endOf(other))
}

/** When a hold ends, in milliseconds since the epoch; never, if it has no end. */
export const endOf = ({ expiresAt }: Order): number =>
  expiresAt === undefined ? Number.POSITIVE_INFINITY : Date.parse(expiresAt)
