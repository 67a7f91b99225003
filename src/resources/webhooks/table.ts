import { DateTime, Int64 } from '../../kit/fields.ts'
import { Type } from '../../base/schema/type.ts'
import type { StoredEvent, TableEvents, RowOf, Table } from '../../base/data/table.ts'
import { WebhookFacts } from '../events/event.ts'
import { typesOf } from '../events/types.ts'
import { Delivery } from './delivery.ts'
import { Webhook } from './webhook.ts'

const sealed = Type.String()

/** A webhook that begins to fail, or is disabled, is an event for its owner. */
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
    /** The secret before, sealed; it signs too until `previousSecretUntil`. */
    previousSecret: Type.Optional(sealed),
  }),
  id: 'assigned',
  filters: [['ownerId']],
  events,
} as const satisfies Table

/** What a sealed secret belongs to: nobody can use it for webhooks of another owner. */
export const aboutSecret = ({ ownerId }: { readonly ownerId: string }): string =>
  `webhook:${ownerId}`

/** A webhook as rules see it. */
export type WebhookRow = RowOf<typeof webhooks>

/** The types that a webhook wanted before a change of them, for the events that came before the change. */
const FormerTypes = Type.Object({
  /** They hold for the events after this one, */
  after: Int64('An event.', 4_711n),
  /** up to this one. */
  until: Int64('An event.', 4_713n),
  /** Missing if all types were wanted. */
  types: Type.Optional(Type.Array(Type.String())),
})

/**
 * How far the queue of each webhook has come in the log: a row for each webhook, with its id. It changes with every few
 * events, and so stands apart from what a client reads and changes.
 */
export const webhookProgress = {
  name: 'webhook_progress',
  words: 'webhook positions',
  schema: Type.Object({
    id: Int64('The webhook.', 5n),
    /** The event up to which everything is queued, or is not for this webhook; missing until a ping is answered. */
    position: Type.Optional(Int64('An event.', 4_711n)),
    /** In the order of their events, which do not overlap. */
    formerTypes: Type.Optional(Type.Array(FormerTypes)),
    /** The event with which a recovery ends that is under way. */
    recoverUntil: Type.Optional(Int64('An event.', 4_800n)),
    /** The first of the failed attempts since the last that succeeded; missing if the last succeeded. */
    failingSince: Type.Optional(DateTime('An instant.')),
    /** The latest ping. While it is pending, no other is. */
    pingId: Type.Optional(Int64('A delivery.', 12n)),
  }),
  id: 'chosen',
  filters: [],
  belongsTo: { webhooks: 'id' },
} as const satisfies Table

export type ProgressRow = RowOf<typeof webhookProgress>

/** The table of deliveries: the queue of messages, and what became of those that were sent. */
export const deliveries = {
  name: 'deliveries',
  schema: Delivery,
  hidden: Type.Object({
    /** Attempts of the schedule so far. A redelivery begins it anew. */
    tries: Int64('A count.', 1n),
    /** Where a ping goes. An event goes to the URL that its webhook has when it is sent. */
    url: Type.Optional(Type.String()),
  }),
  id: 'assigned',
  // A page of all is one by all statuses: each index less makes a delivery cheaper.
  filters: [['webhookId', 'status']],
  belongsTo: { webhooks: 'webhookId' },
  due: { field: 'nextAttemptAt', where: { status: 'pending' }, of: 'webhookId' },
} as const satisfies Table

/** A delivery as rules see it. */
export type DeliveryRow = RowOf<typeof deliveries>

/** Whether a webhook is sent an event: one of the types that it wanted when the event came, that its owner may see. */
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
