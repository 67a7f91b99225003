import { DateTime, Int64 } from '../../kit/fields.ts'
import { Type } from '../../base/schema/type.ts'
import type { StoredEvent, TableEvents, RowOf, Table } from '../../base/data/table.ts'
import { WebhookFacts } from '../events/event.ts'
import { typesOf } from '../events/types.ts'
import { Delivery } from './delivery.ts'
import { Webhook } from './webhook.ts'

const sealed = Type.String()

/** The events of webhooks, for their owner: when one begins to fail or is disabled. */
const events: TableEvents = {
  name: 'webhook',
  types: typesOf.webhook,
  type: (before, after) => {
    const state = after?.['state']
    if (before === undefined || state === before['state']) return undefined
    return typesOf.webhook.find((type) => type === `webhook.${String(state)}`)
  },
  owner: 'ownerId',
  schema: WebhookFacts,
  topics: {},
}

export const webhooks = {
  name: 'webhooks',
  schema: Webhook,
  hidden: Type.Object({
    /** The owner: the id of its first API key. */
    ownerId: Type.String(),
    secret: sealed,
    /** The previous secret, sealed. It also signs until `previousSecretUntil`. */
    previousSecret: Type.Optional(sealed),
  }),
  id: 'assigned',
  filters: [['ownerId']],
  events,
} as const satisfies Table

/** The associated data of a sealed secret, so that it cannot be used for the webhooks of another owner. */
export const aboutSecret = ({ ownerId }: { readonly ownerId: string }): string =>
  `webhook:${ownerId}`

/** A webhook as rules see it. */
export type WebhookRow = RowOf<typeof webhooks>

/** The types that a webhook wanted before they were changed, for events from before the change. */
const FormerTypes = Type.Object({
  /** They apply to events after this one, */
  after: Int64('An event.', 4_711n),
  /** up to and including this one. */
  until: Int64('An event.', 4_713n),
  /** Missing if all types were wanted. */
  types: Type.Optional(Type.Array(Type.String())),
})

/**
 * How far the queue of each webhook has come in the log: a row for each webhook, with its id. It changes every few events,
 * so it is separate from what a client reads and changes.
 */
export const webhookProgress = {
  name: 'webhook_progress',
  words: 'webhook positions',
  schema: Type.Object({
    id: Int64('The webhook.', 5n),
    /** The event up to which all wanted events are queued; missing until a ping is answered. */
    position: Type.Optional(Int64('An event.', 4_711n)),
    /** In the order of their ranges of events, which do not overlap. */
    formerTypes: Type.Optional(Type.Array(FormerTypes)),
    /** The last event of a running recovery. */
    recoverUntil: Type.Optional(Int64('An event.', 4_800n)),
    /** The time of the first failed attempt since the last success; missing if the last attempt succeeded. */
    failingSince: Type.Optional(DateTime('An instant.')),
    /** The latest ping, the only one that may be pending. */
    pingId: Type.Optional(Int64('A delivery.', 12n)),
  }),
  id: 'chosen',
  filters: [],
  belongsTo: { webhooks: 'id' },
} as const satisfies Table

export type ProgressRow = RowOf<typeof webhookProgress>

/** The table of deliveries: the queue of messages, and the outcomes of those that were sent. */
export const deliveries = {
  name: 'deliveries',
  schema: Delivery,
  hidden: Type.Object({
    /** Attempts in the retry schedule so far. A redelivery restarts the schedule. */
    tries: Int64('A count.', 1n),
    /** The URL to which a ping is sent. An event is sent to the URL that its webhook has at that time. */
    url: Type.Optional(Type.String()),
  }),
  id: 'assigned',
  // A page of all deliveries filters by all statuses: fewer indexes make deliveries cheaper.
  filters: [['webhookId', 'status']],
  belongsTo: { webhooks: 'webhookId' },
  due: { field: 'nextAttemptAt', where: { status: 'pending' }, of: 'webhookId' },
} as const satisfies Table

/** A delivery as rules see it. */
export type DeliveryRow = RowOf<typeof deliveries>

/** Whether a webhook is sent an event: its owner may see the event, and it wanted the type when the event happened. */
export const wants = (
  { types, ownerId }: Pick<WebhookRow, 'types' | 'ownerId'>,
  { formerTypes = [] }: Pick<ProgressRow, 'formerTypes'>,
  event: Pick<StoredEvent, 'id' | 'type' | 'ownerId'>,
): boolean => {
  if (event.ownerId !== undefined && event.ownerId !== ownerId) return false
  const former = formerTypes.find(({ after, until }) => event.id > after && event.id <= until)
  const chosen: readonly string[] | undefined = former === undefined ? types : former.types
  return chosen === undefined || chosen.includes(event.type)
}
