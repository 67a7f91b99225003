import { useEffect } from 'preact/hooks'
import { hrefOf } from '../core/route.ts'
import { timeText } from '../core/time.ts'
import { OrderChip } from '../parts/chip.tsx'
import { CopyAs } from '../parts/copy-as.tsx'
import { Panel } from '../parts/heading.tsx'
import { CopyNumber } from '../parts/number.tsx'
import { AsOf, Shown } from '../parts/states.tsx'
import { useLoad } from '../parts/use-load.ts'
import { ask } from '../requests/ask.ts'
import { callOf } from '../requests/call.ts'
import { may } from '../session/session.ts'
import { HoldEnd } from './card.tsx'
import { lastChanged, orderName } from './move.ts'
import { movesOf } from './moves.tsx'
import { isOrderOld } from './news.ts'

/** One order, beside the board. */
export const OrderPanel = ({
  id,
  onClose,
}: {
  readonly id: bigint
  readonly onClose: () => void
}) => {
  const loaded = useLoad(
    String(id),
    async () => {
      const { data: order } = await ask(callOf('orders', 'get', id))
      const pet = may('pets:read') ? await ask(callOf('pets', 'find', order.petId)) : undefined
      return { data: { order, pet: pet?.data } }
    },
    (events, { order }) => isOrderOld(events, order),
  )
  const changed = lastChanged.value?.id === id ? lastChanged.value : undefined
  useEffect(() => {
    if (changed !== undefined) loaded.show((read) => ({ ...read, order: changed }))
  }, [changed])
  return (
    <Panel title={`Order ${id}`} onClose={onClose}>
      <Shown loaded={loaded} what={`order ${id}`}>
        {({ order, pet }) => {
          const name = orderName(order, pet)
          return (
            <div class="details">
              <p>
                <OrderChip status={order.status} />
              </p>
              <dl>
                <dt>Animal</dt>
                <dd>
                  {may('pets:read') ? (
                    <a href={hrefOf(['animals', order.petId])}>
                      <bdi>{name}</bdi>
                    </a>
                  ) : (
                    name
                  )}
                </dd>
                {order.reference !== undefined && (
                  <>
                    <dt>For</dt>
                    <dd>
                      <bdi>{order.reference}</bdi>
                    </dd>
                  </>
                )}
                {order.status === 'placed' && (
                  <>
                    <dt>Held</dt>
                    <dd>
                      <HoldEnd order={order} />
                    </dd>
                  </>
                )}
                <dt>Placed</dt>
                <dd>
                  {timeText(Date.parse(order.placedAt))} by <bdi>{order.by}</bdi>
                </dd>
                {order.closedAt !== undefined && (
                  <>
                    <dt>Last step</dt>
                    <dd>{timeText(Date.parse(order.closedAt))}</dd>
                  </>
                )}
                <dt>Number</dt>
                <dd>
                  <CopyNumber value={id} what="order" />
                </dd>
              </dl>
              <p class="actions">
                {movesOf(order, pet).map(({ key, text, act, isMain }) => (
                  <button key={key} type="button" class={isMain ? 'primary' : ''} onClick={act}>
                    {text}
                    <span class="unseen"> {name}</span>
                  </button>
                ))}
              </p>
            </div>
          )
        }}
      </Shown>
      <AsOf loaded={loaded} what="this order" />
      <CopyAs
        calls={[
          ['Read this order', callOf('orders', 'get', id)],
          ...(may('orders:write')
            ? ([['Hand over', callOf('orders', 'update', id, { status: 'delivered' })]] as const)
            : []),
        ]}
      />
    </Panel>
  )
}
