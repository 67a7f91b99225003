import { useEffect, useRef, useState } from 'preact/hooks'
import type { Delivery, Webhook } from '../../../client/src/index.ts'
import { readInt64 } from '../core/int64.ts'
import { go, hrefOf, route } from '../core/route.ts'
import { timeText } from '../core/time.ts'
import { eventWord } from '../events/words.ts'
import { askFirst, attempt } from '../parts/attempt.ts'
import { LookChip } from '../parts/chip.tsx'
import { CopyAs } from '../parts/copy-as.tsx'
import { Facts } from '../parts/facts.tsx'
import { Icon } from '../parts/icons.tsx'
import { ListScreen } from '../parts/list-screen.tsx'
import { focusRowOf } from '../parts/rows.ts'
import { say } from '../parts/say.ts'
import { Shown } from '../parts/states.tsx'
import { toast } from '../parts/toast.tsx'
import { useLoad } from '../parts/use-load.ts'
import { ask } from '../requests/ask.ts'
import { callOf } from '../requests/call.ts'
import { Deliveries, deliveriesCall } from './deliveries.tsx'
import { DeliveryPanel } from './delivery.tsx'
import { WebhookForm } from './form.tsx'
import { RecoverDialog } from './recover.tsx'
import { showSecret } from './secret.tsx'
import { watch } from './watch.ts'
import { answerText, isSuccess, reasonText, stateLooks, tookText } from './words.ts'

/** What a refusal calls it. */
const endpoint = 'The endpoint'

/** One endpoint: its state and why, what was sent to it, and what can be done. */
export const WebhookScreen = ({ id }: { readonly id: bigint }) => {
  const [, , part = '', deliveryText = ''] = route.value.path
  const deliveryId = part === 'deliveries' ? readInt64(deliveryText) : undefined
  const isEdited = part === 'edit'
  const loaded = useLoad(id, async () => {
    const { data, etag } = await ask(callOf('webhooks', 'get', id))
    return { data: { webhook: data, etag } }
  })
  const { watched, tell, follow, left } = useWatched(loaded.reload)
  const [pinged, setPinged] = useState('')
  const [isRecovering, setRecovering] = useState(false)
  const webhook = loaded.data?.webhook

  const followPing = async (asked: Delivery): Promise<void> => {
    const text = 'Waiting for the answer to the ping…'
    setPinged(text)
    say(text)
    const end = pingText(await follow(asked))
    setPinged(end)
    say(end)
  }
  // The first ping of a new endpoint is under way when somebody comes here.
  const isNew = webhook?.state === 'unverified'
  useEffect(() => {
    if (!isNew) return
    const followFirst = async (): Promise<void> => {
      const { data } = await ask(callOf('webhooks', 'deliveries', id, { sort: '-id', limit: 1 }))
      const [newest] = data.items
      if (newest?.type === 'webhook.ping' && newest.attempts.length === 0) await followPing(newest)
    }
    // The state that is shown stays true without it.
    followFirst().catch(() => undefined)
  }, [isNew])

  const act = (what: () => Promise<void>): Promise<void> => attempt(endpoint, what, left)
  const ping = (): Promise<void> =>
    act(async () => await followPing((await ask(callOf('webhooks', 'ping', id))).data))
  const again = (delivery: Delivery): Promise<void> =>
    act(async () => {
      const { data } = await ask(callOf('webhooks', 'redeliver', id, delivery.id))
      tell(delivery.id, 'Queued. Watching for the result…')
      const after = await follow(data)
      const last = after?.attempts.at(-1)
      tell(
        delivery.id,
        last === undefined
          ? 'No answer yet. It goes on trying by itself.'
          : isSuccess(last)
            ? `Delivered in ${tookText(last.duration)}.`
            : `Failed again: ${answerText(last)}.`,
        after,
      )
    })
  const close = (): void => {
    go(hrefOf(['webhooks', id], route.value.query))
    focusRowOf(deliveryText)
  }
  return (
    <>
      <ListScreen
        title={`Endpoint ${id}`}
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
              again={(one) => void again(one)}
              onClose={close}
            />
          ) : isEdited && webhook !== undefined ? (
            <WebhookForm
              webhook={webhook}
              etag={loaded.data?.etag}
              onClose={close}
              onSaved={() => {
                loaded.reload()
                close()
              }}
            />
          ) : undefined
        }
      >
        <Shown loaded={loaded} what={`endpoint ${id}`}>
          {({ webhook: shown }) => (
            <>
              <About webhook={shown} />
              {pinged !== '' && (
                <p class="notice">
                  <span>{pinged}</span>
                </p>
              )}
              <Actions
                webhook={shown}
                ping={() => void ping()}
                reload={loaded.reload}
                recover={() => setRecovering(true)}
              />
              <Deliveries webhook={shown} watched={watched} again={(one) => void again(one)} />
            </>
          )}
        </Shown>
        <CopyAs
          calls={[
            ['Read this endpoint', callOf('webhooks', 'get', id)],
            ['List its deliveries', deliveriesCall(id, undefined)],
            ['Send a ping', callOf('webhooks', 'ping', id)],
          ]}
        />
      </ListScreen>
      {isRecovering && <RecoverDialog id={id} onClose={() => setRecovering(false)} />}
    </>
  )
}

/** What became of messages that were asked for here, by their number. */
export type Watched = ReadonlyMap<
  bigint,
  { readonly text: string; readonly delivery: Delivery | undefined }
>

/** Watches messages until they are answered, or somebody leaves the screen. */
const useWatched = (reload: () => void) => {
  const [watched, setWatched] = useState<Watched>(new Map())
  const leaving = useRef(new AbortController())
  useEffect(() => () => leaving.current.abort(new Error('Somebody left.')), [])
  return {
    watched,
    /** Aborted once somebody has left, so that nobody is told what came of it. */
    left: leaving.current.signal,
    tell: (id: bigint, text: string, delivery?: Delivery): void => {
      setWatched((before) => new Map(before).set(id, { text, delivery }))
      say(text)
    },
    follow: async (asked: Delivery): Promise<Delivery | undefined> => {
      const after = await watch(asked, leaving.current.signal)
      // An answer may have changed the state of the endpoint.
      if (after !== undefined) reload()
      return after
    },
  }
}

const pingText = (ping: Delivery | undefined): string => {
  const last = ping?.attempts.at(-1)
  if (last === undefined) return 'The ping was not answered yet.'
  return isSuccess(last)
    ? 'It answered. The endpoint is on.'
    : `It answered: ${answerText(last)}. Check the address and send the ping again.`
}

/** Until when the secret before this one is used too. */
const formerText = (until: string | undefined): string =>
  until === undefined ? '' : `The one before is used too until ${timeText(until)}.`

const About = ({ webhook }: { readonly webhook: Webhook }) => {
  const { url, types, description, state, previousSecretUntil } = webhook
  const reason = reasonText(webhook, timeText)
  return (
    <div class="facts">
      <p>
        <LookChip look={stateLooks[state]} /> <span>{reason}</span>
      </p>
      <Facts
        facts={[
          ['Address', <span class="number">{url}</span>],
          ['What is sent', types === undefined ? 'Everything' : types.map(eventWord).join(', ')],
          description !== undefined && ['Note', <bdi>{description}</bdi>],
          previousSecretUntil !== undefined &&
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
  recover,
}: {
  readonly webhook: Webhook
  readonly ping: () => void
  readonly reload: () => void
  readonly recover: () => void
}) => {
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
        go(hrefOf(['webhooks']))
      },
    )
  const isOn = state === 'enabled' || state === 'failing'
  return (
    <p class="actions">
      <button type="button" class={isOn ? '' : 'primary'} onClick={ping}>
        {state === 'disabled' ? 'Switch on' : 'Send ping'}
      </button>
      <a class="button" href={hrefOf(['webhooks', id, 'edit'])}>
        Edit
      </a>
      {isOn && (
        <button type="button" onClick={recover}>
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
  )
}
