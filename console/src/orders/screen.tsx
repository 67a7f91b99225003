import { useEffect, useRef, useState } from 'preact/hooks'
import type { Order } from '../../../client/src/index.ts'
import { readInt64 } from '../core/int64.ts'
import { go, hrefOf, route } from '../core/route.ts'
import { countText, serviceNow, timeText } from '../core/time.ts'
import { CopyAs } from '../parts/copy-as.tsx'
import { Find } from '../parts/find.tsx'
import { ListScreen } from '../parts/list-screen.tsx'
import { openMenu } from '../parts/menu.tsx'
import { Older } from '../parts/older.tsx'
import { AsOf, Empty, Shown } from '../parts/states.tsx'
import { toast } from '../parts/toast.tsx'
import { useClock } from '../parts/use-clock.ts'
import { useLoad } from '../parts/use-load.ts'
import { ask } from '../requests/ask.ts'
import { callOf } from '../requests/call.ts'
import { may } from '../session/session.ts'
import { openHoldDialog } from './ask-hold.ts'
import { HoldQuestion } from './hold-dialog.tsx'
import { Card } from './card.tsx'
import { lastChanged, noteOrder, orderName } from './move.ts'
import { isBoardOld } from './news.ts'
import { OrderPanel } from './order.tsx'
import {
  type Board,
  type Column,
  columnCall,
  columnNames,
  endOf,
  ordersOf,
  readBoard,
  readOlder,
} from './read.ts'

const titles: Readonly<Record<Column, string>> = {
  held: 'Held',
  approved: 'Approved',
  handedOver: 'Handed over',
  closed: 'Closed',
}

/** The orders side by side, by their state. */
export const Screen = () => {
  const [, id = ''] = route.value.path
  const openId = readInt64(id)
  const { word } = route.value.query
  const loaded = useLoad(`orders ${word ?? ''}`, (etag) => readBoard(word, etag), isBoardOld)
  const changed = lastChanged.value
  const board = loaded.data
  // What was done here stays on the board until it is read anew.
  useEffect(() => {
    if (changed !== undefined) loaded.show((read) => withChange(read, changed))
  }, [changed])
  useEnds(board)
  const close = (): void => {
    go(hrefOf(['orders'], { word }))
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`#order-${openId}`)?.focus())
  }
  return (
    <>
      <ListScreen
        title="Orders"
        said={word === undefined ? 'Orders' : `Orders for ${word}`}
        head={
          <>
            <Find
              id="find-order"
              label="Find an order by its number or word"
              placeholder="Find: order number or word"
              onFind={(order, text) =>
                go(
                  order === undefined
                    ? hrefOf(['orders'], { word: text })
                    : hrefOf(['orders', order]),
                )
              }
            />
            {may('orders:write') && (
              <button type="button" class="primary" onClick={() => openHoldDialog()}>
                Hold an animal
              </button>
            )}
          </>
        }
        panel={
          openId === undefined ? undefined : <OrderPanel key={id} id={openId} onClose={close} />
        }
      >
        {word !== undefined && (
          <p class="filters">
            <span>
              Orders for “<bdi>{word}</bdi>”
            </span>
            <a href={hrefOf(['orders'])}>Show all orders</a>
          </p>
        )}
        <Shown loaded={loaded} what="orders">
          {() =>
            board === undefined || board.orders.length === 0 ? (
              <Empty>
                <p>
                  {word === undefined
                    ? 'No orders yet. Hold an animal for somebody and it shows here.'
                    : `No order is for exactly “${word}”.`}
                </p>
              </Empty>
            ) : (
              <BoardOf board={board} openId={openId} show={loaded.show} />
            )
          }
        </Shown>
        <AsOf loaded={loaded} />
        <CopyAs
          calls={columnNames.map((column) => [
            `List the orders: ${titles[column]}`,
            columnCall(column),
          ])}
        />
      </ListScreen>
      <HoldQuestion />
    </>
  )
}

/** The board with an order that was changed here since it was read. */
const withChange = (board: Board, changed: Order): Board => {
  const others = board.orders.filter(({ id }) => id !== changed.id)
  return { ...board, orders: [...others, changed] }
}

/** Looks at the hold that ends next once it has ended, and says so when the service has. */
const useEnds = (board: Board | undefined): void => {
  const next = board && ordersOf(board, 'held')[0]
  useEffect(() => {
    if (next === undefined || board === undefined) return undefined
    // The service ends a hold within a second.
    const wait = endOf(next) - serviceNow() + 1_500
    if (wait > 24 * 3_600_000) return undefined
    const look = async (): Promise<void> => {
      const { data } = await ask(callOf('orders', 'get', next.id))
      const pet = board.pets.get(data.petId)
      noteOrder(data, pet)
      if (data.status !== 'expired') return
      const name = orderName(data, pet)
      toast({ text: `The hold ended at ${timeText(endOf(next))}. ${name} is available again.` })
    }
    const timer = setTimeout(() => void look().catch(() => undefined), Math.max(1_500, wait))
    return () => clearTimeout(timer)
  }, [next?.id, next?.expiresAt])
}

/**
 * The columns. The board is one stop of the Tab key: up and down move in a column, left and right
 * between columns, Enter opens, M shows the moves.
 */
const BoardOf = ({
  board,
  openId,
  show,
}: {
  readonly board: Board
  readonly openId: bigint | undefined
  readonly show: (change: (board: Board) => Board) => void
}) => {
  useClock()
  const place = useRef<HTMLDivElement>(null)
  const [stop, setStop] = useState<string | undefined>()
  const shown = columnNames.map((column) => ({ column, orders: ordersOf(board, column) }))
  const first = shown.flatMap(({ orders }) => orders)[0]
  const stopId = board.orders.some(({ id }) => `order-${id}` === stop) ? stop : `order-${first?.id}`
  useEffect(() => {
    // A card that moved to another column keeps the focus.
    if (document.activeElement === document.body && stop !== undefined) {
      place.current?.querySelector<HTMLElement>(`#${stop}`)?.focus()
    }
  }, [board])
  const onKeyDown = (event: KeyboardEvent): void => {
    const { key, target } = event
    if (!(target instanceof HTMLElement && target.matches('.card-head a'))) return
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const lists = [...(place.current?.querySelectorAll('ul') ?? [])].map((list) => [
      ...list.querySelectorAll<HTMLElement>('.card-head a'),
    ])
    const column = lists.findIndex((links) => links.includes(target))
    const row = lists[column]?.indexOf(target) ?? 0
    const aside = (step: number): HTMLElement | undefined => {
      for (let at = column + step; at >= 0 && at < lists.length; at += step) {
        const links = lists[at] ?? []
        if (links.length > 0) return links[Math.min(row, links.length - 1)]
      }
      return undefined
    }
    if (key === 'ArrowDown' || key === 'j') lists[column]?.[row + 1]?.focus()
    else if (key === 'ArrowUp' || key === 'k') lists[column]?.[row - 1]?.focus()
    else if (key === 'ArrowRight') aside(1)?.focus()
    else if (key === 'ArrowLeft') aside(-1)?.focus()
    else if (key === 'm') openMenu(target.closest('li'))
    else return
    event.preventDefault()
  }
  return (
    <div
      class="board"
      ref={place}
      onKeyDown={onKeyDown}
      onFocusIn={({ target }) => {
        if (target instanceof Element && target.matches('.card-head a')) setStop(target.id)
      }}
    >
      {shown.map(({ column, orders }) => (
        <section key={column} aria-label={titles[column]}>
          <h2>
            {titles[column]}{' '}
            <span class="count">
              {countText(orders.length)}
              {board.cursors[column] !== undefined && '+'}
            </span>
          </h2>
          {orders.length === 0 && <p class="hint">None.</p>}
          <ul>
            {orders.map((order) => (
              <Card
                key={order.id}
                order={order}
                pet={board.pets.get(order.petId)}
                isStop={stopId === `order-${order.id}`}
                isOpen={openId === order.id}
              />
            ))}
          </ul>
          <OlderOf column={column} cursor={board.cursors[column]} show={show} />
        </section>
      ))}
    </div>
  )
}

/** Reads on in a column, if the service has more orders than it shows. */
const OlderOf = ({
  column,
  cursor,
  show,
}: {
  readonly column: Column
  readonly cursor: string | undefined
  readonly show: (change: (board: Board) => Board) => void
}) =>
  cursor === undefined ? null : (
    <Older
      of={`orders: ${titles[column]}`}
      read={async () => show(await readOlder(column, cursor))}
    />
  )
