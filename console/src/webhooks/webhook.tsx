import { useEffect, useState } from 'preact/hooks'
import { t } from '../core/language.ts'
import type { Delivery, Webhook } from '../../../client/src/index.ts'
import { readInt64 } from '../core/int64.ts'
import { go, hrefOf, route } from '../core/route.ts'
import { timeText } from '../core/time.ts'
import { eventWord } from '../events/words.ts'
import { askFirst, attempt } from '../parts/attempt.ts'
import { CopyAs } from '../parts/copy-as.tsx'
import { Facts } from '../parts/facts.tsx'
import { Icon } from '../parts/icons.tsx'
import { ListScreen } from '../parts/list-screen.tsx'
import { focusRowOf } from '../parts/rows.ts'
import { Loadable } from '../parts/states.tsx'
import { toast } from '../parts/toast.tsx'
import { useLoad } from '../parts/use-load.ts'
import { ask } from '../requests/ask.ts'
import { callOf } from '../requests/call.ts'
import { Deliveries, deliveriesCall, StateChip } from './deliveries.tsx'
import { DeliveryPanel } from './delivery.tsx'
import { WebhookForm } from './form.tsx'
import { RecoverDialog } from './recover.tsx'
import { showSecret } from './secret.tsx'
import { useWatched } from './watched.ts'
import { answerText, isSuccess, reasonText, tookText } from './words.ts'

/** The name of the endpoint in refusals. */
const endpoint = t('The endpoint')

/** One endpoint: its state and the reason, what was sent to it, and the actions. */
export const WebhookScreen = ({ id }: { readonly id: bigint }) => {
  const [, , part, deliveryText = ''] = route.value.path
  const deliveryId = part === 'deliveries' ? readInt64(deliveryText) : undefined
  const call = callOf('webhooks', 'get', id)
  const pingCall = callOf('webhooks', 'ping', id)
  const loaded = useLoad(`endpoint ${id}`, (signal) => ask(call, signal))
  const { data: webhook, etag, reload } = loaded
  const { watched, follow } = useWatched(reload)
  const pinged = watched.get(0n)

  const followPing = (ping: Delivery): Promise<void> =>
    follow(0n, ping, [
      t('Waiting for the answer to the ping…'),
      t('The ping has not been answered yet.'),
      (last) =>
        isSuccess(last)
          ? t('It answered. The endpoint is on.')
          : t('It answered: {answer}. Check the address and send the ping again.', {
              answer: answerText(last),
            }),
    ])
  // The first ping of a new endpoint is still under way when this screen opens.
  const isNew = webhook?.state === 'unverified'
  useEffect(() => {
    if (!isNew) return undefined
    const left = new AbortController()
    const followFirst = async (): Promise<void> => {
      const [newest] = (await ask(deliveriesCall(id), left.signal)).data.items
      if (newest?.type === 'webhook.ping' && newest.attempts.length === 0) await followPing(newest)
    }
    // A failure does no harm: the shown state is still correct.
    followFirst().catch(() => undefined)
    return () => left.abort()
  }, [isNew])

  const again = (delivery: Delivery): void =>
    void attempt(endpoint, async () => {
      const { data } = await ask(callOf('webhooks', 'redeliver', id, delivery.id))
      await follow(delivery.id, data, [
        t('Queued. Watching for the result…'),
        t('No answer yet. It keeps retrying.'),
        (last) =>
          isSuccess(last)
            ? t('Delivered in {span}.', { span: tookText(last.duration) })
            : t('Failed again: {answer}.', { answer: answerText(last) }),
      ])
    })
  const close = (): void => {
    go(hrefOf(['webhooks', id], route.value.query))
    focusRowOf(deliveryText)
  }
  return (
    <ListScreen
      title={webhook?.description ?? t('Endpoint {id}', { id })}
      back={
        <a href={hrefOf(['webhooks'])}>
          <Icon name="back" /> {t('All endpoints')}
        </a>
      }
      panel={
        deliveryId !== undefined ? (
          <DeliveryPanel
            key={deliveryText}
            webhookId={id}
            id={deliveryId}
            watched={watched.get(deliveryId)}
            again={again}
            onClose={close}
          />
        ) : (
          part === 'edit' &&
          webhook && (
            <WebhookForm
              webhook={webhook}
              etag={etag}
              onClose={close}
              onSaved={() => {
                reload()
                close()
              }}
            />
          )
        )
      }
    >
      <Loadable loaded={loaded} what={t('endpoint {id}', { id })}>
        {(shown) => (
          <>
            <About webhook={shown} />
            {pinged && (
              <p class="notice">
                <span>{pinged.text}</span>
              </p>
            )}
            <Actions
              webhook={shown}
              ping={() =>
                void attempt(endpoint, async () => followPing((await ask(pingCall)).data))
              }
              reload={reload}
            />
            <Deliveries webhook={shown} watched={watched} again={again} />
          </>
        )}
      </Loadable>
      <CopyAs
        calls={[
          [t('Read this endpoint'), call],
          [t('List its deliveries'), deliveriesCall(id)],
          [t('Send a ping'), pingCall],
        ]}
      />
    </ListScreen>
  )
}

/** Until when the previous secret is also used, if there was one. */
const formerText = (until: string | undefined): string | undefined =>
  until && t('The old one is also used until {time}.', { time: timeText(until) })

const About = ({ webhook }: { readonly webhook: Webhook }) => {
  const { url, types, description, previousSecretUntil = '' } = webhook
  return (
    <div class="facts">
      <p>
        <StateChip webhook={webhook} /> <span>{reasonText(webhook)}</span>
      </p>
      <Facts
        facts={[
          [t('URL'), <span class="number">{url}</span>],
          [t('What is sent'), types?.map(eventWord).join(', ') ?? t('Everything')],
          description && [t('Note'), <bdi>{description}</bdi>],
          Date.parse(previousSecretUntil) > Date.now() && [
            t('Secret'),
            formerText(previousSecretUntil),
          ],
        ]}
      />
    </div>
  )
}

const Actions = ({
  webhook: { id, url, state },
  ping,
  reload,
}: {
  readonly webhook: Webhook
  readonly ping: () => void
  readonly reload: () => void
}) => {
  const [isRecovering, setRecovering] = useState(false)
  const switchOff = (): Promise<void> =>
    askFirst(
      {
        title: t('Switch this endpoint off?'),
        text: t('Nothing is sent to {url} until it is on again. Then it is sent what it missed.', {
          url,
        }),
        yes: t('Switch off'),
        no: t('Keep it on'),
      },
      endpoint,
      async () => {
        await ask(callOf('webhooks', 'update', id, { state: 'disabled' }))
        toast({ text: t('The endpoint is off.') })
        reload()
      },
    )
  const renew = (): Promise<void> =>
    askFirst(
      {
        title: t('Make a new secret?'),
        text: t('Both secrets are used until {time}. Put the new one in place before then.', {
          time: timeText(Date.now() + 24 * 3_600_000),
        }),
        yes: t('Make a new secret'),
      },
      endpoint,
      async () => {
        const { data } = await ask(callOf('webhooks', 'renewSecret', id))
        showSecret(data.secret, formerText(data.previousSecretUntil))
      },
    )
  const here = route.value
  const remove = (): Promise<void> =>
    askFirst(
      {
        title: t('Delete this endpoint?'),
        text: t(
          'Nothing more is sent to {url}. What was sent is forgotten. This cannot be undone.',
          {
            url,
          },
        ),
        yes: t('Delete'),
        isDanger: true,
      },
      endpoint,
      async () => {
        await ask(callOf('webhooks', 'delete', id))
        toast({ text: t('The endpoint is deleted.') })
        if (route.value === here) go(hrefOf(['webhooks']))
      },
    )
  const isOn = state === 'enabled' || state === 'failing'
  return (
    <>
      <p class="actions">
        <button type="button" class={isOn ? '' : 'primary'} onClick={ping}>
          {state === 'disabled' ? t('Switch on') : t('Send ping')}
        </button>
        <a class="button" href={hrefOf(['webhooks', id, 'edit'])}>
          {t('Edit')}
        </a>
        {isOn && (
          <button type="button" onClick={() => setRecovering(true)}>
            {t('Send everything since…')}
          </button>
        )}
        {state !== 'disabled' && (
          <button type="button" onClick={() => void switchOff()}>
            {t('Switch off')}
          </button>
        )}
        <button type="button" onClick={() => void renew()}>
          {t('New secret')}
        </button>
        <button type="button" class="danger" onClick={() => void remove()}>
          {t('Delete')}
        </button>
      </p>
      {isRecovering && <RecoverDialog id={id} onClose={() => setRecovering(false)} />}
    </>
  )
}
