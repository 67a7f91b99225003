import { useEffect } from 'preact/hooks'
import { rich, t } from '../core/language.ts'
import type { Order, Pet, StoreEvent } from '../../../client/src/index.ts'
import { categoryText, needCategories } from '../categories/names.ts'
import { hrefOf } from '../core/route.ts'
import { WhenBy } from '../events/when-by.tsx'
import { day, startOfDay } from '../core/time.ts'
import { withoutEchoes } from '../model/animals.ts'
import { Card } from '../orders/card.tsx'
import { lastChanged } from '../orders/move.ts'
import { isBoardOld } from '../orders/news.ts'
import { type Board, boardCall, endOf, lastOfEach, openStates, petsOf } from '../orders/read.ts'
import { openMenu } from '../parts/menu.tsx'
import { Heading } from '../parts/heading.tsx'
import { onRowKey } from '../parts/rows.ts'
import { AsOf, Loadable } from '../parts/states.tsx'
import { useLoad } from '../parts/use-load.ts'
import { useClock } from '../parts/use-clock.ts'
import { ask } from '../requests/ask.ts'
import { callOf, storeCall } from '../requests/call.ts'
import { onNews } from '../requests/live.ts'
import { may } from '../session/session.ts'
import { passageOf, passageTypes } from './passages.ts'

/** The maximum number of items in each list of the page. */
const maxShown = 50

/** The start screen of the store's staff: who waits, who came, who left, and who has been here longest. */
export const Screen = () => {
  useEffect(() => void needCategories(), [])
  return (
    <main id="main" class="today">
      <header class="screen-head">
        <Heading title={t('Today')} />
      </header>
      <Waiting />
      {may('events:read') && <Passages />}
      {may('pets:read') && <Longest />}
    </main>
  )
}

/** When tomorrow ends in the visitor's time zone. */
const endOfTomorrow = (): Date => new Date(startOfDay(startOfDay(Date.now()) + 2.5 * day))

/** The holds that end soon, and the animals that are ready to go. */
const Waiting = () => {
  useClock()
  const loaded = useLoad(
    'today: orders',
    async (signal): Promise<{ data: Board }> => {
      const all = await ask(boardCall(true), signal)
      // The open orders do not fit on one page.
      const lists = all.data.nextCursor
        ? await Promise.all(
            [{ expiresBefore: endOfTomorrow() }, { status: 'approved' as const }].map((filter) =>
              ask(callOf('orders', 'list', { ...filter, limit: maxShown }), signal),
            ),
          )
        : [all]
      const orders = lists.flatMap(({ data }) => data.items)
      return { data: { orders, cursors: {}, pets: await petsOf(orders, signal) } }
    },
    (events, board) => isBoardOld(events.filter(isSoon), board),
  )
  const changed = lastChanged.value
  useEffect(() => {
    if (changed) loaded.show((read) => ({ ...read, orders: lastOfEach([...read.orders, changed]) }))
  }, [changed])
  return (
    <Loadable loaded={loaded} what={t('the holds')}>
      {({ orders, pets }) => {
        const open = orders.filter(({ status }) => openStates.includes(status))
        const held = open.filter(isEndingSoon)
        const ending = held.toSorted((one, other) => endOf(one) - endOf(other))
        return (
          <>
            <Cards
              title={t('Holds that end today or tomorrow')}
              none={t('No hold ends today or tomorrow.')}
              orders={ending}
              pets={pets}
            />
            <Cards
              title={t('To hand over')}
              none={t('No order is approved.')}
              orders={open.filter(({ status }) => status === 'approved')}
              pets={pets}
            />
            <AsOf loaded={loaded} />
          </>
        )
      }}
    </Loadable>
  )
}

/** Whether a hold ends today or tomorrow. */
const isEndingSoon = (order: Order): boolean =>
  order.status === 'placed' && endOf(order) < endOfTomorrow().getTime()

/** Whether an event may change the orders shown here. Holds that end later are not shown. */
const isSoon = ({ data }: StoreEvent): boolean =>
  !('order' in data) || data.order.status !== 'placed' || isEndingSoon(data.order)

const Cards = ({
  title,
  none,
  orders,
  pets,
}: {
  readonly title: string
  readonly none: string
  readonly orders: readonly Order[]
  readonly pets: Board['pets']
}) => {
  const onKey = (key: string, _: string, link: Element): boolean => {
    if (key !== 'm') return false
    openMenu(link.closest('li'))
    return true
  }
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      {orders.length === 0 && <p class="hint">{none}</p>}
      <ul class="cards" onKeyDown={onRowKey(onKey)}>
        {orders.slice(0, maxShown).map((order, n) => (
          <Card
            key={order.id}
            order={order}
            pet={pets.get(order.petId)}
            isStop={n === 0}
            isOpen={false}
          />
        ))}
      </ul>
      {orders.length >= maxShown && <a href={hrefOf(['orders'])}>{t('See all orders')}</a>}
    </section>
  )
}

/** The animals that came or left since midnight, the newest first. The list updates by itself. */
const Passages = () => {
  const loaded = useLoad('today: passages', async (signal) => {
    const since = new Date(startOfDay(Date.now()))
    const call = storeCall('events', { types: passageTypes, since, sort: '-id', limit: 100 })
    return { data: (await ask(call, signal)).data.items }
  })
  const { show } = loaded
  useEffect(
    () =>
      onNews((news = []) =>
        show((before) => [
          ...news.filter(({ id }) => id > (before[0]?.id ?? 0n)).toReversed(),
          ...before,
        ]),
      ),
    [],
  )
  return (
    <Loadable loaded={loaded} what={t('what happened')} subject="">
      {(events) => {
        // The status of an animal follows its order, so each order event has an animal event with the name beside it.
        const names = new Map(
          events
            .toReversed()
            .flatMap(({ data }) => ('pet' in data ? [[data.pet.id, data.pet.name]] : [])),
        )
        const seen = withoutEchoes(events).flatMap((event) => {
          const passage = passageOf(event)
          return passage ? [{ event, passage }] : []
        })
        return [true, false].map((isIn) => {
          const its = seen.filter(({ passage }) => passage.isIn === isIn)
          const title = isIn ? t('Came today') : t('Left today')
          return (
            <section key={title} aria-label={title}>
              <h2>{title}</h2>
              {its.length === 0 && <p class="hint">{t('None so far.')}</p>}
              <ol class="history">
                {its.map(({ event, passage: { petId, say } }) => (
                  <li key={event.id}>
                    <span>
                      {say(
                        petId !== undefined && (
                          <a href={hrefOf(['animals', petId])}>
                            <bdi>{names.get(petId) ?? t('Animal {id}', { id: petId })}</bdi>
                          </a>
                        ),
                      )}
                    </span>
                    <WhenBy event={event} />
                  </li>
                ))}
              </ol>
            </section>
          )
        })
      }}
    </Loadable>
  )
}

/** The available animals that were added first. */
const Longest = () => {
  const loaded = useLoad('today: longest', async (signal) => ({
    data: (await ask(callOf('pets', 'list', { status: 'available', limit: 5 }), signal)).data.items,
  }))
  return (
    <Loadable loaded={loaded} what={t('the animals')} subject="">
      {(pets: readonly Pet[]) => (
        <section aria-label={t('Here longest')}>
          <h2>{t('Here longest')}</h2>
          {pets.length === 0 && <p class="hint">{t('No animal is available.')}</p>}
          <ol class="history">
            {pets.map(({ id, name, categoryId }) => (
              <li key={id}>
                <a href={hrefOf(['animals', id])}>
                  <bdi>{name}</bdi>
                </a>
                <small>
                  {rich('{category}, number {id}', {
                    category: <bdi>{categoryText(categoryId)}</bdi>,
                    id: String(id),
                  })}
                </small>
              </li>
            ))}
          </ol>
          <p>
            <a href={hrefOf(['animals'], { sort: 'id' })}>{t('See all that are available')}</a>
          </p>
        </section>
      )}
    </Loadable>
  )
}
