import { dateTimeText } from '../core/date-time.ts'
import {
  type Change,
  insert,
  isSameValue,
  type LaterWrite,
  remove,
  type Rule,
  update,
  type Write,
} from '../data/change.ts'
import { isMet, type Precondition } from '../data/precondition.ts'
import { ownWebhook, webhookAndProgress } from './owned.ts'
import { cancel, idOf, newPing, webhookAndPing } from './ping.ts'
import { disabledOnRequest, type StopCause, stopped, unverified } from './standing.ts'
import { type ProgressRow, webhookProgress, webhooks } from './table.ts'
import type { NewWebhook, Webhook, WebhookPatch } from './webhook.ts'

/** The most webhooks of one owner. */
export const mostWebhooks = 10

/** Milliseconds for which messages bear a signature by the secret before, too. */
export const secretGrace = 86_400_000

/** Adds a webhook, which is sent a ping. */
export type WebhookCreate = Change<
  { readonly outcome: 'created'; readonly webhook: Webhook } | { readonly outcome: 'limit_reached' }
> & {
  readonly kind: 'webhook.create'
  readonly webhook: NewWebhook
  readonly ownerId: string
  /** Sealed. */
  readonly secret: string
  /** Milliseconds since the Unix epoch. */
  readonly now: number
}

export const webhookCreate = (parts: Omit<WebhookCreate, 'kind'>): WebhookCreate => ({
  kind: 'webhook.create',
  ...parts,
})

export const webhookCreateRule: Rule<WebhookCreate> = {
  kind: 'webhook.create',
  rows: () => [],
  counts: ({ ownerId }) => [{ table: webhooks, where: { ownerId }, most: mostWebhooks }],
  decide: ({ webhook, ownerId, secret, now }, _, [count = 0]) => {
    if (count >= mostWebhooks) return { refused: { outcome: 'limit_reached' } }
    const row = { ...webhook, ...unverified(true), createdAt: dateTimeText(now), ownerId, secret }
    return {
      writes: [
        insert(webhooks, row),
        ([made]) => newPing(idOf(made), webhook.url, now),
        ([made, ping]) => insert(webhookProgress, { id: idOf(made), pingId: idOf(ping) }),
      ],
      result: ([made]) => ({ outcome: 'created', webhook: made?.row as Webhook }),
    }
  },
}

/** Changes fields of a webhook. With another URL it is unverified, and is sent a ping. */
export type WebhookUpdate = Change<
  | { readonly outcome: 'stands'; readonly webhook: Webhook; readonly version: bigint }
  | { readonly outcome: 'not_found' | 'precondition_failed' }
> & {
  readonly kind: 'webhook.update'
  readonly id: bigint
  readonly ownerId: string
  readonly patch: WebhookPatch
  /** The newest event: other types hold for those after it. */
  readonly newest: bigint
  readonly precondition: Precondition
  /** Milliseconds since the Unix epoch. */
  readonly now: number
}

export const webhookUpdate = (parts: Omit<WebhookUpdate, 'kind'>): WebhookUpdate => ({
  kind: 'webhook.update',
  ...parts,
})

export const webhookUpdateRule: Rule<WebhookUpdate> = {
  kind: 'webhook.update',
  rows: webhookAndPing,
  decide: (change, [found, foundProgress, ping]) => {
    const before = ownWebhook(found, change)
    if (found === undefined || before === undefined) return { refused: { outcome: 'not_found' } }
    const { id, patch, newest, precondition, now } = change
    if (!isMet(precondition, found)) return { refused: { outcome: 'precondition_failed' } }
    const { state, ...fields } = patch
    const url = fields.url ?? before.url
    const isMoved = url !== before.url
    const isDisabled = state !== undefined && before.state !== 'disabled'
    const standing = isDisabled
      ? disabledOnRequest(now)
      : isMoved && state === undefined
        ? unverified(false)
        : {}
    // A webhook without types is sent all of them.
    const types = fields.types?.length === 0 ? undefined : fields.types
    const chosen = fields.types === undefined ? {} : { types }
    const writes: Array<Write | LaterWrite> = [
      update(webhooks, id, { ...fields, ...chosen, ...standing }),
    ]
    // The row is of the table that was asked for.
    const progress = foundProgress?.row as ProgressRow
    const former =
      'types' in chosen && !isSameValue(before.types, types ?? undefined)
        ? { formerTypes: withTypes(progress, before.types, newest) }
        : {}
    // A ping belongs to its URL, and none that is under way enables what this request disables.
    if (isMoved) writes.push(...cancel(ping, 'Not sent, because the URL was changed.', now))
    else if (isDisabled) writes.push(...cancel(ping, notSentDisabled, now))
    if (isMoved && state === undefined) {
      writes.push(newPing(id, url, now), (written) =>
        update(webhookProgress, id, {
          ...former,
          pingId: idOf(written.at(-1)),
          failingSince: undefined,
        }),
      )
    } else if (isDisabled || isMoved) {
      writes.push(update(webhookProgress, id, { ...former, pingId: undefined }))
    } else writes.push(update(webhookProgress, id, former))
    return {
      writes,
      result: ([{ row, version } = found]) => ({
        outcome: 'stands',
        webhook: row as Webhook,
        version,
      }),
    }
  },
}

const notSentDisabled = 'Not sent, because the webhook was disabled.'

/** How many changes of the types are remembered for events that wait. */
const maxFormerTypes = 20

/** What was wanted before, once other types hold for the events after the newest. */
const withTypes = (
  { position, formerTypes = [] }: ProgressRow,
  types: Webhook['types'],
  newest: bigint,
): ProgressRow['formerTypes'] => {
  const after = formerTypes.at(-1)?.until ?? position
  // Nothing waits.
  if (after === undefined || newest <= after) return formerTypes
  const all = [...formerTypes, { after, until: newest, ...(types && { types }) }]
  const [first, second, ...rest] = all
  if (first === undefined || second === undefined || all.length <= maxFormerTypes) return all
  // Whoever changes the types again and again is sent more of the oldest events, not less.
  const both = first.types && second.types && [...new Set([...first.types, ...second.types])]
  return [{ after: first.after, until: second.until, ...(both && { types: both }) }, ...rest]
}

/** Removes a webhook. Its deliveries are not found any more, and are removed soon after. */
export type WebhookRemove = Change<{
  readonly outcome: 'removed' | 'not_found' | 'precondition_failed'
}> & {
  readonly kind: 'webhook.remove'
  readonly id: bigint
  readonly ownerId: string
  readonly precondition: Precondition
}

export const webhookRemove = (
  id: bigint,
  ownerId: string,
  precondition: Precondition,
): WebhookRemove => ({ kind: 'webhook.remove', id, ownerId, precondition })

export const webhookRemoveRule: Rule<WebhookRemove> = {
  kind: 'webhook.remove',
  rows: webhookAndProgress,
  decide: (change, [found]) => {
    const { id, precondition } = change
    if (ownWebhook(found, change) === undefined) return { refused: { outcome: 'not_found' } }
    if (!isMet(precondition, found)) return { refused: { outcome: 'precondition_failed' } }
    return {
      // Its progress stays until its deliveries are gone.
      writes: [remove(webhooks, id)],
      result: () => ({ outcome: 'removed' }),
    }
  },
}

/** Gives a webhook a new secret. The one before signs too, for a while. */
export type WebhookRenew = Change<
  { readonly outcome: 'renewed'; readonly webhook: Webhook } | { readonly outcome: 'not_found' }
> & {
  readonly kind: 'webhook.renew'
  readonly id: bigint
  readonly ownerId: string
  /** Sealed. */
  readonly secret: string
  /** Milliseconds since the Unix epoch. */
  readonly now: number
}

export const webhookRenew = (parts: Omit<WebhookRenew, 'kind'>): WebhookRenew => ({
  kind: 'webhook.renew',
  ...parts,
})

export const webhookRenewRule: Rule<WebhookRenew> = {
  kind: 'webhook.renew',
  rows: webhookAndProgress,
  decide: (change, [found]) => {
    const before = ownWebhook(found, change)
    if (before === undefined) return { refused: { outcome: 'not_found' } }
    const { id, secret, now } = change
    const previousSecretUntil = dateTimeText(now + secretGrace)
    return {
      writes: [
        update(webhooks, id, { secret, previousSecret: before.secret, previousSecretUntil }),
      ],
      result: ([after]) => ({ outcome: 'renewed', webhook: after?.row as Webhook }),
    }
  },
}

/** Disables a webhook that the service cannot go on with. */
export type WebhookStop = Change<{ readonly outcome: 'stopped' | 'stands' }> & {
  readonly kind: 'webhook.stop'
  readonly id: bigint
  readonly cause: StopCause
  /** Milliseconds since the Unix epoch. */
  readonly now: number
}

export const webhookStop = (id: bigint, cause: StopCause, now: number): WebhookStop => ({
  kind: 'webhook.stop',
  id,
  cause,
  now,
})

export const webhookStopRule: Rule<WebhookStop> = {
  kind: 'webhook.stop',
  rows: webhookAndPing,
  decide: ({ id, cause, now }, [found, , ping]) => {
    const { reason } = stopped(cause)
    if (found === undefined || found.row['reason'] === reason) {
      return { refused: { outcome: 'stands' } }
    }
    return {
      writes: [
        update(webhooks, id, stopped(cause)),
        update(webhookProgress, id, { pingId: undefined }),
        ...cancel(ping, notSentDisabled, now),
      ],
      result: () => ({ outcome: 'stopped' }),
    }
  },
}
