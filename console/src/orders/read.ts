import { t } from '../core/language.ts'
import type { Order, OrderStatus, Pet } from '../../../client/src/index.ts'
import type { ReadResult } from '../parts/use-load.ts'
import { readPets } from '../model/read-known.ts'
import { needPeople } from '../contacts/names.ts'
import { ask } from '../requests/ask.ts'
import { type Call, callOf } from '../requests/call.ts'
import { may } from '../session/session.ts'

/** The statuses in which an order holds its animal. */
export const openStates: readonly OrderStatus[] = ['placed', 'approved']

/** A column of the board, as named in the URL. */
export type Column = 'Held' | 'Approved' | 'Handed over' | 'Closed'

/** The columns in their order: the heading of each, and the statuses of the orders in it. */
export const columns: Readonly<Record<Column, readonly [word: string, ...OrderStatus[]]>> = {
  Held: [t('Held'), 'placed'],
  Approved: [t('Approved'), 'approved'],
  'Handed over': [t('Handed over'), 'delivered'],
  Closed: [t('Closed'), 'expired', 'cancelled', 'returned'],
}

export const columnNames = Object.keys(columns) as readonly Column[]

/** What the board shows. */
export type Board = {
  readonly orders: readonly Order[]
  /** The cursors of the columns for which the service has more orders than are shown. */
  readonly cursors: Readonly<Partial<Record<Column, string | undefined>>>
  /** The animals of the orders by id, without those that no longer exist. */
  readonly pets: ReadonlyMap<bigint, Pet>
}

/** The call for a page of the open orders, or of the closed ones with the newest first. The board needs both: two requests. */
export const boardCall = (
  isOpen: boolean,
  from: { readonly cursor?: string; readonly ifNoneMatch?: string | undefined } = {},
): Call<OrderPage> =>
  callOf('orders', 'list', {
    ...(isOpen
      ? { status: openStates, limit: 100 }
      : {
          status: ['delivered', 'expired', 'cancelled', 'returned'],
          sort: '-id',
          limit: 40,
        }),
    ...from,
  })

/** The cursors of the two columns that are read together. */
const cursorsOf = (isOpen: boolean, cursor: string | undefined): Board['cursors'] =>
  isOpen ? { Held: cursor, Approved: cursor } : { 'Handed over': cursor, Closed: cursor }

type OrderPage = { readonly items: readonly Order[]; readonly nextCursor: string | undefined }

/**
 * Reads the board, or the orders with one reference.
 *
 * @param word only orders with exactly this reference
 * @param ifNoneMatch asks only whether the open orders, or those with `word`, have changed, which costs one request
 */
export const readBoard = async (
  word: string | undefined,
  signal: AbortSignal,
  ifNoneMatch?: string,
): Promise<ReadResult<Board>> => {
  const calls = word
    ? [callOf('orders', 'list', { reference: word, sort: '-id', limit: 100, ifNoneMatch })]
    : [true, false].map((isOpen) => boardCall(isOpen, { ifNoneMatch }))
  // The first call reads the open orders. With `ifNoneMatch` it only matters whether anything is new.
  const sent = ifNoneMatch ? calls.slice(0, 1) : calls
  const pages = await Promise.all(sent.map((call) => ask(call, signal)))
  const orders = pages.flatMap(({ data }) => data.items)
  const [open, closed] = pages.map(({ data }) => data.nextCursor)
  return {
    data: {
      orders,
      cursors: word ? {} : { ...cursorsOf(true, open), ...cursorsOf(false, closed) },
      pets: await petsOf(ifNoneMatch ? [] : orders, signal),
    },
    etag: pages[0]?.etag,
  }
}

/** Reads the next page of a column and of the one read together with it. Returns a function that adds it to the board. */
export const readOlder = async (
  column: Column,
  cursor: string,
  signal: AbortSignal,
): Promise<(board: Board) => Board> => {
  const isOpen = column === 'Held' || column === 'Approved'
  const { items, nextCursor } = (await ask(boardCall(isOpen, { cursor }), signal)).data
  const found = await petsOf(items, signal)
  return ({ orders, cursors, pets }) => ({
    orders: lastOfEach([...items, ...orders]),
    cursors: { ...cursors, ...cursorsOf(isOpen, nextCursor) },
    pets: new Map([...pets, ...found]),
  })
}

/** Each order once, in its last state. */
export const lastOfEach = (orders: readonly Order[]): readonly Order[] => [
  ...new Map(orders.map((order) => [order.id, order])).values(),
]

/** Reads the animals of orders, and the people they are for. If that fails, the board shows ids. */
export const petsOf = async (
  orders: readonly Order[],
  signal: AbortSignal,
): Promise<Board['pets']> => {
  void needPeople(orders)
  const ids = may('pets:read') ? [...new Set(orders.map(({ petId }) => petId))] : []
  return await readPets(ids, signal).catch(() => new Map())
}

/** The orders of a column: holds by the earliest end, others by the newest. */
export const ordersOf = ({ orders }: Board, column: Column): readonly Order[] =>
  orders
    .filter(({ status }) => columns[column].includes(status))
    .toSorted((one, other) =>
      column === 'Held' ? endOf(one) - endOf(other) : one.id > other.id ? -1 : 1,
    )

/** When a hold ends, in milliseconds since the epoch; `Infinity` if it has no end. */
export const endOf = ({ expiresAt }: Order): number =>
  expiresAt ? Date.parse(expiresAt) : Infinity
