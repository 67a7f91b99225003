import { useEffect, useRef } from 'preact/hooks'
import { rich, t } from '../core/language.ts'
import type { Order, Pet } from '../../../client/src/index.ts'
import { categoryText } from '../categories/names.ts'
import { hour, serviceNow, spanText, timeText } from '../core/time.ts'
import { hrefOf, route } from '../core/route.ts'
import { OrderChip } from '../parts/chip.tsx'
import { Icon } from '../parts/icons.tsx'
import { Menu } from '../parts/menu.tsx'
import { whomOf } from '../contacts/names.ts'
import { orderWords } from '../words.ts'
import { orderName } from './move.ts'
import { movesOf } from './moves.tsx'
import { columns, endOf } from './read.ts'

/** How much longer a hold lasts. In its last hour it is amber, with a clock. */
export const HoldEnd = ({ order }: { readonly order: Order }) => {
  if (order.status !== 'placed') return null
  const left = endOf(order) - serviceNow()
  if (left <= 0) return <span class="soon">{t('Ending…')}</span>
  return (
    <span class={left < hour ? 'soon' : ''}>
      {left < hour && <Icon name="clock" />}{' '}
      {t('until {time}, {span} left', { time: timeText(endOf(order)), span: spanText(left) })}
    </span>
  )
}

/** What can be done with an order: the main move as a button, the others in a menu. */
export const OrderMoves = ({
  order,
  pet,
  isOneOfRow = false,
}: {
  readonly order: Order
  readonly pet: Pet | undefined
  /** Whether they are in a row that already has a tab stop. */
  readonly isOneOfRow?: boolean
}) => {
  const name = orderName(order, pet)
  const moves = movesOf(order, pet)
  const [main] = moves
  return (
    main && (
      <>
        <button
          type="button"
          tabIndex={isOneOfRow ? -1 : 0}
          aria-label={t('{action} {name}', { action: main.text, name })}
          onClick={main.act}
        >
          {main.text}
        </button>
        {(isOneOfRow || moves.length > 1) && (
          <Menu
            label={t('More for {name}', { name })}
            choices={moves}
            isOneOfRow={isOneOfRow}
            // With one move, the menu would only repeat the button. M still opens it.
            buttonClass={moves.length > 1 ? '' : 'unseen'}
          >
            {t('More')} <Icon name="down" />
          </Menu>
        )}
      </>
    )
  )
}

export const Card = ({
  order,
  pet,
  isStop,
  isOpen,
}: {
  readonly order: Order
  readonly pet: Pet | undefined
  /** Whether the Tab key stops here; the board has one such card. */
  readonly isStop: boolean
  readonly isOpen: boolean
}) => {
  const { id, status, closedAt } = order
  const whom = whomOf(order)
  const name = orderName(order, pet)
  const isClosed = columns.Closed.includes(status)
  const card = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isOpen) card.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [isOpen])
  return (
    <li ref={card} class="card" aria-current={isOpen}>
      <p class="card-head">
        <a
          data-row={id}
          href={hrefOf(['orders', id], route.value.query)}
          tabIndex={isStop ? 0 : -1}
          aria-keyshortcuts="M"
        >
          <bdi>{name}</bdi>
        </a>
        <span class="number">{t('order {id}', { id })}</span>
      </p>
      <p class="card-body">
        {isClosed && <OrderChip status={status} />}
        {whom && (
          <span class="whom" title={whom}>
            {rich('for {whom}', { whom: <bdi>{whom}</bdi> })}
          </span>
        )}
        {pet && (
          <span>
            {rich('{category}, number {id}', {
              category: <bdi>{categoryText(pet.categoryId)}</bdi>,
              id: <span class="number">{order.petId}</span>,
            })}
          </span>
        )}
        <HoldEnd order={order} />
        {closedAt && (
          <span>
            {!isClosed && orderWords[status]} {timeText(closedAt)}
          </span>
        )}
      </p>
      <p class="actions">
        <OrderMoves order={order} pet={pet} isOneOfRow />
      </p>
    </li>
  )
}
