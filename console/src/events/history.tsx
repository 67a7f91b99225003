import { useEffect } from 'preact/hooks'
import { t } from '../core/language.ts'
import type { StoreEvent } from '../../../client/src/index.ts'
import { hrefOf } from '../core/route.ts'
import { withoutEchoes } from '../model/animals.ts'
import { Loadable } from '../parts/states.tsx'
import { useLoad } from '../parts/use-load.ts'
import { ask } from '../requests/ask.ts'
import { storeCall } from '../requests/call.ts'
import { onNews } from '../requests/live.ts'
import { admits } from './read.ts'
import { WhenBy } from './when-by.tsx'
import { historyText } from './words.ts'

const pageSize = 20

/** An animal with its orders, or one order. */
type Subject = { readonly petId?: bigint; readonly orderId?: bigint }

/** The call that reads the newest events of something. */
export const historyCall = (of: Subject) =>
  storeCall('events', { ...of, sort: '-id', limit: pageSize })

/** The history of an animal or an order in sentences, the newest first. It updates by itself. */
export const History = ({
  of,
  onRead,
}: {
  readonly of: Subject
  /** Called with the events once they are read, the newest last. */
  readonly onRead?: (events: readonly StoreEvent[]) => void
}) => {
  const { petId: animal, orderId: order } = of
  const loaded = useLoad(`history ${animal} ${order}`, async (signal) => {
    const { items } = (await ask(historyCall(of), signal)).data
    onRead?.(items.toReversed())
    return { data: items }
  })
  const { show } = loaded
  useEffect(
    () =>
      onNews((events = []) => {
        const its = events.filter((event) => admits({ animal, order }, event)).toReversed()
        show((before) => [...its.filter((event) => event.id > (before[0]?.id ?? 0n)), ...before])
      }),
    [animal, order],
  )
  return (
    <section>
      <h3>{t('History')}</h3>
      <Loadable loaded={loaded} what={t('the history')} subject="">
        {(events) => (
          <>
            {events.length === 0 && <p class="hint">{t('Nothing has changed lately.')}</p>}
            <ol class="history">
              {withoutEchoes(events).map((event) => (
                <li key={event.id}>
                  <bdi>{historyText(event)}</bdi>
                  <WhenBy event={event} />
                </li>
              ))}
            </ol>
            {events.length >= pageSize && (
              <a href={hrefOf(['events'], { animal, order })}>{t('See all of them')}</a>
            )}
          </>
        )}
      </Loadable>
    </section>
  )
}
