import type { Order, Pet } from '../../../client/src/index.ts'
import { hour, serviceNow, spanText, timeText } from '../core/time.ts'
import { hrefOf, route } from '../core/route.ts'
import { OrderChip } from '../parts/chip.tsx'
import { Icon } from '../parts/icons.tsx'
import { Menu } from '../parts/menu.tsx'
import { orderName } from './move.ts'
import { movesOf } from './moves.tsx'
import { columns, endOf } from './read.ts'

/** How long a hold lasts still. In its last hour it is amber, with a clock. */
export const HoldEnd = ({ order }: { readonly order: Order }) => {
  if (order.status !== 'placed') return null
  const left = endOf(order) - serviceNow()
  if (left <= 0) return <span class="soon">Ending…</span>
  return (
    <span class={left < hour ? 'soon' : ''}>
      {left < hour && <Icon name="clock" />} until {timeText(endOf(order))}, {spanText(left)} left
    </span>
  )
}

/** An order on the board. */
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
  const { id, status, reference, closedAt } = order
  const name = orderName(order, pet)
  const moves = movesOf(order, pet)
  const [main] = moves
  return (
    <li class="card" aria-current={isOpen}>
      <p class="card-head">
        <a
          data-row={id}
          href={hrefOf(['orders', id], route.value.query)}
          tabIndex={isStop ? 0 : -1}
          aria-keyshortcuts="M"
        >
          <bdi>{name}</bdi>
        </a>
        <span class="number">
          <span class="unseen">order </span>
          {id}
        </span>
      </p>
      <p class="card-body">
        {columns.Closed.status.includes(status) && <OrderChip status={status} />}
        {reference && (
          <span class="whom" title={reference}>
            for <bdi>{reference}</bdi>
          </span>
        )}
        <HoldEnd order={order} />
        {closedAt && <span>{timeText(closedAt)}</span>}
      </p>
      {main && (
        <p class="actions">
          <button type="button" tabIndex={-1} onClick={main.act}>
            {main.text}
            <span class="unseen"> {name}</span>
          </button>
          {moves.length > 1 && (
            <Menu label={`More for ${name}`} choices={moves} isOneOfRow>
              More <Icon name="down" />
            </Menu>
          )}
        </p>
      )}
    </li>
  )
}
