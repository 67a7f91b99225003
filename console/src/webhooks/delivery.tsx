import { t } from '../core/language.ts'
import type { Delivery } from '../../../client/src/index.ts'
import { exactJson } from '../core/exact-text.ts'
import { hrefOf } from '../core/route.ts'
import { secondText, timeText } from '../core/time.ts'
import { readEvent } from '../events/read.ts'
import { eventWord } from '../events/words.ts'
import { LookChip } from '../parts/chip.tsx'
import { CopyAs } from '../parts/copy-as.tsx'
import { Sample } from '../parts/copy.tsx'
import { Panel } from '../parts/heading.tsx'
import { Loadable } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { useLoad } from '../parts/use-load.ts'
import { ask } from '../requests/ask.ts'
import { callOf } from '../requests/call.ts'
import { may } from '../session/session.ts'
import type { Watched } from './watched.ts'
import { answerText, deliveryLooks, nextText, tookText } from './words.ts'

/** One message to an endpoint, with the attempts to send it, beside the list. */
export const DeliveryPanel = ({
  webhookId,
  id,
  watched,
  again,
  onClose,
}: {
  readonly webhookId: bigint
  readonly id: bigint
  readonly watched: ReturnType<Watched['get']>
  readonly again: (delivery: Delivery) => void
  readonly onClose: () => void
}) => {
  const call = callOf('webhooks', 'delivery', webhookId, id)
  const loaded = useLoad(`delivery ${id}`, (signal) => ask(call, signal))
  const read = loaded.data
  const title = read === undefined ? t('Delivery {id}', { id }) : eventWord(read.type)
  return (
    <Panel title={title} onClose={onClose}>
      <Loadable loaded={loaded} what={t('delivery {id}', { id })}>
        {(before) => {
          const delivery = watched?.delivery ?? before
          return (
            <div class="details">
              <p>
                <LookChip look={deliveryLooks[delivery.status]} />
              </p>
              <p class="actions">
                <button type="button" class="primary" onClick={() => again(delivery)}>
                  {t('Send again')}
                </button>
              </p>
              {watched && <p class="notice">{watched.text}</p>}
              <AttemptTable delivery={delivery} />
              {delivery.nextAttemptAt && <p>{nextText(delivery.nextAttemptAt)}</p>}
              {delivery.eventId !== undefined &&
                (may('events:read') ? (
                  <Sent eventId={delivery.eventId} />
                ) : (
                  <p>{t('Event {id}', { id: delivery.eventId })}</p>
                ))}
            </div>
          )
        }}
      </Loadable>
      <CopyAs
        calls={[
          [t('Read this delivery'), call],
          [t('Send it again'), callOf('webhooks', 'redeliver', webhookId, id)],
        ]}
      />
    </Panel>
  )
}

const AttemptTable = ({ delivery: { attempts } }: { readonly delivery: Delivery }) => {
  if (attempts.length === 0) return <p class="hint">{t('No attempt has been made yet.')}</p>
  return (
    <Table
      look="rows attempts"
      caption={t('Attempts')}
      columns={[t('When'), t('Took'), t('Answer')]}
    >
      {attempts.toReversed().map((attempt) => (
        <tr key={attempt.at}>
          <td>
            {timeText(attempt.at)}
            <small> {secondText(attempt.at)}</small>
          </td>
          <td class="took">{tookText(attempt.duration)}</td>
          <td>
            {answerText(attempt)}
            {attempt.body && (
              <details>
                <summary>{t('Show the answer')}</summary>
                <pre>
                  <code>{attempt.body}</code>
                </pre>
              </details>
            )}
          </td>
        </tr>
      ))}
    </Table>
  )
}

/** The event in the message. */
const Sent = ({ eventId }: { readonly eventId: bigint }) => {
  const loaded = useLoad(`event ${eventId}`, (signal) => readEvent(eventId, signal))
  return (
    <>
      <p>
        <a href={hrefOf(['events', eventId])}>{t('Event {id}', { id: eventId })}</a>
      </p>
      <Loadable loaded={loaded} what={t('what was sent')} subject="">
        {({ event }) =>
          event ? (
            <Sample label={t('what was sent')} text={exactJson(event)} />
          ) : (
            <p class="hint">{t('The event is not kept any more.')}</p>
          )
        }
      </Loadable>
    </>
  )
}
