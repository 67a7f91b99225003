import { useEffect, useState } from 'preact/hooks'
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

/** What a refusal calls it. */
const endpoint = 'The endpoint'

/** One endpoint: its state and why, what was sent to it, and what can be done. */
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
      'Waiting for the answer to the ping…',
      'The ping was not answered yet.',
      (last) =>
        isSuccess(last)
          ? 'It answered. The endpoint is on.'
          : `It answered: ${answerText(last)}. Check the address and send the ping again.`,
    ])
  // The first ping of a new endpoint is under way when somebody comes here.
  const isNew = webhook?.state === 'unverified'
  useEffect(() => {
    if (!isNew) return undefined
    const left = new AbortController()
    const followFirst = async (): Promise<void> => {
      const [newest] = (await ask(deliveriesCall(id), left.signal)).data.items
      if (newest?.type === 'webhook.ping' && newest.attempts.length === 0) await followPing(newest)
    }
    // The state that is shown stays true without it.
    followFirst().catch(() => undefined)
    return () => left.abort()
  }, [isNew])

  const again = (delivery: Delivery): void =>
    void attempt(endpoint, async () => {
      const { data } = await ask(callOf('webhooks', 'redeliver', id, delivery.id))
      await follow(delivery.id, data, [
        'Queued. Watching for the result…',
        'No answer yet. It goes on trying by itself.',
        (last) =>
          isSuccess(last)
            ? `Delivered in ${tookText(last.duration)}.`
            : `Failed again: ${answerText(last)}.`,
      ])
    })
  const close = (): void => {
    go(hrefOf(['webhooks', id], route.value.query))
    focusRowOf(deliveryText)
  }
  return (
    <ListScreen
      title={webhook?.description ?? `Endpoint ${id}`}
      back={
        <a href={hrefOf(['webhooks'])}>
          <Icon name="back" /> All endpoints
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
      <Loadable loaded={loaded} what={`endpoint ${id}`}>
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
          ['Read this endpoint', call],
          ['List its deliveries', deliveriesCall(id)],
          ['Send a ping', pingCall],
        ]}
      />
    </ListScreen>
  )
}

/** Until when the secret before this one is used too, if there was one. */
const formerText = (until: string | undefined): string | undefined =>
  until && `The one before is used too until ${timeText(until)}.`

const About = ({ webhook }: { readonly webhook: Webhook }) => {
  const { url, types, description, previousSecretUntil = '' } = webhook
  return (
    <div class="facts">
      <p>
        <StateChip webhook={webhook} /> <span>{reasonText(webhook)}</span>
      </p>
      <Facts
        facts={[
          ['Address', <span class="number">{url}</span>],
          ['What is sent', types?.map(eventWord).join(', ') ?? 'Everything'],
          description && ['Note', <bdi>{description}</bdi>],
          Date.parse(previousSecretUntil) > Date.now() && [
            'Secret',
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
        title: 'Switch this endpoint off?',
        text: `Nothing is sent to ${url} until it is on again. Then it is sent what it missed.`,
        yes: 'Switch off',
        no: 'Keep it on',
      },
      endpoint,
      async () => {
        await ask(callOf('webhooks', 'update', id, { state: 'disabled' }))
        toast({ text: 'The endpoint is off.' })
        reload()
      },
    )
  const renew = (): Promise<void> =>
    askFirst(
      {
        title: 'Make a new secret?',
        text: `Both secrets are used until ${timeText(Date.now() + 24 * 3_600_000)}. Put the new one in place before then.`,
        yes: 'Make a new secret',
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
        title: 'Delete this endpoint?',
        text: `Nothing more is sent to ${url}. What was sent is forgotten. It cannot be undone.`,
        yes: 'Delete',
        isDanger: true,
      },
      endpoint,
      async () => {
        await ask(callOf('webhooks', 'delete', id))
        toast({ text: 'The endpoint is deleted.' })
        if (route.value === here) go(hrefOf(['webhooks']))
      },
    )
  const isOn = state === 'enabled' || state === 'failing'
  return (
    <>
      <p class="actions">
        <button type="button" class={isOn ? '' : 'primary'} onClick={ping}>
          {state === 'disabled' ? 'Switch on' : 'Send ping'}
        </button>
        <a class="button" href={hrefOf(['webhooks', id, 'edit'])}>
          Edit
        </a>
        {isOn && (
          <button type="button" onClick={() => setRecovering(true)}>
            Send everything since…
          </button>
        )}
        {state !== 'disabled' && (
          <button type="button" onClick={() => void switchOff()}>
            Switch off
          </button>
        )}
        <button type="button" onClick={() => void renew()}>
          New secret
        </button>
        <button type="button" class="danger" onClick={() => void remove()}>
          Delete
        </button>
      </p>
      {isRecovering && <RecoverDialog id={id} onClose={() => setRecovering(false)} />}
    </>
  )
}
