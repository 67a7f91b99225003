import type { StoreEvent } from '../../../client/src/index.ts'
import { exactJson } from '../core/exact-text.ts'
import { hrefOf } from '../core/route.ts'
import { exactTime } from '../core/time.ts'
import { CopyAs } from '../parts/copy-as.tsx'
import { Sample } from '../parts/copy.tsx'
import { Facts } from '../parts/facts.tsx'
import { Panel } from '../parts/heading.tsx'
import { CopyNumber } from '../parts/number.tsx'
import { Refused, Shown } from '../parts/states.tsx'
import { useLoad } from '../parts/use-load.ts'
import { ask } from '../requests/ask.ts'
import { storeCall } from '../requests/call.ts'
import { may } from '../session/session.ts'
import { aboutText, eventWord } from './words.ts'

/** One event, beside the log. */
export const EventPanel = ({
  id,
  known,
  onClose,
}: {
  readonly id: bigint
  /** The event, if the list has it already. */
  readonly known: StoreEvent | undefined
  readonly onClose: () => void
}) => {
  // The log begins behind the event before it. An event that only others may see is passed over.
  const call = storeCall('events', { after: id - 1n, limit: 1 })
  const loaded = useLoad(id, async () => {
    const [event] = known === undefined ? (await ask(call)).data.items : [known]
    return { data: { event: event?.id === id ? event : undefined } }
  })
  const event = loaded.data?.event
  return (
    <Panel title={event === undefined ? `Event ${id}` : eventWord(event.type)} onClose={onClose}>
      <Shown loaded={loaded} what={`event ${id}`}>
        {() =>
          event === undefined ? (
            <Refused text={`There is no event ${id}.`} />
          ) : (
            <Details event={event} />
          )
        }
      </Shown>
      <CopyAs calls={[['Read this event', call]]} />
    </Panel>
  )
}

const Details = ({ event }: { readonly event: StoreEvent }) => {
  const { id, timestamp, by, data } = event
  const petId = 'pet' in data ? data.pet.id : 'order' in data ? data.order.petId : undefined
  return (
    <div class="details">
      <p>
        <bdi>{aboutText(event)}</bdi>
      </p>
      <Facts
        facts={[
          ['When', exactTime(timestamp)],
          ['In UTC', timestamp],
          by !== undefined && ['By', <bdi>{by}</bdi>],
          petId !== undefined &&
            may('pets:read') && ['Animal', <a href={hrefOf(['animals', petId])}>Animal {petId}</a>],
          'order' in data &&
            may('orders:read') && [
              'Order',
              <a href={hrefOf(['orders', data.order.id])}>Order {data.order.id}</a>,
            ],
          ['Number', <CopyNumber value={id} what="event" />],
        ]}
      />
      <Sample label="the event as JSON" text={exactJson(event)} />
    </div>
  )
}
