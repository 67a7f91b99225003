import { DateTime, Int64 } from '../api/fields.ts'
import { Type } from '../core/schema/type.ts'
import type { RowOf, Table } from '../data/table.ts'
import { Delivery } from './delivery.ts'
import { Webhook } from './webhook.ts'

const sealed = Type.String()

/** The table of webhooks. */
export const webhooks = {
  name: 'webhooks',
  schema: Webhook,
  hidden: Type.Object({
    /** The first API key of the rotation chain that owns it. */
    chainId: Type.String(),
    /** The secret, sealed. */
    secret: sealed,
    /** The secret before, sealed; it signs too until `previousSecretUntil`. */
    previousSecret: Type.Optional(sealed),
  }),
  id: 'assigned',
  filters: [['chainId']],
} as const satisfies Table

/** A webhook as rules see it. */
export type WebhookRow = RowOf<typeof webhooks>

/**
 * How far each webhook has come in the log: a row for each webhook, with its id. It changes with every delivery, and so
 * stands apart from what a client reads and changes.
 */
export const webhookProgress = {
  name: 'webhook_progress',
  words: 'webhook positions',
  schema: Type.Object({
    id: Int64('The webhook.', 5n),
    /** The event up to which everything was sent at least once; missing until a ping is answered. */
    position: Type.Optional(Int64('An event.', 4_711n)),
    /** Events behind the position that were sent at least once. */
    ahead: Type.Array(Int64('An event.', 4_713n)),
    /** Moves when the position is set back: what was sent before no longer counts. */
    epoch: Int64('A count.', 0n),
    /** The first of the failed attempts since the last that succeeded; missing if the last succeeded. */
    failingSince: Type.Optional(DateTime('An instant.')),
    /** The ping whose answer enables the webhook. */
    pingId: Type.Optional(Int64('A delivery.', 12n)),
  }),
  id: 'chosen',
  filters: [],
} as const satisfies Table

export type ProgressRow = RowOf<typeof webhookProgress>

/** The table of deliveries. */
export const deliveries = {
  name: 'deliveries',
  schema: Delivery,
  hidden: Type.Object({
    /** Attempts of the schedule so far. A redelivery begins it anew. */
    tries: Int64('A count.', 1n),
  }),
  id: 'assigned',
  // A page of all is one by all statuses: each index less makes a delivery cheaper.
  filters: [['webhookId', 'status']],
  due: { field: 'nextAttemptAt', where: { status: 'pending' }, of: 'webhookId' },
} as const satisfies Table

/** A delivery as rules see it. */
export type DeliveryRow = RowOf<typeof deliveries>
