import { t } from '../core/language.ts'
import type { StoreEvent } from '../../../client/src/index.ts'
import { exactJson } from '../core/exact-text.ts'
import { hrefOf } from '../core/route.ts'
import { exactTime } from '../core/time.ts'
import { CopyAs } from '../parts/copy-as.tsx'
import { Sample } from '../parts/copy.tsx'
import { Facts } from '../parts/facts.tsx'
import { Panel } from '../parts/heading.tsx'
import { CopyNumber } from '../parts/number.tsx'
import { Refused } from '../parts/refused.tsx'
import { Loadable } from '../parts/states.tsx'
import { useLoad } from '../parts/use-load.ts'
import { may } from '../session/session.ts'
import { petIdOf } from './pets.ts'
import { eventCall, readEvent } from './read.ts'
import { aboutText, eventWord } from './words.ts'

/** One event, beside the log. */
export const EventPanel = ({
  id,
  listed,
  onClose,
}: {
  readonly id: bigint
  /** The event, if the list already has it. */
  readonly listed: StoreEvent | undefined
  readonly onClose: () => void
}) => {
  const loaded = useLoad(`event ${id}`, async (signal) =>
    listed ? { data: { event: listed } } : readEvent(id, signal),
  )
  const event = loaded.data?.event
  return (
    <Panel title={event ? eventWord(event.type) : t('Event {id}', { id })} onClose={onClose}>
      <Loadable loaded={loaded} what={t('event {id}', { id })} subject="">
        {() =>
          event ? (
            <Details event={event} />
          ) : (
            <Refused text={t('There is no event {id}.', { id })} />
          )
        }
      </Loadable>
      <CopyAs calls={[[t('Read this event'), eventCall(id)]]} />
    </Panel>
  )
}

const Details = ({ event }: { readonly event: StoreEvent }) => {
  const { id, timestamp, by, data } = event
  const petId = petIdOf(event)
  return (
    <div class="details">
      <p>
        <bdi>{aboutText(event)}</bdi>
      </p>
      <Facts
        facts={[
          [t('When'), exactTime(timestamp)],
          [t('In UTC'), timestamp],
          by && [t('By'), <bdi>{by}</bdi>],
          petId !== undefined &&
            may('pets:read') && [
              t('Animal'),
              <a href={hrefOf(['animals', petId])}>{t('Animal {id}', { id: petId })}</a>,
            ],
          'order' in data &&
            may('orders:read') && [
              t('Order'),
              <a href={hrefOf(['orders', data.order.id])}>
                {t('Order {id}', { id: data.order.id })}
              </a>,
            ],
          [t('Number'), <CopyNumber value={id} what={t('event {id}', { id })} />],
        ]}
      />
      <Sample label={t('the event as JSON')} text={exactJson(event)} />
    </div>
  )
}
