import { unmet } from '../../kit/entity-tags.ts'
import { type Removed, removed, type Updated, updatedRow } from '../../kit/row-changes.ts'
import { dateTimeText } from '../../base/date-time.ts'
import { type Refusal, refusal } from '../../base/errors/api-error.ts'
import {
  type Decision,
  defineChange,
  type Found,
  insert,
  isSameValue,
  type LaterWrite,
  type Precondition,
  refuse,
  type Refused,
  remove,
  type Result,
  type RowKey,
  touch,
  update,
  type Write,
} from '../../base/data/change.ts'
import { publicRow, rowOf, type Stored } from '../../base/data/table.ts'
import { type Delivery, maxAttempts } from './delivery.ts'
import { reasons, receivesEvents, type StopCause } from './health.ts'
import { pingType } from './message.ts'
import {
  deliveries,
  type DeliveryRow,
  type ProgressRow,
  type WebhookRow,
  webhookProgress,
  webhooks,
} from './table.ts'
import type { NewWebhook, Webhook, WebhookPatch } from './webhook.ts'

/** How many webhooks all API keys of an owner may have together. */
export const maxWebhooks = 10

/** Milliseconds for which messages are also signed with the previous secret. */
export const secretGrace = 86_400_000

export const webhookAndProgress = ({ id }: { readonly id: bigint }): readonly RowKey[] => [
  { table: webhooks, id },
  { table: webhookProgress, id },
]

/** Returns the row keys of a webhook, of its progress, and of its latest ping. */
export const webhookAndPing = (
  change: { readonly id: bigint },
  [, progress]: Found,
): readonly RowKey[] => {
  const pingId = rowOf(webhookProgress, progress)?.pingId
  const rows = webhookAndProgress(change)
  return pingId === undefined ? rows : [...rows, { table: deliveries, id: pingId }]
}

type OfOwner = { readonly id: bigint; readonly ownerId: string }
export type Timed = OfOwner & { readonly now: number }

/** Makes a decision about a webhook, the first row, conditional on its belonging to the caller's owner. */
export const ofOwner =
  <Data extends OfOwner, R extends Result>(
    decide: (
      webhook: WebhookRow,
      change: Data,
      found: readonly [Stored, ...Found],
    ) => Decision<R | Refused>,
  ) =>
  (change: Data, [found, ...others]: Found): Decision<R | Refused> => {
    const webhook = rowOf(webhooks, found)
    return found !== undefined && webhook?.ownerId === change.ownerId
      ? decide(webhook, change, [found, ...others])
      : refuse(webhookNotFound(change.id))
  }

export type Queued = { readonly outcome: 'queued'; readonly delivery: Delivery }

export const idOf = (stored: Stored | undefined): bigint => stored?.row['id'] as bigint

/** Adds a delivery, which is due at once. */
export const newDelivery = (
  of: Pick<DeliveryRow, 'webhookId' | 'eventId' | 'type' | 'url'>,
  now: number,
): Write => {
  const at = dateTimeText(now)
  const due = { status: 'pending', nextAttemptAt: at, createdAt: at, tries: 0n } as const
  return insert(deliveries, { ...of, ...due, attempts: [] })
}

const newPing = (webhookId: bigint, url: string, now: number): Write =>
  newDelivery({ webhookId, type: pingType, url }, now)

/** The result of a change whose first write is to the delivery. */
export const queued = ([written]: readonly Stored[]): Queued => ({
  outcome: 'queued',
  delivery: written?.row as Delivery,
})

type WithWebhook<Outcome extends string> = { readonly outcome: Outcome; readonly webhook: Webhook }

/** The result of a change whose first write is to the webhook. */
const withWebhook =
  <const Outcome extends string>(outcome: Outcome) =>
  ([written]: readonly Stored[]): WithWebhook<Outcome> => ({
    outcome,
    webhook: written?.row as Webhook,
  })

/** Returns the write that ends a pending delivery, with the reason; none if it is not pending. */
export const cancel = (
  found: Stored | undefined,
  reason: string,
  now: number,
): readonly Write[] => {
  const row = rowOf(deliveries, found)
  if (row?.status !== 'pending') return []
  const attempt = { at: dateTimeText(now), duration: 0n, reason }
  const attempts = [...row.attempts, attempt].slice(-maxAttempts)
  return [update(deliveries, row.id, { status: 'failed', nextAttemptAt: undefined, attempts })]
}

export const webhookNotFound = (id: bigint): Refusal =>
  refusal('webhook_not_found', `You have no webhook with the id ${id}.`)

/** The refusal for a webhook whose state allows only pings. */
export const notSent = ({ id, state, reason }: WebhookRow): Refusal => {
  const why = reason === undefined ? '' : ` (${reason.replace(/\.$/, '')})`
  return refusal(
    'webhook_disabled',
    `The webhook ${id} is ${state}${why}, so it is sent nothing but pings. Send one: POST /webhooks/${id}/ping. An answer with a status from 200 to 299 enables it.`,
  )
}

const disabledReason = 'Not sent, because the webhook was disabled.'

/** Adds a webhook and queues a ping to it. The secret is sealed. */
export const webhookCreate = defineChange({
  kind: 'webhook.create',
  parts: (parts: {
    readonly webhook: NewWebhook
    readonly ownerId: string
    readonly secret: string
    readonly now: number
  }) => parts,
  rows: () => [],
  counts: ({ ownerId }) => [{ table: webhooks, where: { ownerId }, max: maxWebhooks }],
  decide: (
    { webhook, ownerId, secret, now },
    _,
    [count = 0],
  ): Decision<WithWebhook<'created'> | Refused> => {
    if (count >= maxWebhooks) {
      const reached = `Your keys have ${maxWebhooks} webhooks, which is the limit.`
      return refuse(refusal('webhook_limit_reached', `${reached} Delete one first, or change one.`))
    }
    const begin = { state: 'unverified', reason: reasons.isNew } as const
    const row = { ...webhook, ...begin, createdAt: dateTimeText(now), ownerId, secret }
    return {
      writes: [
        insert(webhooks, row),
        ([made]) => newPing(idOf(made), webhook.url, now),
        ([made, ping]) => insert(webhookProgress, { id: idOf(made), pingId: idOf(ping) }),
      ],
      result: withWebhook('created'),
    }
  },
})

/**
 * Changes fields of a webhook. With another URL it becomes unverified and is sent a ping. `newest` is the newest event: new
 * types apply only to events after it.
 */
export const webhookUpdate = defineChange({
  kind: 'webhook.update',
  parts: (
    parts: Timed & {
      readonly patch: WebhookPatch
      readonly newest: bigint
      readonly precondition: Precondition
    },
  ) => parts,
  rows: webhookAndPing,
  decide: ofOwner((before, change, [found, foundProgress, ping]): Decision<Updated> => {
    const { id, patch, newest, precondition, now } = change
    const stale = unmet(`The webhook ${id}`, precondition, found)
    if (stale !== undefined) return refuse(stale)
    const { state, ...fields } = patch
    const url = fields.url ?? before.url
    const isMoved = url !== before.url
    const isDisabled = state !== undefined && before.state !== 'disabled'
    const isPinged = isMoved && state === undefined
    // A webhook without types is sent all types.
    const types = fields.types?.length === 0 ? null : fields.types
    const writes: Array<Write | LaterWrite> = [
      update(webhooks, id, {
        ...fields,
        ...(types !== undefined && { types }),
        ...(isDisabled && { state, reason: `Disabled on request at ${dateTimeText(now)}.` }),
        ...(isPinged && { state: 'unverified', reason: reasons.isMoved }),
      }),
    ]
    // Every webhook has a progress row.
    const progress = rowOf(webhookProgress, foundProgress) as ProgressRow
    const former = types !== undefined &&
      !isSameValue(before.types, types ?? undefined) && {
        formerTypes: withTypes(progress, before.types, newest),
      }
    // A ping belongs to its URL, and a pending ping must not enable a webhook that this request disables.
    const why = isMoved ? 'Not sent, because the URL was changed.' : disabledReason
    if (isMoved || isDisabled) writes.push(...cancel(ping, why, now))
    if (isPinged) writes.push(newPing(id, url, now))
    writes.push((written) =>
      update(webhookProgress, id, {
        ...former,
        ...((isMoved || isDisabled) && { pingId: isPinged ? idOf(written.at(-1)) : undefined }),
        ...(isPinged && { failingSince: undefined }),
      }),
    )
    return { writes, result: updatedRow(found) }
  }),
})

/** How many former sets of types are stored for events that still wait. */
const maxFormerTypes = 20

/** Returns the former types of a webhook whose types change for events after `newest`. */
const withTypes = (
  { position, formerTypes = [] }: ProgressRow,
  types: Webhook['types'],
  newest: bigint,
): ProgressRow['formerTypes'] => {
  const after = formerTypes.at(-1)?.until ?? position
  // No event is waiting.
  if (after === undefined || newest <= after) return formerTypes
  const all = [...formerTypes, { after, until: newest, ...(types && { types }) }]
  const [first, second, ...rest] = all
  if (first === undefined || second === undefined || all.length <= maxFormerTypes) return all
  // After too many changes, merge the two oldest ranges and their types: better to send too much than too little.
  const both = first.types && second.types && [...new Set([...first.types, ...second.types])]
  return [{ after: first.after, until: second.until, ...(both && { types: both }) }, ...rest]
}

export const webhookRemove = defineChange({
  kind: 'webhook.remove',
  parts: (parts: OfOwner & { readonly precondition: Precondition }) => parts,
  rows: webhookAndProgress,
  decide: ofOwner((_, { id, precondition }, [found]): Decision<Removed> => {
    const fault = unmet(`The webhook ${id}`, precondition, found)
    return fault ? refuse(fault) : { writes: [remove(webhooks, id)], result: removed }
  }),
})

/** Gives a webhook a new secret, which is sealed. The previous one also signs for `secretGrace`. */
export const webhookRenew = defineChange({
  kind: 'webhook.renew',
  parts: (parts: Timed & { readonly secret: string }) => parts,
  rows: webhookAndProgress,
  decide: ofOwner(({ secret: previousSecret }, { id, secret, now }) => {
    const previousSecretUntil = dateTimeText(now + secretGrace)
    const write = update(webhooks, id, { secret, previousSecret, previousSecretUntil })
    return { writes: [write], result: withWebhook('renewed') }
  }),
})

/** Disables a webhook to which the service can no longer send. */
export const webhookStop = defineChange({
  kind: 'webhook.stop',
  parts: (id: bigint, cause: StopCause, now: number) => ({ id, cause, now }),
  rows: webhookAndPing,
  decide: (
    { id, cause, now },
    [found, , ping],
  ): Decision<{ readonly outcome: 'stopped' | 'unchanged' }> => {
    const reason = reasons[cause]
    if (found === undefined || found.row['reason'] === reason)
      return { refused: { outcome: 'unchanged' } }
    const stopped = update(webhooks, id, { state: 'disabled', reason })
    const ended = update(webhookProgress, id, { pingId: undefined })
    const writes = [stopped, ended, ...cancel(ping, disabledReason, now)]
    return { writes, result: () => ({ outcome: 'stopped' }) }
  },
})

/** Sends a webhook a ping, unless one is pending. */
export const webhookPing = defineChange({
  kind: 'webhook.ping',
  parts: (id: bigint, ownerId: string, now: number) => ({ id, ownerId, now }),
  rows: webhookAndPing,
  decide: ofOwner(({ url }, { id, now }, [, , latest]): Decision<Queued> => {
    const before = rowOf(deliveries, latest)
    // Only one ping is pending at a time, so repeated requests cannot flood the receiver.
    if (before?.status === 'pending') {
      const delivery = publicRow(deliveries, before)
      return { writes: [], result: () => ({ outcome: 'queued', delivery }) }
    }
    return {
      writes: [
        newPing(id, url, now),
        ([ping]) => update(webhookProgress, id, { pingId: idOf(ping) }),
        // The new version tells the sender that there is work to do.
        touch(webhooks, id),
      ],
      result: queued,
    }
  }),
})

/**
 * Moves a webhook back, so that everything after the event `position` is sent again, up to the newest event. Of the pending
 * deliveries `ids`, those for such events are ended, because their events are queued again.
 */
export const webhookRecover = defineChange({
  kind: 'webhook.recover',
  parts: (
    parts: OfOwner & {
      readonly position: bigint
      readonly newest: bigint
      readonly ids: readonly bigint[]
    },
  ) => ({ rows: parts.ids.length + 2, ...parts }),
  rows: (change) => [
    ...webhookAndProgress(change),
    ...change.ids.map((id) => ({ table: deliveries, id })),
  ],
  decide: ofOwner(
    (webhook, change, [, progress, ...pending]): Decision<WithWebhook<'set_back'> | Refused> => {
      if (!receivesEvents(webhook.state)) return refuse(notSent(webhook))
      const { id, position, newest } = change
      const { position: reached = 0n, recoverUntil } = rowOf(webhookProgress, progress) ?? {}
      // It only moves back, so that unsent events are not skipped.
      const isBack = position < reached
      if (isBack && recoverUntil !== undefined)
        return refuse(
          refusal(
            'recovery_under_way',
            `The webhook ${id} is already being sent the events up to ${recoverUntil} again, and has reached ${reached}. Wait until that is done. To send a single message again, use POST /webhooks/${id}/deliveries/{deliveryId}/redeliver.`,
          ),
        )
      const again = pending
        .flatMap((stored) => rowOf(deliveries, stored) ?? [])
        .filter(
          ({ webhookId, status, eventId = 0n }) =>
            webhookId === id && status === 'pending' && eventId > position,
        )
      const setBack = [
        ...again.map((row) =>
          update(deliveries, row.id, { status: 'failed', nextAttemptAt: undefined }),
        ),
        update(webhookProgress, id, { position, recoverUntil: newest }),
      ]
      return {
        // The new version tells the sender that there is work to do.
        writes: [touch(webhooks, id), ...(isBack ? setBack : [])],
        result: withWebhook('set_back'),
      }
    },
  ),
})
