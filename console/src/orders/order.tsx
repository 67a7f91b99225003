import { useEffect, useState } from 'preact/hooks'
import { rich, t } from '../core/language.ts'
import { hrefOf } from '../core/route.ts'
import { timeText } from '../core/time.ts'
import { OrderChip } from '../parts/chip.tsx'
import { History } from '../events/history.tsx'
import { NotesOf } from '../notes/notes-of.tsx'
import { CopyAs } from '../parts/copy-as.tsx'
import { Facts } from '../parts/facts.tsx'
import { Panel } from '../parts/heading.tsx'
import { CopyNumber } from '../parts/number.tsx'
import { AsOf, Loadable } from '../parts/states.tsx'
import { useClock } from '../parts/use-clock.ts'
import { useLoad } from '../parts/use-load.ts'
import { ask } from '../requests/ask.ts'
import { callOf } from '../requests/call.ts'
import { hasDraft } from '../parts/use-draft.ts'
import { may, mayChange } from '../session/session.ts'
import { personOf } from '../contacts/names.ts'
import { HoldEnd } from './card.tsx'
import { lastChanged, orderName, type TaggedOrder } from './move.ts'
import { movesOf } from './moves.tsx'
import { isOrderOld } from './news.ts'
import { petsOf } from './read.ts'
import { WhomDialog, whomDraft } from './whom-dialog.tsx'

/** One order, beside the board. */
export const OrderPanel = ({
  id,
  onClose,
}: {
  readonly id: bigint
  readonly onClose: () => void
}) => {
  useClock()
  const loaded = useLoad(
    `order ${id}`,
    async (signal) => {
      const { data, etag } = await ask(callOf('orders', 'get', id), signal)
      const pets = await petsOf([data], signal)
      const order: TaggedOrder = { ...data, etag }
      return { data: { order, pet: pets.get(data.petId) } }
    },
    (events, { order }) => isOrderOld(events, order),
  )
  const changed = lastChanged.value
  useEffect(() => {
    if (changed?.id === id) loaded.show((read) => ({ ...read, order: changed }))
  }, [changed])
  // Opens the dialog at once if a draft was left, so that what was typed is not lost.
  const [isAsked, setAsked] = useState(() => hasDraft(whomDraft(id)))
  return (
    <Panel title={t('Order {id}', { id })} onClose={onClose}>
      <Loadable loaded={loaded} what={t('order {id}', { id })} subject={t('this order')}>
        {({ order, pet }) => {
          const { status, reference, placedAt, by, closedAt } = order
          const name = orderName(order, pet)
          const person = personOf(order)
          return (
            <div class="details">
              <p>
                <OrderChip status={status} />
              </p>
              <Facts
                facts={[
                  [
                    t('Animal'),
                    may('pets:read') ? (
                      <a href={hrefOf(['animals', order.petId])}>
                        <bdi>{name}</bdi>
                      </a>
                    ) : (
                      name
                    ),
                  ],
                  person && [
                    t('For'),
                    <>
                      <a href={hrefOf(['people', person.id])}>
                        <bdi>{person.name}</bdi>
                      </a>{' '}
                      {person.phone}
                    </>,
                  ],
                  reference && [person ? t('Note') : t('For'), <bdi>{reference}</bdi>],
                  status === 'placed' && [t('Held'), <HoldEnd order={order} />],
                  [
                    t('Placed'),
                    <>
                      {rich('{time} by {name}', {
                        time: timeText(placedAt),
                        name: <bdi>{by}</bdi>,
                      })}
                    </>,
                  ],
                  closedAt && [t('Last step'), timeText(closedAt)],
                  [t('Number'), <CopyNumber value={id} what={t('order {id}', { id })} />],
                ]}
              />
              <p class="actions">
                {movesOf(order, pet).map(({ key, text, act }, n) => (
                  <button
                    key={key}
                    type="button"
                    class={n === 0 ? 'primary' : ''}
                    aria-label={t('{action} {name}', { action: text, name })}
                    onClick={act}
                  >
                    {text}
                  </button>
                ))}
                {mayChange(order) && (
                  <button type="button" onClick={() => setAsked(true)}>
                    {t('Change for whom')}
                  </button>
                )}
              </p>
              {isAsked && <WhomDialog order={order} pet={pet} onClose={() => setAsked(false)} />}
              {may('notes:read') && <NotesOf about={{ orderId: id }} />}
              {may('events:read') && <History of={{ orderId: id }} />}
            </div>
          )
        }}
      </Loadable>
      <AsOf loaded={loaded} />
      <CopyAs
        calls={[
          [t('Read this order'), callOf('orders', 'get', id)],
          may('orders:manage') && [
            t('Hand over'),
            callOf('orders', 'update', id, { status: 'delivered' }),
          ],
        ]}
      />
    </Panel>
  )
}
