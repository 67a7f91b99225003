import { useEffect, useState } from 'preact/hooks'
import type { Order } from '../../../client/src/index.ts'
import { needCategories } from '../categories/names.ts'
import { readInt64 } from '../core/int64.ts'
import { go, hrefOf, route } from '../core/route.ts'
import { countText, rich, t } from '../core/language.ts'
import { serviceNow, timeText } from '../core/time.ts'
import { FindOne } from '../find/find.tsx'
import { CopyAs } from '../parts/copy-as.tsx'
import { ListScreen } from '../parts/list-screen.tsx'
import { openMenu } from '../parts/menu.tsx'
import { Older } from '../parts/older.tsx'
import { focusRowOf, onRowKey } from '../parts/rows.ts'
import { AsOf, Empty, Loadable } from '../parts/states.tsx'
import { Tabs } from '../parts/tabs.tsx'
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
  boardCall,
  type Column,
  columnNames,
  columns,
  endOf,
  lastOfEach,
  ordersOf,
  readBoard,
  readOlder,
} from './read.ts'

/** The board: the orders in columns by status. */
export const Screen = () => {
  const [, id = ''] = route.value.path
  const openId = readInt64(id)
  const { word, column } = route.value.query
  const name = hrefOf(['orders'], { word })
  const loaded = useLoad(name, (signal, etag) => readBoard(word, signal, etag), isBoardOld)
  const changed = lastChanged.value
  const { data: board, show } = loaded
  // An order changed on this page stays on the board until the board is read again.
  useEffect(() => {
    if (changed) show((read) => ({ ...read, orders: lastOfEach([...read.orders, changed]) }))
  }, [changed])
  useEnds(board)
  useEffect(() => void needCategories(), [])
  const close = (): void => {
    go(hrefOf(['orders'], { word, column }))
    focusRowOf(id)
  }
  return (
    <>
      <ListScreen
        title={t('Orders')}
        said={word ? t('Orders for {word}', { word }) : t('Orders')}
        head={
          <>
            <FindOne
              kind="order"
              label={t('Find an order by its number or word')}
              placeholder={t('Find: order number or word')}
              more={(text) => ({
                group: '',
                words: <span>{rich('Orders for “{word}”', { word: <bdi>{text}</bdi> })}</span>,
                act: () => go(hrefOf(['orders'], { word: text })),
              })}
            />
            {may('orders:write') && (
              <button type="button" class="primary" onClick={() => openHoldDialog()}>
                {t('Hold an animal')}
              </button>
            )}
          </>
        }
        panel={openId !== undefined && <OrderPanel key={id} id={openId} onClose={close} />}
      >
        {word && (
          <p class="filters">
            <span>{rich('Orders for “{word}”', { word: <bdi>{word}</bdi> })}</span>
            <a href={hrefOf(['orders'])}>{t('Show all orders')}</a>
          </p>
        )}
        <Loadable loaded={loaded} what={t('orders')}>
          {(shown) =>
            shown.orders.length === 0 ? (
              <Empty>
                <p>
                  {word
                    ? t('No order is for exactly “{word}”.', { word })
                    : t('No orders yet. Hold an animal for somebody and it shows here.')}
                </p>
              </Empty>
            ) : (
              <BoardOf
                key={column}
                board={shown}
                chosen={columnNames.find((each) => each === column) ?? 'Held'}
                openId={openId}
                show={show}
              />
            )
          }
        </Loadable>
        <AsOf loaded={loaded} />
        <CopyAs
          calls={[
            [t('List the open orders'), boardCall(true)],
            [t('List the other orders'), boardCall(false)],
          ]}
        />
      </ListScreen>
      <HoldQuestion />
    </>
  )
}

/** Checks the hold that ends next after its end, and announces it when the service has ended it. */
const useEnds = (board: Board | undefined): void => {
  const next = board && ordersOf(board, 'Held')[0]
  useEffect(() => {
    if (!next) return undefined
    const left = new AbortController()
    const look = async (): Promise<void> => {
      const { data } = await ask(callOf('orders', 'get', next.id), left.signal)
      const pet = board?.pets.get(data.petId)
      noteOrder(data, pet)
      if (data.status !== 'expired') return
      const name = orderName(data, pet)
      toast({
        text: t('The hold ended at {time}. {name} is available again.', {
          time: timeText(endOf(next)),
          name,
        }),
      })
    }
    // The service ends a hold within a second of its end.
    const wait = Math.max(0, endOf(next) - serviceNow()) + 1_500
    const timer = setTimeout(() => void look().catch(() => undefined), wait)
    return () => {
      clearTimeout(timer)
      left.abort()
    }
  }, [next?.id, next?.expiresAt])
}

/**
 * The columns. The board is one tab stop: up and down move within a column, left and right between columns,
 * Enter opens an order, and M opens its menu of moves.
 */
const BoardOf = ({
  board,
  chosen,
  openId,
  show,
}: {
  readonly board: Board
  /** The only column that a narrow window shows; tabs switch to the others. */
  readonly chosen: Column
  readonly openId: bigint | undefined
  readonly show: (change: (board: Board) => Board) => void
}) => {
  useClock()
  const [stop, setStop] = useState('')
  const shown = columnNames.map((column) => ordersOf(board, column))
  const all = shown.flat().map(({ id }) => String(id))
  const stopId = all.includes(stop) ? stop : String(ordersOf(board, chosen)[0]?.id ?? all[0])
  const { word } = route.value.query
  /** The count of a column; empty if the column has only unread older orders. */
  const countOf = (column: Column): string => {
    const { length } = ordersOf(board, column)
    if (!board.cursors[column]) return countText(length)
    return length ? `${countText(length)}+` : ''
  }
  useEffect(() => {
    // A card that moved to another column keeps the focus.
    if (document.activeElement === document.body && stop !== '') focusRowOf(stop)
  }, [board])
  return (
    <>
      <Tabs
        label={t('Orders by state')}
        current={chosen}
        tabs={columnNames.map((column) => [
          column,
          columns[column][0],
          hrefOf(['orders'], { word, column }),
          countOf(column),
        ])}
      />
      <div
        class="board"
        onFocusIn={({ target }) => {
          if (target instanceof HTMLElement) setStop(target.dataset['row'] ?? stop)
        }}
      >
        {columnNames.map((column, at) => {
          const orders = shown[at] ?? []
          const cursor = board.cursors[column]
          const onKey = (key: string, row: string, link: Element): boolean => {
            // The next column that has orders, for the order at the same height.
            const aside: Readonly<Record<string, ReadonlyArray<readonly Order[]>>> = {
              ArrowLeft: shown.slice(0, at).toReversed(),
              ArrowRight: shown.slice(at + 1),
            }
            const its = aside[key]?.find(({ length }) => length > 0)
            const next = its?.[orders.findIndex(({ id }) => String(id) === row)] ?? its?.at(-1)
            if (key === 'm') openMenu(link.closest('li'))
            else if (next) focusRowOf(String(next.id))
            else return false
            return true
          }
          return (
            <section
              key={column}
              aria-label={columns[column][0]}
              class={column === chosen ? '' : 'unchosen'}
            >
              <h2>
                {columns[column][0]} <span class="count">{countOf(column)}</span>
              </h2>
              {orders.length === 0 && !cursor && <p class="hint">{t('None.')}</p>}
              <ul onKeyDown={onRowKey(onKey)}>
                {orders.map((order) => (
                  <Card
                    key={order.id}
                    order={order}
                    pet={board.pets.get(order.petId)}
                    isStop={stopId === String(order.id)}
                    isOpen={openId === order.id}
                  />
                ))}
              </ul>
              {cursor && (
                <Older
                  of={t('orders: {state}', { state: columns[column][0] })}
                  read={async (signal) => show(await readOlder(column, cursor, signal))}
                />
              )}
            </section>
          )
        })}
      </div>
    </>
  )
}
